import { Button } from "antd";
import { Copy } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { QueryRow } from "../../api/query/contract.ts";
import { CodeEditor } from "../../ui/code/CodeEditor.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Segmented } from "../../ui/Segmented.tsx";
import { copyAndSay } from "../../web/toasts/clipboard.ts";
import styles from "./query-history.module.css";

interface QueryPreviewProps {
  query: QueryRow;
  /** The rows of the list, in their order. */
  among: readonly QueryRow[];
  onShow(query: QueryRow): void;
  onClose(): void;
}

type Which = "written" | "executed";

/** The SQL of a query, as it was written and as it ran; the ones before and after it are one press away. */
export function QueryPreview({ query, among, onShow, onClose }: QueryPreviewProps) {
  const navigate = useNavigate();
  const [which, setWhich] = useState<Which>("written");
  const at = among.findIndex(({ id }) => id === query.id);
  const [before, after] = at < 0 ? [] : [among[at - 1], among[at + 1]];
  const sql = (which === "executed" ? query.executed_sql : query.sql) ?? "";
  return (
    <Dialog
      open
      title={query.tab_name || "Query"}
      width={720}
      onClose={onClose}
      primary={{ label: "Open in SQL Lab", onClick: () => void navigate(`/sqllab/?queryId=${query.id}`) }}
    >
      <div className={styles.bar}>
        <Segmented<Which>
          label="Which SQL"
          value={which}
          onChange={setWhich}
          options={[
            { value: "written", label: "User query" },
            { value: "executed", label: "Executed query" },
          ]}
        />
        <span className={styles.space} />
        <Button size="small" disabled={!before} onClick={() => before && onShow(before)}>
          Previous
        </Button>
        <Button size="small" disabled={!after} onClick={() => after && onShow(after)}>
          Next
        </Button>
        <IconButton label="Copy SQL" icon={<Copy size={16} />} onClick={() => void copyAndSay(sql)} />
      </div>
      <CodeEditor
        key={`${query.id} ${which}`}
        label="SQL of the query"
        language="sql"
        value={sql || "-- It did not run."}
        isReadOnly
        lines={8}
      />
    </Dialog>
  );
}
