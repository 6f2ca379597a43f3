import { lazyComponent } from "../../ui/lazy-component.tsx";

export const VersionsDialog = lazyComponent(async () => (await import("./VersionsFrame.tsx")).VersionsFrame);
