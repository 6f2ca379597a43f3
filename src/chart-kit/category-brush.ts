import type { Selection, SelectionClause } from "../chart-seam/chart-type.ts";
import { t } from "../i18n/translate.ts";
import { columnLabel, type QueryColumn } from "../model/adhoc.ts";
import { type BrushDimension, MOST_VALUES } from "../model/brush.ts";
import type { DataValue } from "../model/query-context.ts";
import type { Brush, BrushBox } from "./echart/echart-spec.ts";
import { isInSelection } from "./selection.ts";

export interface CategoryAxis {
  axis: "x" | "y";
  column: QueryColumn;
  values: readonly DataValue[];
  nameOf(value: DataValue): string;
  grain?: string | undefined;
}

/** Selects the values between the ends; positions of category axes are those of the list. */
export function categoryBrush(axes: readonly CategoryAxis[], selected?: Selection | null): Brush | undefined {
  if (axes.every(({ values }) => values.length < 2)) return undefined;
  return {
    axes: axes.length > 1 ? "xy" : (axes[0]?.axis ?? "x"),
    select: (box) => {
      const chosen = axes.map((one) => chosenIn(one, box));
      if (chosen.some(({ values }) => values.length === 0)) return null;
      const label = chosen.map((values, at) => spanText(values.values, axes[at] as CategoryAxis)).join(", ");
      return { clauses: chosen, label };
    },
    boxOf: (selection) => boxIn(axes, selection),
    shown: selected && isRange(selected) ? boxIn(axes, selected) : undefined,
    stops: Object.fromEntries(axes.map(({ axis, values }) => [axis, values.map((_, at) => at)])),
    dimensions: () => (axes.every(({ values }) => values.length <= MOST_VALUES) ? axes.map(dimensionOf) : []),
  };
}

function chosenIn({ axis, column, values, grain }: CategoryAxis, box: BrushBox): SelectionClause {
  const [low, high] = box[axis] ?? [0, values.length - 1];
  const chosen = values.slice(Math.max(0, Math.round(low)), Math.round(high) + 1);
  return { column, values: chosen, ...(grain ? { grain } : {}) };
}

/** Around values next to each other. */
function boxIn(axes: readonly CategoryAxis[], selection: Selection): BrushBox | undefined {
  const sides = axes.map(({ axis, column, values }) => {
    const isOn = selection.clauses.some((one) => columnLabel(one.column) === columnLabel(column));
    const chosen = values.flatMap((value, at) => (isInSelection(selection, [column], [value]) ? [at] : []));
    const [first = 0, last = 0] = [chosen[0], chosen.at(-1)];
    const isSpan = isOn && chosen.length > 0 && last - first + 1 === chosen.length;
    return isSpan ? [axis, [first - HALF, last + HALF] as const] : undefined;
  });
  return sides.every((side) => side !== undefined) ? Object.fromEntries(sides) : undefined;
}

/** A category reaches half a step to both sides. */
const HALF = 0.5;

/** A single mark shows by its color that it is selected. */
const isRange = ({ clauses }: Selection) => clauses.some(({ values }) => values.length > 1);

const dimensionOf = ({ column, values, grain }: CategoryAxis): BrushDimension => ({
  column,
  values: [...values],
  ...(grain ? { grain } : {}),
});

/** Numbers and times are a range; names are in no order that a reader knows. */
function spanText(values: readonly DataValue[], { nameOf, grain }: CategoryAxis): string {
  const isOrdered = grain !== undefined || values.every((value) => value !== null && Number.isFinite(Number(value)));
  const ends = [values[0] ?? null, values.at(-1) ?? null].map(nameOf);
  if (!isOrdered && values.length > 2) {
    return t("{count, plural, one {# value} other {# values}}", { count: values.length });
  }
  return [...new Set(ends)].join(isOrdered ? " – " : ", ");
}
