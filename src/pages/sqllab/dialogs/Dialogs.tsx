import { onDemand } from "../../../ui/on-demand.tsx";
import { useLab, useLabState } from "../state/lab-context.ts";

const SaveDialog = onDemand(async () => (await import("./SaveDialog.tsx")).SaveDialog);
const DatasetDialog = onDemand(async () => (await import("./DatasetDialog.tsx")).DatasetDialog);
const ParametersDialog = onDemand(async () => (await import("./ParametersDialog.tsx")).ParametersDialog);
const CreationDialog = onDemand(async () => (await import("./CreationDialog.tsx")).CreationDialog);
const RenameDialog = onDemand(async () => (await import("./RenameDialog.tsx")).RenameDialog);
const CostDialog = onDemand(async () => (await import("./CostDialog.tsx")).CostDialog);
const ScheduleDialog = onDemand(async () => (await import("./ScheduleDialog.tsx")).ScheduleDialog);
const SqlDialog = onDemand(async () => (await import("./SqlDialog.tsx")).SqlDialog);

/** The dialog that is open, of the tab in front. */
export function Dialogs() {
  const lab = useLab();
  const dialog = useLabState((state) => state.dialog);
  const onClose = () => lab.store.setState({ dialog: null });
  switch (dialog) {
    case "save":
      return <SaveDialog onClose={onClose} />;
    case "schedule":
      return <ScheduleDialog onClose={onClose} />;
    case "dataset":
      return <DatasetDialog onClose={onClose} />;
    case "parameters":
      return <ParametersDialog onClose={onClose} />;
    case "create-table":
      return <CreationDialog onClose={onClose} method="TABLE" />;
    case "create-view":
      return <CreationDialog onClose={onClose} method="VIEW" />;
    case "rename":
      return <RenameDialog onClose={onClose} />;
    case "cost":
      return <CostDialog onClose={onClose} />;
    case "sql":
      return <SqlDialog onClose={onClose} />;
    case null:
      return null;
  }
}
