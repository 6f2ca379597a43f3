import { lazyComponent } from "../../../ui/lazy-component.tsx";

export const MetricEditor = lazyComponent(async () => (await import("./MetricEditor.tsx")).MetricEditor);
export const ColumnEditor = lazyComponent(async () => (await import("./ColumnEditor.tsx")).ColumnEditor);
export const FilterEditor = lazyComponent(
  async () => (await import("../../../features/adhoc/FilterEditor.tsx")).FilterEditor,
);
