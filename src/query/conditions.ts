import { t } from "../i18n/translate.ts";
import { columnLabel, type QueryFilter } from "../model/adhoc.ts";
import { badRequest } from "../model/errors.ts";
import { DAY_MS } from "./calendar.ts";
import { type FilterContext, filterCondition } from "./filters.ts";
import { isTemporalRange, type NormalQuery } from "./normal-query.ts";
import { typeOfColumn } from "./query-dataset.ts";
import { checkedExpression, columnOf, datasetColumnSql, type SqlContext } from "./select-items.ts";
import type { Templates } from "./templates/templates.ts";
import type { TimeAnchors } from "./time-expression.ts";
import { rangeCondition } from "./time-literal.ts";
import { unshifterOf } from "./time-offsets.ts";
import { isFixedTimeRange, parseTimeRange, type TimeRange } from "./time-range.ts";

export interface Conditions {
  where: string[];
  having: string[];
  applied: { column: string }[];
  rejected: { column: string; reason: string }[];
  bounds: TimeRange;
  /** Moves result times back from the query's `time_shift`; undefined without a shift. */
  unshift: ((ms: number) => number) | undefined;
  isRelativeToNow: boolean;
  /** Length of the shortest range that depends on the time of day, in milliseconds; null without one. */
  movingMs: number | null;
}

export interface ConditionsInput {
  /** Wall clock: milliseconds of the local clock, counted as if they were UTC. */
  now: number;
  /** Shifts all time bounds, after the query's own shifts. */
  timeOffset: string | undefined;
  removed?: ReadonlySet<string> | undefined;
}

export function conditionsOf(writing: SqlContext, query: NormalQuery, input: ConditionsInput): Conditions {
  const anchors: TimeAnchors = { now: input.now, relativeStart: query.relativeStart, relativeEnd: query.relativeEnd };
  const ranges = [query.timeRange];
  let movingMs: number | null = null;
  const resolveRange = (text: string) => {
    ranges.push(text);
    const range = parseTimeRange(text, anchors, [query.timeShift, query.instantShift, input.timeOffset]);
    if (!isFixedTimeRange(text) && !isOfWholeDays(range)) movingMs = Math.min(movingMs ?? Infinity, lengthOf(range));
    return range;
  };
  const filtering: FilterContext = { ...writing, metrics: query.metrics, resolveRange };
  const bounds = resolveRange(query.timeRange);
  const isTimeRemoved = query.granularity !== null && input.removed?.has(query.granularity);
  const where = isTimeRemoved ? [] : timeConditions(writing, query, bounds);
  const having: string[] = [];
  const applied: Conditions["applied"] = [];
  const rejected: Conditions["rejected"] = [];
  for (const filter of query.filters) {
    if (input.removed?.has(columnLabel(filter.col))) {
      applied.push({ column: columnLabel(filter.col) });
      continue;
    }
    const outcome = filterCondition(filtering, filter);
    if (outcome.kind === "rejected") {
      rejected.push({ column: outcome.column, reason: outcome.reason });
      continue;
    }
    applied.push({ column: outcome.column });
    if (outcome.sql) (outcome.kind === "where" ? where : having).push(outcome.sql);
  }
  where.push(...mainTimeConditions(filtering, query));
  where.push(...fetchPredicate(writing, query));
  if (query.where) where.push(checkedExpression(writing, query.where, "where"));
  if (query.having) having.push(checkedExpression(writing, query.having, "having"));
  const { timeShift, timeRange } = query;
  const unshift = timeShift ? unshifterOf(timeShift, parseTimeRange(timeRange, anchors), bounds) : undefined;
  const isRelativeToNow = !ranges.every(isFixedTimeRange);
  return { where, having, applied, rejected, bounds, unshift, isRelativeToNow, movingMs };
}

const isOfWholeDays = ({ since, until }: TimeRange) => (since ?? 0) % DAY_MS === 0 && (until ?? 0) % DAY_MS === 0;

const lengthOf = ({ since, until }: TimeRange) => (until ?? Infinity) - (since ?? -Infinity);

/**
 * Bounds of a query on its time columns, as far as they can be known before its SQL is written: templates may remove
 * filters. A comparison has the same expressions as the query that it is compared with.
 */
export function boundsOf(
  query: NormalQuery,
  { now, timeOffset, templates }: Pick<ConditionsInput, "now"> & { timeOffset?: string; templates?: Templates },
): SqlContext["boundsOf"] {
  const anchors: TimeAnchors = { now, relativeStart: query.relativeStart, relativeEnd: query.relativeEnd };
  return ({ column_name: name }) => {
    const filter = query.filters.find((one) => isTemporalRange(one) && one.col === name && !one.grain);
    const text = query.granularity === name ? query.timeRange : filter?.val;
    if (templates?.isUsed || typeof text !== "string") return { since: null, until: null };
    const shifts = [query.timeShift, query.instantShift];
    const [own, shifted] = [undefined, timeOffset].map((offset) => parseTimeRange(text, anchors, [...shifts, offset]));
    return {
      since: own?.since == null || shifted?.since == null ? null : Math.min(own.since, shifted.since),
      until: own?.until == null || shifted?.until == null ? null : Math.max(own.until, shifted.until),
    };
  };
}

export function timeColumnOf({ dataset }: SqlContext, name: string) {
  const column = columnOf(dataset, name);
  if (!column) throw badRequest(t('Time column "{name}" does not exist in dataset', { name }));
  return column;
}

function timeConditions(writing: SqlContext, query: NormalQuery, bounds: TimeRange): string[] {
  if (!query.granularity) return [];
  const { dataset } = writing;
  const names = new Set([query.granularity]);
  if (dataset.always_filter_main_dttm && dataset.main_dttm_col) names.add(dataset.main_dttm_col);
  return [...names].flatMap((name) => boundsOn(writing, name, bounds));
}

function boundsOn(writing: SqlContext, name: string, bounds: TimeRange): string[] {
  const column = timeColumnOf(writing, name);
  const subject = { sql: datasetColumnSql(writing, column), type: "temporal" as const, column };
  const sql = rangeCondition(writing, subject, bounds);
  return sql === null ? [] : [sql];
}

function mainTimeConditions(filtering: FilterContext, query: NormalQuery): string[] {
  const { dataset } = filtering;
  const main = dataset.main_dttm_col;
  if (!dataset.always_filter_main_dttm || !main || query.granularity) return [];
  const ranges = query.filters.filter((filter) => isTemporalRange(filter) && isTimeColumn(filtering, filter));
  if (ranges.some((filter) => filter.col === main)) return [];
  return ranges.flatMap(({ val }) =>
    typeof val === "string" ? boundsOn(filtering, main, filtering.resolveRange(val)) : [],
  );
}

function isTimeColumn({ dataset }: SqlContext, { col }: QueryFilter): boolean {
  const column = typeof col === "string" ? columnOf(dataset, col) : undefined;
  return column !== undefined && (column.is_dttm || typeOfColumn(column) === "temporal");
}

function fetchPredicate(writing: SqlContext, query: NormalQuery): string[] {
  const predicate = writing.dataset.fetch_values_predicate;
  return query.useFetchPredicate && predicate?.trim() ? [checkedExpression(writing, predicate, "where")] : [];
}
