import { lazyComponent } from "../../ui/lazy-component.tsx";

/** The dialog of a list page, loaded when it opens. */
export const ListImport = lazyComponent(async () => (await import("./ImportDialog.tsx")).ImportDialog);
