import { lazyComponent } from "../../ui/lazy-component.tsx";

export const DatasetEditor = lazyComponent(async () => (await import("./EditorDialog.tsx")).EditorDialog);
