import { Button } from "antd";
import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { useNavigate } from "react-router";
import type { SavedQueryRow } from "../../api/saved-query/contract.ts";
import * as savedQuery from "../../api/saved-query/contract.ts";
import { copyAndSay } from "../../web/clipboard.ts";
import { DeleteDialog } from "../../web/DeleteDialog.tsx";
import { ListView } from "../../web/list-view/ListView.tsx";
import { can } from "../../web/session.ts";
import { NOUN, savedQueryList } from "./saved-query-list.tsx";

interface Doomed {
  rows: readonly SavedQueryRow[];
  done?: (() => void) | undefined;
}

/** The queries that one has saved in SQL Lab. */
export function SavedQueriesPage() {
  const [doomed, setDoomed] = useState<Doomed>();
  const navigate = useNavigate();
  const definition = useMemo(
    () =>
      savedQueryList({
        mayWrite: can("can_write", "SavedQuery"),
        onCopyLink: (row) => void copyAndSay(`${window.location.origin}/sqllab/?savedQueryId=${row.id}`),
        onDelete: (rows, done) => setDoomed({ rows, done }),
        onNew: () => void navigate("/sqllab/?new=true"),
      }),
    [navigate],
  );
  return (
    <ListView
      definition={definition}
      actions={
        <Button type="primary" icon={<Plus size={16} />} onClick={() => void navigate("/sqllab/?new=true")}>
          New query
        </Button>
      }
    >
      {doomed ? (
        <DeleteDialog
          things={doomed.rows.map((row) => ({ id: row.id, name: row.label ?? "" }))}
          noun={NOUN}
          contract={savedQuery}
          listKey="saved-queries"
          onClose={() => setDoomed(undefined)}
          onDeleted={doomed.done}
        />
      ) : null}
    </ListView>
  );
}
