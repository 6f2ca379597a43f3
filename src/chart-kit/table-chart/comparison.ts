import type { DataRow } from "../../model/query-context.ts";

/** Columns of a time comparison: each metric becomes its value, the earlier one, the difference and the change. */

export const COMPARISON_PARTS = [
  { prefix: "Main", label: "Main", name: "Current" },
  { prefix: "#", label: "#", name: "Previous" },
  { prefix: "△", label: "△", name: "Difference" },
  { prefix: "%", label: "%", name: "Change" },
] as const;
export type ComparisonPart = (typeof COMPARISON_PARTS)[number]["prefix"];

export function comparisonKey(part: ComparisonPart, metric: string): string {
  return `${part} ${metric}`;
}

/** Rows with the four values of each metric. The change of nothing to something has no percentage. */
export function withComparison(rows: readonly DataRow[], metrics: readonly string[], offset: string): DataRow[] {
  return rows.map((row) => {
    const compared: DataRow = { ...row };
    for (const metric of metrics) {
      const now = row[metric] ?? null;
      const before = row[`${metric}__${offset}`] ?? null;
      const areNumbers = typeof now === "number" && typeof before === "number";
      compared[comparisonKey("Main", metric)] = now;
      compared[comparisonKey("#", metric)] = before;
      compared[comparisonKey("△", metric)] = areNumbers ? now - before : null;
      compared[comparisonKey("%", metric)] = areNumbers && before !== 0 ? (now - before) / Math.abs(before) : null;
    }
    return compared;
  });
}
