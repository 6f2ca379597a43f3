import { Button } from "antd";
import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import * as rules from "../../api/row-level-security/contract.ts";
import { onDemand } from "../../ui/on-demand.tsx";
import { DeleteDialog } from "../../web/DeleteDialog.tsx";
import { ListView } from "../../web/list-view/ListView.tsx";
import { can } from "../../web/session.ts";
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
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const mayWrite = can("can_write", "Row Level Security");
  const edited = mayWrite ? Number(search.get("edit")) : 0;
  const close = () =>
    setSearch((before) => {
      const after = new URLSearchParams(before);
      for (const name of ["new", "edit"]) after.delete(name);
      return after;
    });
  const definition = useMemo(
    () =>
      ruleList({
        mayWrite,
        onEdit: (row) => navigate(`${PATH}?edit=${row.id}`),
        onDelete: (rows, done) => setDoomed({ rows, done }),
      }),
    [mayWrite, navigate],
  );
  return (
    <ListView
      definition={definition}
      actions={
        mayWrite ? (
          <Button type="primary" icon={<Plus size={16} />} onClick={() => navigate(`${PATH}?new=1`)}>
            New rule
          </Button>
        ) : undefined
      }
    >
      {mayWrite && search.has("new") ? <NewRule onClose={close} /> : null}
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
