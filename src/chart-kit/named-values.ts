import type { TransformInput } from "../chart-types/chart-type.ts";
import type { DataValue } from "../model/query-context.ts";
import { settle } from "./colors/label-colors.ts";
import { type Standing, standings } from "./mark-colors.ts";
import { type Dimensions, type Measure, numberIn } from "./measure.ts";
import type { Mark } from "./picture.ts";
import { selectionOf } from "./selection.ts";
import { rowsOf } from "./table/column.ts";

/** A row that is one mark: named by its dimensions, sized by a metric. */
export interface NamedValue extends Standing {
  name: string;
  value: number;
  dimensions: readonly DataValue[];
  color: string;
}

/** The rows that have a value, in their order, coloured by name; what the reader filters by stands out. */
export function namedValues(
  input: TransformInput,
  { dims, measure }: { dims: Dimensions; measure: Measure },
): NamedValue[] {
  const found = rowsOf(input.results[0]).flatMap((row) => {
    const value = numberIn(row, measure.key);
    const dimensions = dims.valuesOf(row);
    return value === null ? [] : [{ name: dims.nameOf(row) || measure.label, value, dimensions }];
  });
  const stands = standings(
    input,
    dims.columns,
    found.map((mark) => mark.dimensions),
  );
  const colors = settle(
    found.map((mark) => mark.name),
    input.colorOf,
  );
  return found.map((mark, i) => {
    const stand = stands[i] ?? { isSelected: false, isFocus: true };
    const own = colors.get(mark.name) ?? input.theme.others;
    return { ...mark, ...stand, color: stand.isFocus ? own : input.theme.muted };
  });
}

/** What the mark of a named value says and filters by. */
export function markOf(
  mark: NamedValue | undefined,
  dims: Dimensions,
  text: (mark: NamedValue) => string,
): Mark | null {
  if (!mark) return null;
  return { text: text(mark), selection: selectionOf(dims.columns, mark.dimensions), isSelected: mark.isSelected };
}
