import { Button } from "antd";
import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { users } from "../../api/security/accounts-contract.ts";
import { rich } from "../../i18n/rich.tsx";
import { t } from "../../i18n/translate.ts";
import { ConfirmDelete } from "../../ui/ConfirmDelete.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { useDelete } from "../../web/dialogs/delete.ts";
import { ListView } from "../../web/list-view/ListView.tsx";
import { useDialogAddress } from "../../web/navigation/use-dialog-address.ts";
import { can, useUser } from "../../web/session/session.ts";
import { NOUN, nameOf, type UserRow, userList } from "./user-list.tsx";

const NewUser = lazyComponent(async () => (await import("./UserDialog.tsx")).NewUser);
const EditUser = lazyComponent(async () => (await import("./UserDialog.tsx")).EditUser);

/** `?new=1` opens a dialog for a new user, `?edit=<id>` the one for an existing user. */
export function UsersPage() {
  const [userToDelete, setUserToDelete] = useState<UserRow>();
  const { userId } = useUser();
  const canWrite = can("can_write", "User");
  const { isNew, edited, openNew, openEdit, close } = useDialogAddress("/users/", canWrite);
  const definition = useMemo(
    () =>
      userList({
        canWrite,
        ownId: userId,
        onEdit: ({ id }) => openEdit(id),
        onDelete: setUserToDelete,
      }),
    [canWrite, userId, openEdit],
  );
  return (
    <ListView
      definition={definition}
      actions={
        canWrite ? (
          <Button type="primary" icon={<Plus size={16} />} onClick={openNew}>
            {t("New user")}
          </Button>
        ) : undefined
      }
    >
      {isNew ? <NewUser onClose={close} /> : null}
      {edited > 0 ? <EditUser key={edited} id={edited} onClose={close} /> : null}
      {userToDelete ? <DeleteUser row={userToDelete} onClose={() => setUserToDelete(undefined)} /> : null}
    </ListView>
  );
}

function DeleteUser({ row, onClose }: { row: UserRow; onClose(): void }) {
  const [busy, setBusy] = useState(false);
  const remove = useDelete({ remove: users.remove }, { key: "users" });
  const confirm = async () => {
    setBusy(true);
    await remove([{ id: row.id, name: nameOf(row) }], NOUN);
    setBusy(false);
    onClose();
  };
  return (
    <ConfirmDelete
      open
      title={t("Delete user?")}
      verb={t("Delete user")}
      busy={busy}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        {rich(
          "<strong>{name}</strong> will be signed out and permanently deleted. To block sign-in without deleting the user, deactivate them instead. They'll keep everything they own.",
          { name: nameOf(row), strong: (name) => <strong>{name}</strong> },
        )}
      </p>
    </ConfirmDelete>
  );
}
