import type { QueryFilter } from "../../model/adhoc.ts";
import type { CompileInput } from "../compile.ts";
import { isTemporalRange, type NormalQuery } from "../normal-query.ts";
import type { TimeAnchors } from "../time-expression.ts";
import { parseTimeRange } from "../time-range.ts";
import type { TemplateQuery } from "./macros.ts";

/** The query's time range applies to its time filters, in templates as in the query itself. */
function askedFilters({ filters, time_range: range }: CompileInput["query"]): QueryFilter[] {
  return (filters ?? []).map((filter) => (range && isTemporalRange(filter) ? { ...filter, val: range } : filter));
}

export function templateQueryOf(input: CompileInput, query: NormalQuery): TemplateQuery {
  const anchors: TimeAnchors = { now: input.now, relativeStart: query.relativeStart, relativeEnd: query.relativeEnd };
  const resolveRange = (text: string) =>
    parseTimeRange(text, anchors, [query.timeShift, query.instantShift, input.timeOffset]);
  return {
    dataset: input.dataset,
    dialect: input.dialect,
    columns: query.columns,
    metrics: query.metrics,
    filters: askedFilters(input.query),
    rowLimit: query.rowLimit,
    rowOffset: query.rowOffset,
    timeColumn: query.granularity,
    timeGrain: query.timeGrain,
    timeRange: input.query.time_range ?? null,
    bounds: () => input.outerBounds ?? resolveRange(query.timeRange),
    resolveRange,
  };
}
