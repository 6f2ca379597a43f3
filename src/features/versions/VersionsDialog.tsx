import { onDemand } from "../../ui/on-demand.tsx";
import type { VersionsProps } from "./VersionsFrame.tsx";

const VersionsFrame = onDemand(async () => (await import("./VersionsFrame.tsx")).VersionsFrame);

/** The versions of a chart, dashboard or dataset: who saved what and when, what differs from now, and the way back. */
export function VersionsDialog(props: VersionsProps) {
  return <VersionsFrame {...props} />;
}
