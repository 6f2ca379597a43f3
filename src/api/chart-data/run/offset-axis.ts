import { columnLabel } from "../../../model/adhoc.ts";
import type { CompiledQuery } from "../../../query/compile.ts";
import { isTemporalRange, TIMESTAMP_ALIAS } from "../../../query/normal-query.ts";
import { movedBy } from "../../../query/stored-time.ts";
import type { OffsetJoin } from "../../../query/time-offsets.ts";
import type { OffsetQuery } from "./prepared.ts";

export function joinOf(
  compiled: CompiledQuery,
  { offset, shift }: OffsetQuery,
  { offsetHours }: { offsetHours: number },
): OffsetJoin {
  const axis = axisOf(compiled);
  return {
    offset,
    shift,
    metrics: compiled.items.filter((item) => item.isMetric).map((item) => item.label),
    timeAxis: axis?.label ?? null,
    movedBy: movedBy(axis?.column, offsetHours),
    grain: grainOf(compiled),
    bounds: compiled.bounds,
  };
}

export const axisGrain = (compiled: CompiledQuery) => (axisOf(compiled) ? grainOf(compiled) : null);

function grainOf({ query }: CompiledQuery): string | null {
  const grain = query.columns
    .map((column) => (typeof column === "string" ? null : (column.timeGrain ?? null)))
    .find((value) => value !== null);
  return grain ?? query.timeGrain;
}

function axisOf({ items, query }: CompiledQuery): CompiledQuery["items"][number] | undefined {
  const times = items.filter((item) => item.isTemporal && !item.isMetric);
  const axes = query.columns.filter((column) => typeof column !== "string" && column.columnType === "BASE_AXIS");
  const labels = new Set(axes.map(columnLabel));
  const ranged = new Set([
    TIMESTAMP_ALIAS,
    query.granularity,
    ...query.filters.filter(isTemporalRange).map(({ col }) => columnLabel(col)),
  ]);
  return (
    times.find(({ label }) => labels.has(label)) ??
    times.find(({ sources }) => sources.some((name) => ranged.has(name)))
  );
}
