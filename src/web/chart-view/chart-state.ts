import type { ChartPart } from "../../chart-seam/chart-type.ts";
import type { ChartDataResult, QueryContext } from "../../model/query-context.ts";
import type { ApiError } from "../client/errors.ts";
import type { ChartLoad } from "./profiler.ts";

/**
 * Chart state for the surrounding page. Results of the last successful run stay until new ones arrive, so that the
 * chart stays visible, dimmed, while loading or after a failure.
 */
export type ChartStatus = "waiting" | "invalid" | "loading" | "ready" | "failed" | "stopped";

export interface ChartState {
  status: ChartStatus;
  /** Of the last successful run; one per query. */
  results?: readonly ChartDataResult[];
  parts?: readonly ChartPart[];
  failedParts?: number;
  /** For a grid of charts: how many cells have results. Cells load as they become visible; `askAll` loads all. */
  cells?: { answered: number; all: number; askAll(): void };
  /** The run that returned the results; `at` in epoch milliseconds. */
  answered?: { context: QueryContext; at: number };
  error?: ApiError;
  /** Control -> message. Set if `status` is `invalid`. */
  problems?: Readonly<Record<string, string>>;
  context?: QueryContext;
  startedAt?: number;
  finishedAt?: number;
  stop?: () => void;
  /** Of the last run, on a profiled page. */
  load?: ChartLoad | undefined;
}

/** Epoch milliseconds; undefined if loaded by this run. */
export function cachedAt(state: ChartState): number | undefined {
  const times = (state.results ?? [])
    .map((result) => result.cached_dttm)
    .filter((text): text is string => typeof text === "string")
    .map((text) => Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`));
  return times.length > 0 ? Math.min(...times) : undefined;
}

/** Epoch milliseconds when the shown data was read from the database. */
export function queriedAt(state: ChartState): number | undefined {
  return state.results && (cachedAt(state) ?? state.answered?.at);
}

export function rowCountOf(state: ChartState): number | undefined {
  const [first] = state.results ?? [];
  return first?.sql_rowcount ?? first?.rowcount ?? undefined;
}

export function limitReached(state: ChartState): number | undefined {
  const limit = state.context?.queries[0]?.row_limit;
  const rows = rowCountOf(state);
  return limit && rows !== undefined && rows >= limit ? limit : undefined;
}

export function isServerUnreachable({ status, error }: ChartState): boolean {
  return status === "failed" && error?.kind === "network";
}

/**
 * Time of stale data: a refresh of the same queries failed, or the server couldn't be reached for this dataset.
 * Undefined if data is fresh or must not be shown.
 */
export function staleSince(state: ChartState): number | undefined {
  const { status, answered, context, error } = state;
  if (status !== "failed" || !state.results || !answered || !context) return undefined;
  if (error && ([401, 403, 404].includes(error.status) || asksAuthorization(error))) return undefined;
  const isOfDataset = answered.context.datasource.id === context.datasource.id;
  const canShow = isServerUnreachable(state) ? isOfDataset : queriesOf(answered.context) === queriesOf(context);
  return canShow ? (cachedAt(state) ?? answered.at) : undefined;
}

/** The failure has the authorization link, so it must not be hidden by a chart. */
function asksAuthorization({ errors }: ApiError): boolean {
  return errors.some(({ error_type }) => error_type === "OAUTH2_REDIRECT_ERROR");
}

/** Drops results of another dataset, and of earlier queries after a failure. */
export function withoutOtherResults(state: ChartState, datasource: string): ChartState {
  const { answered, context, status } = state;
  if (!answered) return state;
  const isMoved = `${answered.context.datasource.id}__${answered.context.datasource.type}` !== datasource;
  const isOther = status === "failed" && (!context || queriesOf(answered.context) !== queriesOf(context));
  if (!isMoved && !isOther) return state;
  const { results: _, parts: __, answered: ___, ...rest } = state;
  return rest;
}

/** Identity of the queries, without form data that only affects drawing, and without `force`. */
export function queriesOf(context: QueryContext): string {
  return JSON.stringify({ ...context, form_data: undefined, force: undefined });
}
