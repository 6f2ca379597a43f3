import { Button } from "antd";
import { KeyRound, PencilLine, Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { roles } from "../../api/security/roles-contract.ts";
import { ConfirmDelete } from "../../ui/ConfirmDelete.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { call } from "../../web/client/client.ts";
import { useDelete } from "../../web/dialogs/delete.ts";
import type { ListDefinition, ListFilter } from "../../web/list-view/definition.ts";
import { ListView } from "../../web/list-view/ListView.tsx";
import { DELETE } from "../../web/list-view/standard.tsx";
import { useDialogAddress } from "../../web/navigation/use-dialog-address.ts";
import { can } from "../../web/session/session.ts";

const NewRole = lazyComponent(async () => (await import("./RoleDialog.tsx")).NewRole);
const EditRole = lazyComponent(async () => (await import("./RoleDialog.tsx")).EditRole);

/** All roles. `?new=1` opens the dialog that makes one, `?edit=<id>` the one that changes it. */
export function RolesPage() {
  const [doomed, setDoomed] = useState<RoleRow>();
  const mayWrite = can("can_write", "Role");
  const { isNew, edited, openNew, openEdit, close } = useDialogAddress("/roles/", mayWrite);
  const definition = useMemo(
    () => roleList({ mayWrite, onEdit: ({ id }) => openEdit(id), onDelete: setDoomed }),
    [mayWrite, openEdit],
  );
  return (
    <ListView
      definition={definition}
      actions={
        mayWrite ? (
          <Button type="primary" icon={<Plus size={16} />} onClick={openNew}>
            New role
          </Button>
        ) : undefined
      }
    >
      {isNew ? <NewRole onClose={close} /> : null}
      {edited > 0 ? <EditRole key={edited} id={edited} onClose={close} /> : null}
      {doomed ? <DeleteRole row={doomed} onClose={() => setDoomed(undefined)} /> : null}
    </ListView>
  );
}

function DeleteRole({ row, onClose }: { row: RoleRow; onClose(): void }) {
  const [busy, setBusy] = useState(false);
  const remove = useDelete({ remove: roles.remove }, { key: "roles" });
  const confirm = async () => {
    setBusy(true);
    await remove([row], NOUN);
    setBusy(false);
    onClose();
  };
  const { length } = row.user_ids;
  return (
    <ConfirmDelete open title="Delete role?" verb="Delete role" busy={busy} onConfirm={confirm} onClose={onClose}>
      <p>
        <strong>{row.name}</strong> will be deleted for good.{" "}
        {length === 0 ? "Nobody has it." : `${length} ${length === 1 ? "user loses" : "users lose"} its rights.`}
      </p>
    </ConfirmDelete>
  );
}

interface RoleRow {
  id: number;
  name: string;
  user_ids: number[];
  permission_ids: number[];
}

const NOUN = { one: "role", many: "roles" } as const;

interface RoleActs {
  mayWrite: boolean;
  onEdit(row: RoleRow): void;
  onDelete(row: RoleRow): void;
}

const FILTERS: readonly ListFilter[] = [{ kind: "search", id: "name", key: "search", label: "Name", operator: "ct" }];

const COLUMNS: ListDefinition<RoleRow>["columns"] = [
  { id: "name", header: "Name", sort: "name", cell: () => null },
  { id: "user_ids", header: "Users", width: "16%", align: "end", cell: (row) => row.user_ids.length },
  { id: "permission_ids", header: "Rights", width: "16%", align: "end", cell: (row) => row.permission_ids.length },
];

/** What people may be. */
function roleList({ mayWrite, onEdit, onDelete }: RoleActs): ListDefinition<RoleRow> {
  return {
    key: "roles",
    title: "Roles",
    noun: NOUN,
    columns: COLUMNS,
    filters: FILTERS,
    initialSort: { column: "name", order: "asc" },
    sorts: [],
    select: ["id", "name", "user_ids", "permission_ids"],
    load: (q, signal) => call(roles.search, { q: { ...q, filters: q.filters ?? [] } }, { signal }),
    nameOf: (row) => row.name,
    ...(mayWrite ? { addressOf: (row: RoleRow) => `/roles/?edit=${row.id}` } : {}),
    rowActions: mayWrite
      ? [
          { key: "edit", label: "Edit", icon: PencilLine, inline: true, run: onEdit },
          { ...DELETE, run: onDelete },
        ]
      : [],
    bulkActions: [],
    emptyIcon: KeyRound,
    empty: { title: "No roles yet", text: "A role gives its people rights." },
  };
}
