import type { CompileInput } from "../compile.ts";
import type { NormalQuery } from "../normal-query.ts";
import type { TimeAnchors } from "../time-expression.ts";
import { parseTimeRange } from "../time-range.ts";
import type { TemplateQuery } from "./macros.ts";

/** What templates see of a query, by the names and filters of the request. */
export function templateQueryOf(input: CompileInput, query: NormalQuery): TemplateQuery {
  const anchors: TimeAnchors = { now: input.now, relativeStart: query.relativeStart, relativeEnd: query.relativeEnd };
  const resolveRange = (text: string) =>
    parseTimeRange(text, anchors, [query.timeShift, query.instantShift, input.timeOffset]);
  return {
    dataset: input.dataset,
    dialect: input.dialect,
    columns: query.columns,
    metrics: query.metrics,
    filters: input.query.filters ?? [],
    rowLimit: query.rowLimit,
    rowOffset: query.rowOffset,
    timeColumn: query.granularity,
    timeGrain: query.timeGrain,
    timeRange: input.query.time_range ?? null,
    bounds: () => input.outerBounds ?? resolveRange(query.timeRange),
    resolveRange,
  };
}
