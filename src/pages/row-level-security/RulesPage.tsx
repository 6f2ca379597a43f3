import { Button } from "antd";
import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import * as rules from "../../api/row-level-security/contract.ts";
import { onDemand } from "../../ui/on-demand.tsx";
import { DeleteDialog } from "../../web/DeleteDialog.tsx";
import { ListView } from "../../web/list-view/ListView.tsx";
import { can } from "../../web/session.ts";
import { useDialogAddress } from "../../web/use-dialog-address.ts";
import { NOUN, type Rule, ruleList } from "./rule-list.tsx";

const PATH = "/rowlevelsecurity/list/";

const NewRule = onDemand(async () => (await import("./RuleDialog.tsx")).NewRule);
const EditRule = onDemand(async () => (await import("./RuleDialog.tsx")).EditRule);

interface Doomed {
  rows: readonly Rule[];
  done?: (() => void) | undefined;
}

/** All rules of row-level security. `?new=1` opens the dialog that makes one, `?edit=<id>` the one that changes it. */
export function RulesPage() {
  const [doomed, setDoomed] = useState<Doomed>();
  const mayWrite = can("can_write", "Row Level Security");
  const { isNew, edited, openNew, openEdit, close } = useDialogAddress(PATH, mayWrite);
  const definition = useMemo(
    () =>
      ruleList({
        mayWrite,
        onEdit: ({ id }) => openEdit(id),
        onDelete: (rows, done) => setDoomed({ rows, done }),
      }),
    [mayWrite, openEdit],
  );
  return (
    <ListView
      definition={definition}
      actions={
        mayWrite ? (
          <Button type="primary" icon={<Plus size={16} />} onClick={openNew}>
            New rule
          </Button>
        ) : undefined
      }
    >
      {isNew ? <NewRule onClose={close} /> : null}
      {edited > 0 ? <EditRule key={edited} id={edited} onClose={close} /> : null}
      {doomed ? (
        <DeleteDialog
          things={doomed.rows}
          noun={NOUN}
          contract={rules}
          listKey="row-level-security"
          consequences={async () => "Rows that only this held back will be seen by whoever may read the datasets."}
          onClose={() => setDoomed(undefined)}
          onDeleted={doomed.done}
        />
      ) : null}
    </ListView>
  );
}
