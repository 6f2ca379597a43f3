import { msg, t } from "../../i18n/translate.ts";
import type { DataRow, DataValue } from "../../model/query-context.ts";
import { approximateNumber, isLongNumber } from "../format/long-number.ts";

export const COMPARISON_PARTS = [
  { prefix: "Main", label: "Main", name: msg("Current##column") },
  { prefix: "#", label: "#", name: msg("Previous##column") },
  { prefix: "△", label: "△", name: msg("Difference") },
  { prefix: "%", label: "%", name: msg("Change") },
] as const;
export type ComparisonPart = (typeof COMPARISON_PARTS)[number]["prefix"];

export function partName(part: ComparisonPart): string | undefined {
  const name = COMPARISON_PARTS.find(({ prefix }) => prefix === part)?.name;
  return name && t(name);
}

export function comparisonKey(part: ComparisonPart, metric: string): string {
  return `${part} ${metric}`;
}

function difference(a: DataValue, b: DataValue): DataValue {
  if (typeof a === "number" && typeof b === "number") return a - b;
  const whole = [a, b].every((value) => isLongNumber(value) || Number.isInteger(value));
  return whole ? String(BigInt(a as string) - BigInt(b as string)) : Number(a) - Number(b);
}

export function withComparison(rows: readonly DataRow[], metrics: readonly string[], offset: string): DataRow[] {
  return rows.map((row) => {
    const compared: DataRow = { ...row };
    for (const metric of metrics) {
      const now = row[metric] ?? null;
      const before = row[`${metric}__${offset}`] ?? null;
      const [amount, base] = [approximateNumber(now), approximateNumber(before)];
      const areNumbers = amount !== undefined && base !== undefined;
      compared[comparisonKey("Main", metric)] = now;
      compared[comparisonKey("#", metric)] = before;
      compared[comparisonKey("△", metric)] = areNumbers ? difference(now, before) : null;
      compared[comparisonKey("%", metric)] = areNumbers && base !== 0 ? (amount - base) / Math.abs(base) : null;
    }
    return compared;
  });
}
