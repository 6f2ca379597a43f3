import type { ChartDataResult, QueryContext } from "../../model/query-context.ts";
import type { ApiError } from "../errors.ts";

/**
 * What a chart is doing, as the pages around it see it. Results of the last successful run stay until new ones come,
 * so that the picture can stay on screen, dimmed, while fresh data loads or after a failure.
 */
export type ChartStatus = "waiting" | "invalid" | "loading" | "ready" | "failed" | "stopped";

export interface ChartState {
  status: ChartStatus;
  /** Of the last successful run; one per query. */
  results?: readonly ChartDataResult[];
  /** Set when status is `failed`. */
  error?: ApiError;
  /** Required controls without a value, when status is `invalid`: control -> message. */
  problems?: Readonly<Record<string, string>>;
  /** The context of the current or last run. */
  context?: QueryContext;
  /** Epoch milliseconds. */
  startedAt?: number;
  finishedAt?: number;
  /** Stops a run under way. */
  stop?: () => void;
}

/** When the data was read from the database, epoch milliseconds; undefined when it is fresh from this run. */
export function cachedAt(state: ChartState): number | undefined {
  const times = (state.results ?? [])
    .map((result) => result.cached_dttm)
    .filter((text): text is string => typeof text === "string")
    .map((text) => Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`));
  return times.length > 0 ? Math.min(...times) : undefined;
}

/** Rows of the first query that the database gave. */
export function rowCountOf(state: ChartState): number | undefined {
  const [first] = state.results ?? [];
  return first?.sql_rowcount ?? first?.rowcount ?? undefined;
}

/** The limit that cut the first query's rows, if it did. */
export function limitReached(state: ChartState): number | undefined {
  const limit = state.context?.queries[0]?.row_limit;
  const rows = rowCountOf(state);
  return limit && rows !== undefined && rows >= limit ? limit : undefined;
}
