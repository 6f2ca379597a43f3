import type { ChartDataResult, DataRow, DataValue } from "../../model/query-context.ts";

/** Both results over every value of the axis that either has: in order where it is a number or a time. */
export function aligned(results: readonly ChartDataResult[], axis: string): [ChartDataResult, ChartDataResult] {
  const [first = {}, second = {}] = results;
  const keys = new Map<string, DataValue>();
  for (const result of [first, second]) {
    for (const row of rowsOf(result)) keys.set(String(row[axis]), row[axis] ?? null);
  }
  const values = [...keys.values()];
  const isOrdered = values.every((value) => typeof value === "number");
  const order = isOrdered ? values.toSorted((a, b) => Number(a) - Number(b)) : values;
  return [over(first, axis, order), over(second, axis, order)];
}

function over(result: ChartDataResult, axis: string, order: readonly DataValue[]): ChartDataResult {
  const rows = rowsOf(result);
  const byKey = new Map(rows.map((row) => [String(row[axis]), row]));
  return { ...result, data: order.map((value) => byKey.get(String(value)) ?? { [axis]: value }) };
}

const rowsOf = ({ data }: ChartDataResult): readonly DataRow[] => (Array.isArray(data) ? (data as DataRow[]) : []);
