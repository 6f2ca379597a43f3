import { ChangesTable } from "../../../features/changes/ChangesTable.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { closeDialog } from "../state/dialogs.ts";
import { useDerivedState, useExplore } from "../workbench/store-context.ts";

export function ChangesDialog() {
  const { altered, isRenamed } = useDerivedState();
  const name = useExplore((state) => state.name);
  const savedName = useExplore((state) => state.savedName);
  const discard = useExplore((state) => state.discard);
  const changed = altered.map((row) => ({ key: row.name, ...row }));
  const rows = isRenamed
    ? [{ key: "slice_name", label: "Name", before: savedName || "N/A", after: name || "N/A" }, ...changed]
    : changed;
  return (
    <Dialog
      open
      title="Chart changes"
      width={720}
      onClose={closeDialog}
      cancelLabel="Close"
      primary={{
        label: "Discard changes",
        danger: true,
        disabled: rows.length === 0,
        onClick: () => {
          discard();
          closeDialog();
        },
      }}
    >
      {rows.length === 0 ? (
        <p>No unsaved changes.</p>
      ) : (
        <ChangesTable heads={["Control", "Before", "After"]} rows={rows} />
      )}
    </Dialog>
  );
}
