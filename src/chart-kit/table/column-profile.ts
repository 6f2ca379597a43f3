import type { TableColumn } from "../../chart-seam/table-column.ts";
import { type DataRow, type DataValue, GENERIC_TYPE } from "../../model/query-context.ts";
import { epochOf } from "../format/value.ts";

export interface ColumnProfile {
  rows: number;
  missing: number;
  distinct: number;
  least?: DataValue;
  most?: DataValue;
  mean?: number;
  /** Counts per equal range between minimum and maximum; empty when these are equal. */
  bins: readonly number[];
  frequent: readonly { value: DataValue; count: number }[];
}

const BINS = 16;
const FREQUENT = 3;

export function columnProfile({ key, type }: TableColumn, rows: readonly DataRow[]): ColumnProfile {
  const counts = new Map<DataValue, number>();
  for (const row of rows) {
    const value = row[key] ?? null;
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const missing = counts.get(null) ?? 0;
  counts.delete(null);
  const known = { rows: rows.length, missing, distinct: counts.size };
  const isMeasured = type === GENERIC_TYPE.NUMERIC || type === GENERIC_TYPE.TEMPORAL;
  const measured = isMeasured ? measuredOf(counts, type) : undefined;
  if (!measured) return { ...known, bins: [], frequent: frequentOf(counts) };
  const { mean, ...others } = measured;
  return { ...known, ...others, ...(type === GENERIC_TYPE.NUMERIC ? { mean } : {}), frequent: [] };
}

function measuredOf(counts: ReadonlyMap<DataValue, number>, type: number) {
  const points = [...counts].map(([value, count]) => ({ value, count, at: placeOf(value, type) }));
  const [first] = points;
  if (!first || points.some(({ at }) => !Number.isFinite(at))) return undefined;
  let [least, most, sum, total] = [first, first, 0, 0];
  for (const point of points) {
    if (point.at < least.at) least = point;
    if (point.at > most.at) most = point;
    sum += point.at * point.count;
    total += point.count;
  }
  const span = most.at - least.at;
  const bins: number[] = span > 0 ? Array(BINS).fill(0) : [];
  for (const { at, count } of span > 0 ? points : []) {
    const bin = Math.min(BINS - 1, Math.floor(((at - least.at) / span) * BINS));
    bins[bin] = (bins[bin] ?? 0) + count;
  }
  return { least: least.value, most: most.value, mean: sum / total, bins };
}

function placeOf(value: DataValue, type: number): number {
  if (type === GENERIC_TYPE.TEMPORAL && typeof value === "string") return epochOf(value) ?? Number.NaN;
  return Number(value);
}

function frequentOf(counts: ReadonlyMap<DataValue, number>): ColumnProfile["frequent"] {
  const repeated = [...counts].filter(([, count]) => count > 1);
  return repeated
    .sort(([, a], [, b]) => b - a)
    .slice(0, FREQUENT)
    .map(([value, count]) => ({ value, count }));
}
