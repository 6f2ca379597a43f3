import type { SelectionClause } from "../chart-seam/chart-type.ts";
import type { QueryColumn } from "../model/adhoc.ts";
import { type BrushDimension, MOST_VALUES } from "../model/brush.ts";
import type { DataValue } from "../model/query-context.ts";
import type { Brush, BrushBox } from "./echart/echart-spec.ts";

export interface CategoryAxis {
  axis: "x" | "y";
  column: QueryColumn;
  values: readonly DataValue[];
  nameOf(value: DataValue): string;
  grain?: string | undefined;
}

/** Selects the values between the ends; positions of category axes are those of the list. */
export function categoryBrush(axes: readonly CategoryAxis[]): Brush | undefined {
  if (axes.every(({ values }) => values.length < 2)) return undefined;
  return {
    axes: axes.length > 1 ? "xy" : (axes[0]?.axis ?? "x"),
    select: (box) => {
      const chosen = axes.map((one) => chosenIn(one, box));
      if (chosen.some(({ values }) => values.length === 0)) return null;
      const label = chosen.map((values, at) => spanText(values.values, axes[at] as CategoryAxis)).join(", ");
      return { clauses: chosen, label };
    },
    stops: Object.fromEntries(axes.map(({ axis, values }) => [axis, values.map((_, at) => at)])),
    dimensions: () => (axes.every(({ values }) => values.length <= MOST_VALUES) ? axes.map(dimensionOf) : []),
  };
}

function chosenIn({ axis, column, values, grain }: CategoryAxis, box: BrushBox): SelectionClause {
  const [low, high] = box[axis] ?? [0, values.length - 1];
  const chosen = values.slice(Math.max(0, Math.round(low)), Math.round(high) + 1);
  return { column, values: chosen, ...(grain ? { grain } : {}) };
}

const dimensionOf = ({ column, values, grain }: CategoryAxis): BrushDimension => ({
  column,
  values: [...values],
  ...(grain ? { grain } : {}),
});

function spanText(values: readonly DataValue[], { nameOf }: CategoryAxis): string {
  const ends = [values[0] ?? null, values.at(-1) ?? null].map(nameOf);
  return [...new Set(ends)].join(" – ");
}
