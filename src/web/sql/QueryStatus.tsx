import { Pill, type PillTone } from "../../ui/Pill.tsx";

const STATES: Readonly<Record<string, readonly [words: string, tone: PillTone]>> = {
  offline: ["Offline", "error"],
  failed: ["Failed", "error"],
  stopped: ["Stopped", "error"],
  timed_out: ["Timed out", "error"],
  started: ["Started", "info"],
  scheduled: ["Scheduled", "info"],
  pending: ["Pending", "info"],
  fetching: ["Fetching", "info"],
  running: ["Running", "warning"],
  success: ["Succeeded", "success"],
};

export const queryStatusText = (status: string): string => STATES[status]?.[0] ?? sentenceCase(status);

function sentenceCase(status: string): string {
  const words = status.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function QueryStatus({ status = "" }: { status: string | undefined }) {
  return <Pill tone={STATES[status]?.[1] ?? "neutral"}>{queryStatusText(status)}</Pill>;
}
