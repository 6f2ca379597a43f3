import type { ChartTheme } from "../../chart-seam/chart-type.ts";
import type { DataValue } from "../../model/query-context.ts";
import { type ConditionalRule, paintsOf, prepareRules, tintOf } from "../table/conditional.ts";

interface Painted {
  rules: readonly ConditionalRule[] | null | undefined;
  name: string;
  value: DataValue;
  theme: ChartTheme;
}

export function paletteOf({ rules, name, value, theme }: Painted): { color?: string; background?: string } {
  const row = { [name]: value };
  const own = (rules ?? []).map((rule) => ({ ...rule, column: rule.column || name, columnFormatting: null }));
  const paint = paintsOf(prepareRules(own, [row], theme), row, name).at(-1);
  if (!paint) return {};
  return paint.part === "background" ? { background: tintOf({ ...paint, strength: 0.6 }) } : { color: paint.color };
}
