import { lazyComponent } from "../../ui/lazy-component.tsx";

export { dragItems } from "./drag-items.ts";
export type { PlacedItem, PlacedType } from "./folders.ts";
export { FolderButton, folderFilter, folderPlaces } from "./places.tsx";

export const MoveDialog = lazyComponent(async () => (await import("./MoveDialog.tsx")).MoveDialog);
