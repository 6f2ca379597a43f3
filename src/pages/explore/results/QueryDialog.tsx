import { Dialog } from "../../../ui/Dialog.tsx";
import { closeDialog } from "../state/dialogs.ts";
import { SqlView } from "./SqlView.tsx";

/** The SQL of the chart on its own. */
export function QueryDialog() {
  return (
    <Dialog open title="View query" width={720} onClose={closeDialog}>
      <SqlView />
    </Dialog>
  );
}
