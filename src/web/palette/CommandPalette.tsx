import { Dialog } from "../../ui/Dialog.tsx";

export function CommandPalette({ onClose }: { onClose(): void; onHelp(): void }) {
  return (
    <Dialog open title="Search" onClose={onClose}>
      {null}
    </Dialog>
  );
}
