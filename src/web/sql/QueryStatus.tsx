import { Pill, type PillTone } from "../../ui/Pill.tsx";

const TONES: Readonly<Record<string, PillTone>> = {
  offline: "error",
  failed: "error",
  stopped: "error",
  timed_out: "error",
  pending: "info",
  fetching: "info",
  running: "warning",
  success: "success",
};

/** How a query of the SQL editor stands. */
export function QueryStatus({ status = "" }: { status: string | undefined }) {
  return <Pill tone={TONES[status] ?? "neutral"}>{status.replace("_", " ")}</Pill>;
}
