import { useState } from "react";
import { remove } from "../../api/folder/contract.ts";
import { t } from "../../i18n/translate.ts";
import { ConfirmDelete } from "../../ui/ConfirmDelete.tsx";
import { call } from "../../web/client/client.ts";
import { toast } from "../../web/toasts/toasts.ts";
import { type Folder, reloadFolders, useFolders } from "./folders.ts";

interface DeleteFolderProps {
  folder: Folder;
  onClose(): void;
  onDeleted(): void;
}

export function DeleteFolder({ folder, onClose, onDeleted }: DeleteFolderProps) {
  const { folders } = useFolders();
  const [isBusy, setBusy] = useState(false);
  const parent = folders.find(({ id }) => id === folder.parent_id);
  const confirm = async () => {
    setBusy(true);
    try {
      await call(remove, { params: { id: `${folder.id}` } } as never);
      reloadFolders(["chart", "dashboard", "dataset"]);
      toast.success(t("Deleted: {name}", { name: folder.name }));
      onDeleted();
    } catch (error) {
      toast.error(error);
    }
    setBusy(false);
    onClose();
  };
  return (
    <ConfirmDelete
      open
      title={t("Delete folder {name}?", { name: folder.name })}
      verb={t("Delete folder")}
      busy={isBusy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>
        {parent
          ? t("Nothing in it is deleted: its items and folders move to {parent}.", { parent: parent.name })
          : t("Nothing in it is deleted: its folders move to the top level, and its items are in no folder.")}
      </p>
      <p>{t("Access that this folder gives to editors and roles ends.")}</p>
    </ConfirmDelete>
  );
}
