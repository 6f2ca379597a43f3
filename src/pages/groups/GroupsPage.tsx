import { Button } from "antd";
import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { groups } from "../../api/security/roles-contract.ts";
import { onDemand } from "../../ui/on-demand.tsx";
import { DeleteDialog } from "../../web/DeleteDialog.tsx";
import { ListView } from "../../web/list-view/ListView.tsx";
import { can, isAdmin } from "../../web/session.ts";
import { useDialogAddress } from "../../web/use-dialog-address.ts";
import { type GroupRow, groupList, LIST_KEY, NOUN, PATH } from "./group-list.tsx";

const NewGroup = onDemand(async () => (await import("./GroupDialog.tsx")).NewGroup);
const EditGroup = onDemand(async () => (await import("./GroupDialog.tsx")).EditGroup);

interface Doomed {
  rows: readonly GroupRow[];
  done?: (() => void) | undefined;
}

/** All groups. `?new=1` opens the dialog that makes one, `?edit=<id>` the one that changes it. */
export function GroupsPage() {
  const [doomed, setDoomed] = useState<Doomed>();
  // The right alone is not enough: who changes groups could become an administrator.
  const mayWrite = can("can_write", "Group") && isAdmin();
  const { isNew, edited, openNew, openEdit, close } = useDialogAddress(PATH, mayWrite);
  const definition = useMemo(
    () =>
      groupList({
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
            New group
          </Button>
        ) : undefined
      }
    >
      {isNew ? <NewGroup onClose={close} /> : null}
      {edited > 0 ? <EditGroup key={edited} id={edited} onClose={close} /> : null}
      {doomed ? (
        <DeleteDialog
          things={doomed.rows}
          noun={NOUN}
          contract={{ remove: groups.remove }}
          listKey={LIST_KEY}
          consequences={async () => whatIsLost(doomed.rows)}
          onClose={() => setDoomed(undefined)}
          onDeleted={doomed.done}
        />
      ) : null}
    </ListView>
  );
}

function whatIsLost(rows: readonly GroupRow[]): string {
  const people = new Set(rows.flatMap(({ users }) => users.map(({ id }) => id))).size;
  const roles = new Set(rows.flatMap((row) => row.roles.map(({ id }) => id))).size;
  if (people === 0 || roles === 0) return "Nobody has a role through it.";
  const who = people === 1 ? "1 person loses" : `${people} people lose`;
  return `${who} what ${roles === 1 ? "a role" : `${roles} roles`} gave them, unless they have that otherwise.`;
}
