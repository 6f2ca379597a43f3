import type { ChartPart } from "../../chart-seam/chart-type.ts";
import type { ChartDataResult, QueryContext } from "../../model/query-context.ts";
import type { ApiError } from "../client/errors.ts";

/**
 * What a chart is doing, as the pages around it see it. Results of the last successful run stay until new ones come,
 * so that the picture can stay on screen, dimmed, while fresh data loads or after a failure.
 */
export type ChartStatus = "waiting" | "invalid" | "loading" | "ready" | "failed" | "stopped";

export interface ChartState {
  status: ChartStatus;
  /** Of the last successful run; one per query. */
  results?: readonly ChartDataResult[];
  /** Of charts that are made of others: those, with their data, and how many could not be had. */
  parts?: readonly ChartPart[];
  failedParts?: number;
  /** Of a grid of charts: of how many the results are, as those that come into view are asked for, or all. */
  cells?: { answered: number; all: number; askAll(): void };
  /** The run that gave the results: what it asked for and when it was answered, epoch milliseconds. */
  answered?: { context: QueryContext; at: number };
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

/** When the data on screen was read from the database, epoch milliseconds. */
export function queriedAt(state: ChartState): number | undefined {
  return state.results && (cachedAt(state) ?? state.answered?.at);
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

/** True when the last run could not reach the server. */
export function isUnreached({ status, error }: ChartState): boolean {
  return status === "failed" && error?.kind === "network";
}

/**
 * Since when the picture is behind: a refresh of the same queries failed, or the server could not be asked anything of
 * the dataset. Undefined when it is not, or must not show.
 */
export function staleSince(state: ChartState): number | undefined {
  const { status, answered, context, error } = state;
  if (status !== "failed" || !state.results || !answered || !context) return undefined;
  if (error && ([401, 403, 404].includes(error.status) || asksAuthorization(error))) return undefined;
  const isOfDataset = answered.context.datasource.id === context.datasource.id;
  const isKept = isUnreached(state) ? isOfDataset : queriesOf(answered.context) === queriesOf(context);
  return isKept ? (cachedAt(state) ?? answered.at) : undefined;
}

/** The way to give it is in the failure itself, which a picture must not hide. */
function asksAuthorization({ errors }: ApiError): boolean {
  return errors.some(({ error_type }) => error_type === "OAUTH2_REDIRECT_ERROR");
}

/** The state without answers to another question: of another dataset, or kept behind a failure of a new question. */
export function withoutOtherAnswers(state: ChartState, datasource: string): ChartState {
  const { answered, context, status } = state;
  if (!answered) return state;
  const isMoved = `${answered.context.datasource.id}__${answered.context.datasource.type}` !== datasource;
  const isOther = status === "failed" && (!context || queriesOf(answered.context) !== queriesOf(context));
  if (!isMoved && !isOther) return state;
  const { results: _, parts: __, answered: ___, ...rest } = state;
  return rest;
}

/** Identity of what a context asks for; form data that only redraws and the way past the cache are not part of it. */
export function queriesOf(context: QueryContext): string {
  return JSON.stringify({ ...context, form_data: undefined, force: undefined });
}
