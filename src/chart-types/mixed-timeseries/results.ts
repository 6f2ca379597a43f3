import { extremeIndexes, isDense } from "../../chart-kit/timeseries/downsample.ts";
import type { ChartDataResult, DataRow, DataValue } from "../../model/query-context.ts";

interface Aligned {
  results: [ChartDataResult, ChartDataResult];
  sampledFrom?: number;
}

export function downsampleBoth(both: [ChartDataResult, ChartDataResult], axis: string, width: number): Aligned {
  const rows = both.map(rowsOf);
  const [first = []] = rows;
  if (!isDense(first.length, width) || !first.every((row) => typeof row[axis] === "number")) return { results: both };
  const lists = both.flatMap(({ colnames = [] }, i) =>
    colnames.filter((name) => name !== axis).map((name) => (rows[i] ?? []).map((row) => numberOf(row[name]))),
  );
  const indexes = extremeIndexes(lists, first.length, width);
  const over = (result: ChartDataResult, i: number): ChartDataResult => ({
    ...result,
    data: indexes.map((at) => rows[i]?.[at] ?? {}),
  });
  return { results: [over(both[0], 0), over(both[1], 1)], sampledFrom: first.length };
}

const numberOf = (value: DataValue | undefined) => (typeof value === "number" ? value : null);

export function alignResults(results: readonly ChartDataResult[], axis: string): [ChartDataResult, ChartDataResult] {
  const [first = {}, second = {}] = results;
  const rows = [first, second].flatMap(rowsOf);
  const isOrdered = rows.every((row) => typeof row[axis] === "number");
  const keyOf = (row: DataRow): DataValue => (isOrdered ? (row[axis] ?? null) : String(row[axis]));
  const values = new Map(rows.map((row) => [keyOf(row), row[axis] ?? null]));
  const order = isOrdered ? [...values].sort(([a], [b]) => Number(a) - Number(b)) : [...values];
  const over = (result: ChartDataResult): ChartDataResult => {
    const byKey = new Map(rowsOf(result).map((row) => [keyOf(row), row]));
    return { ...result, data: order.map(([key, value]) => byKey.get(key) ?? { [axis]: value }) };
  };
  return [over(first), over(second)];
}

const rowsOf = ({ data }: ChartDataResult): readonly DataRow[] => (Array.isArray(data) ? (data as DataRow[]) : []);
