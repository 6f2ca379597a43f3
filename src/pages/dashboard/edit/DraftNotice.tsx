import { Button } from "antd";
import { useState } from "react";
import type { DashboardDocument } from "../../../editor/dashboard-document.ts";
import { rich } from "../../../i18n/rich.tsx";
import { t } from "../../../i18n/translate.ts";
import { RelativeTime } from "../../../web/components/RelativeTime.tsx";
import { readStored, writeStored } from "../../../web/session/storage.ts";
import { useDashboardPage } from "../state/context.ts";
import styles from "./edit.module.css";
import { useEditor } from "./editor-context.ts";
import { addMissingCharts } from "./new-charts.ts";

interface Draft {
  savedAt: number;
  document: DashboardDocument;
}

export function DraftNotice({ draftKey }: { draftKey: string }) {
  const editor = useEditor();
  const { store } = useDashboardPage();
  const [draft, setDraft] = useState<Draft | null>(() => readStored<Draft | null>(draftKey, null));
  if (!draft) return null;
  const discard = () => {
    writeStored(draftKey, undefined);
    setDraft(null);
  };
  return (
    <div className={styles.draft} role="status">
      <span>{rich("You have unsaved changes from <at></at>.", { at: () => <RelativeTime at={draft.savedAt} /> })}</span>
      <Button
        size="small"
        onClick={() => {
          editor.edit(t("Restored unsaved changes"), () => draft.document);
          addMissingCharts(store, draft.document.layout);
          setDraft(null);
        }}
      >
        {t("Restore")}
      </Button>
      <Button size="small" type="text" onClick={discard}>
        {t("Discard draft")}
      </Button>
    </div>
  );
}
