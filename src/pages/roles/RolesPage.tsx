import { Button } from "antd";
import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { roles } from "../../api/security/roles-contract.ts";
import { ConfirmDelete } from "../../ui/ConfirmDelete.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { useDelete } from "../../web/dialogs/delete.ts";
import { ListView } from "../../web/list-view/ListView.tsx";
import { useDialogAddress } from "../../web/navigation/use-dialog-address.ts";
import { can } from "../../web/session/session.ts";
import { NOUN, type RoleRow, roleList } from "./role-list.tsx";

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
