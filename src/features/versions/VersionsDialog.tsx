import { lazyComponent } from "../../ui/lazy-component.tsx";

/** The versions of a chart, dashboard or dataset: who saved what and when, what differs from now, and the way back. */
export const VersionsDialog = lazyComponent(async () => (await import("./VersionsFrame.tsx")).VersionsFrame);
