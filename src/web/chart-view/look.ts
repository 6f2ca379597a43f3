import type { Drawing } from "../../chart-seam/chart-type.ts";
import { type ChartState, isUnreached, staleSince } from "./chart-state.ts";

/** What a chart's box shows beside the words of its state. */
interface Look {
  isBusy: boolean;
  /** Since when the picture is behind, when a refresh has failed. */
  stale: number | undefined;
  picture: Drawing | undefined;
  isDimmed: boolean;
  hasSkeleton: boolean;
}

/**
 * What is shown of a state: the last picture stays, dimmed, while fresh data loads, when that was stopped and when the
 * server could not be reached, and as it is when a refresh of the same queries failed. No picture stands behind the
 * failure of another question.
 */
export function lookOf(state: ChartState, drawing: Drawing | Error | undefined): Look {
  const isBusy = state.status === "loading" || state.status === "waiting";
  const drawn = drawnOf(drawing);
  const isLost = isUnreached(state);
  const stale = isLost && !drawn ? undefined : staleSince(state);
  const isOfAnother = state.status === "invalid" || (state.status === "failed" && stale === undefined);
  return {
    isBusy,
    stale,
    picture: isOfAnother || !state.results ? undefined : drawn,
    isDimmed: isBusy || state.status === "stopped" || isLost,
    hasSkeleton: isBusy && !drawn,
  };
}

function drawnOf(drawing: Drawing | Error | undefined): Drawing | undefined {
  return drawing === undefined || drawing instanceof Error || drawing.isEmpty ? undefined : drawing;
}
