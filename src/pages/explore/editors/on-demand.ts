import { onDemand } from "../../../ui/on-demand.tsx";

/** The popovers' editors come when the first of them is opened. */
export const MetricEditor = onDemand(async () => (await import("./MetricEditor.tsx")).MetricEditor);
export const ColumnEditor = onDemand(async () => (await import("./ColumnEditor.tsx")).ColumnEditor);
export const FilterEditor = onDemand(
  async () => (await import("../../../features/adhoc/FilterEditor.tsx")).FilterEditor,
);
