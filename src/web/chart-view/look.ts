import type { Drawing } from "../../chart-seam/chart-type.ts";
import { type ChartState, isServerUnreachable, staleSince } from "./chart-state.ts";
import type { LiveResults } from "./live-chart.ts";

interface Look {
  isBusy: boolean;
  status: ChartState["status"];
  stale: number | undefined;
  picture: Drawing | undefined;
  isDimmed: boolean;
  hasSkeleton: boolean;
}

/**
 * The last chart stays visible: dimmed while loading, when stopped or when the server is unreachable, and undimmed
 * after a failed refresh of the same queries. After the failure of another query it is hidden.
 */
export function lookOf(state: ChartState, drawing: Drawing | Error | undefined, live: LiveResults | null = null): Look {
  const status = statusOf(state, live);
  const isBusy = status === "loading" || status === "waiting";
  const drawn = drawnOf(drawing);
  const isLost = isServerUnreachable(state);
  const stale = isLost && !drawn ? undefined : staleSince(state);
  const isOfAnother = state.status === "invalid" || (state.status === "failed" && stale === undefined);
  return {
    isBusy,
    status,
    stale,
    picture: isOfAnother || !state.results ? undefined : drawn,
    isDimmed: live ? live.isStale : isBusy || state.status === "stopped" || isLost,
    hasSkeleton: isBusy && !drawn,
  };
}

/** Numbers of the range that was just selected only wait to be confirmed. */
function statusOf({ status }: ChartState, live: LiveResults | null): ChartState["status"] {
  return live?.until && !live.isStale && status === "loading" ? "ready" : status;
}

function drawnOf(drawing: Drawing | Error | undefined): Drawing | undefined {
  return drawing === undefined || drawing instanceof Error || drawing.isEmpty ? undefined : drawing;
}
