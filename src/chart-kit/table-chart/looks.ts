import type { ChartTheme } from "../../chart-seam/chart-type.ts";
import type { CellBar, CellLook } from "../../chart-seam/table-column.ts";
import type { DataRow, DataValue } from "../../model/query-context.ts";
import { measuredNumber } from "../format/exact-number.ts";
import { type Extent, type PreparedRule, paintsOf, tintOf } from "../table/conditional.ts";

export interface BarStyle {
  extent: Extent;
  /** All bars start at the left and show sizes only. */
  isAligned: boolean;
  /** Negative values in a second colour. */
  isColored: boolean;
}

/** The bar of a value on its column's common track. */
export function barOf(
  cell: DataValue,
  { extent, isAligned, isColored }: BarStyle,
  theme: ChartTheme,
): CellBar | undefined {
  const value = measuredNumber(cell);
  if (value === undefined || !Number.isFinite(value)) return undefined;
  const color = isColored && value < 0 ? theme.focus : theme.warm;
  if (isAligned) {
    const largest = Math.max(Math.abs(extent.min), Math.abs(extent.max)) || 1;
    return { from: 0, to: Math.abs(value) / largest, color };
  }
  const low = Math.min(0, extent.min);
  const span = Math.max(0, extent.max) - low || 1;
  return { from: (Math.min(0, value) - low) / span, to: (Math.max(0, value) - low) / span, color };
}

interface LookPlan {
  rules: readonly PreparedRule[];
  bar: BarStyle | undefined;
  theme: ChartTheme;
}

/** Bar and rules of one column as a cell's look. Later rules win. */
export function lookOf(
  column: string,
  { rules, bar, theme }: LookPlan,
): ((value: DataValue, row: DataRow) => CellLook | undefined) | undefined {
  const own = rules.filter((rule) => rule.column === null || rule.column === column);
  if (own.length === 0 && !bar) return undefined;
  return (value, row) => {
    const look: CellLook = { bar: bar && barOf(value, bar, theme) };
    for (const paint of paintsOf(own, row, column)) {
      if (paint.part === "background") look.background = tintOf(paint);
      else if (paint.part === "text") look.color = paint.color;
      else if (look.bar) look.bar = { ...look.bar, color: paint.color };
    }
    return look;
  };
}
