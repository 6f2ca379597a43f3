import { Button } from "antd";
import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { users } from "../../api/security/accounts-contract.ts";
import { ConfirmDelete } from "../../ui/ConfirmDelete.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { useDelete } from "../../web/dialogs/delete.ts";
import { ListView } from "../../web/list-view/ListView.tsx";
import { useDialogAddress } from "../../web/navigation/use-dialog-address.ts";
import { can, useUser } from "../../web/session/session.ts";
import { NOUN, nameOf, type UserRow, userList } from "./user-list.tsx";

const NewUser = lazyComponent(async () => (await import("./UserDialog.tsx")).NewUser);
const EditUser = lazyComponent(async () => (await import("./UserDialog.tsx")).EditUser);

/** Everybody who has an account. `?new=1` opens the dialog that makes one, `?edit=<id>` the one that changes it. */
export function UsersPage() {
  const [doomed, setDoomed] = useState<UserRow>();
  const { userId } = useUser();
  const mayWrite = can("can_write", "User");
  const { isNew, edited, openNew, openEdit, close } = useDialogAddress("/users/", mayWrite);
  const definition = useMemo(
    () =>
      userList({
        mayWrite,
        ownId: userId,
        onEdit: ({ id }) => openEdit(id),
        onDelete: setDoomed,
      }),
    [mayWrite, userId, openEdit],
  );
  return (
    <ListView
      definition={definition}
      actions={
        mayWrite ? (
          <Button type="primary" icon={<Plus size={16} />} onClick={openNew}>
            New user
          </Button>
        ) : undefined
      }
    >
      {isNew ? <NewUser onClose={close} /> : null}
      {edited > 0 ? <EditUser key={edited} id={edited} onClose={close} /> : null}
      {doomed ? <DeleteUser row={doomed} onClose={() => setDoomed(undefined)} /> : null}
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
    <ConfirmDelete open title="Delete user?" verb="Delete user" busy={busy} onConfirm={confirm} onClose={onClose}>
      <p>
        <strong>{nameOf(row)}</strong> will be signed out and deleted for good. Who only should not sign in any more can
        be made inactive instead: what they made stays theirs.
      </p>
    </ConfirmDelete>
  );
}
