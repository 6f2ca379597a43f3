import { Button } from "antd";
import { Copy } from "lucide-react";
import { useState } from "react";
import { t } from "../../../i18n/translate.ts";
import { CodeEditor } from "../../../ui/code/CodeEditor.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Segmented } from "../../../ui/Segmented.tsx";
import { copyWithToast } from "../../../web/toasts/clipboard.ts";
import { useDatabase, useRun } from "../state/lab-context.ts";
import styles from "./dialogs.module.css";

type View = "source" | "executed";

export function SqlDialog({ onClose }: { onClose(): void }) {
  const run = useRun();
  const backend = useDatabase()?.backend;
  const executed = run?.query?.executedSql;
  const [view, setView] = useState<View>("source");
  const sql = view === "executed" && executed ? executed : (run?.sql ?? "");
  return (
    <Dialog open title={t("Executed SQL")} width={720} onClose={onClose}>
      <div className={styles.way}>
        <Segmented<View>
          label={t("Which SQL")}
          value={view}
          onChange={setView}
          options={[
            { value: "source", label: t("As written") },
            { value: "executed", label: t("As executed"), disabled: !executed },
          ]}
        />
        <Button type="text" icon={<Copy size={14} />} onClick={() => void copyWithToast(sql)}>
          {t("Copy")}
        </Button>
      </div>
      <CodeEditor
        key={view}
        label={t("Executed SQL")}
        language="sql"
        dialect={backend}
        value={sql}
        isReadOnly
        lines={6}
      />
    </Dialog>
  );
}
