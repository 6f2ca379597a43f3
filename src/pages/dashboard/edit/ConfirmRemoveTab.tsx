import { Dialog } from "../../../ui/Dialog.tsx";

interface Props {
  title: string;
  isEmpty: boolean;
  onCancel(): void;
  onDelete(): void;
}

/** Asks before a tab goes with what is on it. */
export function ConfirmRemoveTab({ title, isEmpty, onCancel, onDelete }: Props) {
  return (
    <Dialog
      open
      title={`Delete tab "${title}"`}
      onClose={onCancel}
      primary={{ label: "Delete tab", danger: true, onClick: onDelete }}
    >
      {isEmpty ? "The tab is empty." : "The tab goes with everything on it."} Undo brings it back.
    </Dialog>
  );
}
