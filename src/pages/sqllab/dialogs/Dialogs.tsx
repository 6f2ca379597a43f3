import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { useLab, useLabState } from "../state/lab-context.ts";

const SaveDialog = lazyComponent(async () => (await import("./SaveDialog.tsx")).SaveDialog);
const DatasetDialog = lazyComponent(async () => (await import("./DatasetDialog.tsx")).DatasetDialog);
const ParametersDialog = lazyComponent(async () => (await import("./ParametersDialog.tsx")).ParametersDialog);
const CreationDialog = lazyComponent(async () => (await import("./CreationDialog.tsx")).CreationDialog);
const RenameDialog = lazyComponent(async () => (await import("./RenameDialog.tsx")).RenameDialog);
const CostDialog = lazyComponent(async () => (await import("./CostDialog.tsx")).CostDialog);
const ScheduleDialog = lazyComponent(async () => (await import("./ScheduleDialog.tsx")).ScheduleDialog);
const SqlDialog = lazyComponent(async () => (await import("./SqlDialog.tsx")).SqlDialog);

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
