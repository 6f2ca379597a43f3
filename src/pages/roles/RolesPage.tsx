import { Button } from "antd";
import { KeyRound, PencilLine, Plus, Table2 } from "lucide-react";
import { useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { roles } from "../../api/security/roles-contract.ts";
import { accessAction } from "../../features/access/index.ts";
import { rich } from "../../i18n/rich.tsx";
import { t } from "../../i18n/translate.ts";
import { textOfRole } from "../../model/built-in-roles.ts";
import { ConfirmDelete } from "../../ui/ConfirmDelete.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { call } from "../../web/client/client.ts";
import { HeaderButton } from "../../web/components/HeaderButton.tsx";
import { useDelete } from "../../web/dialogs/delete.ts";
import type { ListDefinition, ListFilter } from "../../web/list-view/definition.ts";
import { ListView } from "../../web/list-view/ListView.tsx";
import { DELETE } from "../../web/list-view/standard.tsx";
import { useDialogAddress } from "../../web/navigation/use-dialog-address.ts";
import { can } from "../../web/session/session.ts";

const NewRole = lazyComponent(async () => (await import("./RoleDialog.tsx")).NewRole);
const EditRole = lazyComponent(async () => (await import("./RoleDialog.tsx")).EditRole);

/** `?new=1` opens a dialog for a new role, `?edit=<id>` the one for an existing role. */
export function RolesPage() {
  const [roleToDelete, setRoleToDelete] = useState<RoleRow>();
  const navigate = useNavigate();
  const canWrite = can("can_write", "Role");
  const { isNew, edited, openNew, openEdit, close } = useDialogAddress("/roles/", canWrite);
  const definition = useMemo(
    () => roleList({ canWrite, onEdit: ({ id }) => openEdit(id), onDelete: setRoleToDelete }),
    [canWrite, openEdit],
  );
  return (
    <ListView
      definition={definition}
      actions={
        <>
          <HeaderButton
            label={t("Data access")}
            icon={<Table2 size={16} />}
            onClick={() => void navigate("/roles/data/")}
          />
          {canWrite ? (
            <Button type="primary" icon={<Plus size={16} />} onClick={openNew}>
              {t("New role")}
            </Button>
          ) : null}
        </>
      }
    >
      {isNew ? <NewRole onClose={close} /> : null}
      {edited > 0 ? <EditRole key={edited} id={edited} onClose={close} /> : null}
      {roleToDelete ? <DeleteRole row={roleToDelete} onClose={() => setRoleToDelete(undefined)} /> : null}
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
    <ConfirmDelete
      open
      title={t("Delete role?")}
      verb={t("Delete role")}
      busy={busy}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        {rich(
          "<strong>{name}</strong> will be permanently deleted. {users, plural, =0 {No user has this role.} one {# user loses the role's permissions.} other {# users lose the role's permissions.}}",
          { users: length, name: row.name, strong: (name) => <strong>{name}</strong> },
        )}
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

interface RoleListOptions {
  canWrite: boolean;
  onEdit(row: RoleRow): void;
  onDelete(row: RoleRow): void;
}

const FILTERS: readonly ListFilter[] = [
  { kind: "search", id: "name", key: "search", label: t("Name"), operator: "ct" },
];

function roleText(name: string): string | undefined {
  const text = textOfRole(name);
  return text && t(text);
}

const COLUMNS: ListDefinition<RoleRow>["columns"] = [
  { id: "name", header: t("Name"), sort: "name", cell: ({ name }) => roleText(name) },
  {
    id: "user_ids",
    header: t("Users"),
    width: "16%",
    align: "end",
    from: 640,
    cell: (row) => row.user_ids.length,
    below: (row) => t("{count, plural, one {# user} other {# users}}", { count: row.user_ids.length }),
  },
  {
    id: "permission_ids",
    header: t("Permissions"),
    width: "16%",
    align: "end",
    from: 640,
    cell: (row) => row.permission_ids.length,
    below: (row) =>
      t("{count, plural, one {# permission} other {# permissions}}", { count: row.permission_ids.length }),
  },
];

function roleList({ canWrite, onEdit, onDelete }: RoleListOptions): ListDefinition<RoleRow> {
  return {
    key: "roles",
    title: t("Roles"),
    noun: NOUN,
    columns: COLUMNS,
    filters: FILTERS,
    initialSort: { column: "name", order: "asc" },
    sorts: [],
    select: ["id", "name", "user_ids", "permission_ids"],
    load: (q, signal) => call(roles.search, { q: { ...q, filters: q.filters ?? [] } }, { signal }),
    nameOf: (row) => row.name,
    ...(canWrite ? { addressOf: (row: RoleRow) => `/roles/?edit=${row.id}` } : {}),
    rowActions: canWrite
      ? [
          { key: "edit", label: t("Edit"), icon: PencilLine, inline: true, run: onEdit },
          accessAction<RoleRow>(({ id, name }) => ({ subject: { kind: "role", id, name } })),
          { ...DELETE, run: onDelete },
        ]
      : [],
    bulkActions: [],
    emptyIcon: KeyRound,
    empty: { title: t("No roles yet"), text: t("Roles group permissions and are assigned to users.") },
  };
}
