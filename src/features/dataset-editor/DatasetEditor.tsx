import { lazyComponent } from "../../ui/lazy-component.tsx";

/** Edits a dataset: source, metrics, columns, calculated columns and settings, saved as a whole. */
export const DatasetEditor = lazyComponent(async () => (await import("./EditorDialog.tsx")).EditorDialog);
