import { onDemand } from "../../ui/on-demand.tsx";
import type { DatasetEditorProps } from "./EditorDialog.tsx";

const EditorDialog = onDemand(async () => (await import("./EditorDialog.tsx")).EditorDialog);

/** Edits a dataset: source, metrics, columns, calculated columns and settings, saved as a whole. Its code comes when it opens. */
export function DatasetEditor(props: DatasetEditorProps) {
  return <EditorDialog {...props} />;
}
