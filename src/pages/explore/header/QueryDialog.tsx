import { Dialog } from "../../../ui/Dialog.tsx";
import { SqlView } from "../results/SqlView.tsx";
import { closeDialog } from "./dialogs.ts";

/** The SQL of the chart on its own. */
export function QueryDialog() {
  return (
    <Dialog open title="View query" width={720} onClose={closeDialog}>
      <SqlView />
    </Dialog>
  );
}
