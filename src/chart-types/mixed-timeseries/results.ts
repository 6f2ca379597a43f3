import type { ChartDataResult, DataRow, DataValue } from "../../model/query-context.ts";

/** Both results over every value of the axis that either has: in order where it is a number or a time. */
export function aligned(results: readonly ChartDataResult[], axis: string): [ChartDataResult, ChartDataResult] {
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
