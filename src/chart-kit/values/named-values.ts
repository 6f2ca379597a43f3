import type { TransformInput } from "../../chart-seam/chart-type.ts";
import type { DataValue } from "../../model/query-context.ts";
import { assignColors } from "../colors/label-colors.ts";
import type { Mark } from "../echart/echart-spec.ts";
import { type SelectionState, selectionOf, selectionStates } from "../selection.ts";
import { rowsOf } from "../table/column.ts";
import { type Dimensions, type Measure, numberIn } from "./measure.ts";

export interface NamedValue extends SelectionState {
  name: string;
  value: number;
  dimensions: readonly DataValue[];
  color: string;
}

interface Naming {
  dims: Dimensions;
  measure: Measure;
  drawnOf?(marks: readonly NamedValue[]): readonly NamedValue[];
}

export function namedValues(input: TransformInput, { dims, measure, drawnOf }: Naming): NamedValue[] {
  const marks: NamedValue[] = [];
  for (const row of rowsOf(input.results[0])) {
    const value = numberIn(row, measure.key);
    const name = dims.nameOf(row) || measure.label;
    if (value !== null) marks.push({ name, value, dimensions: dims.valuesOf(row), color: "", ...UNSELECTED });
  }
  const drawn = new Set(drawnOf?.(marks) ?? marks);
  const painted = drawn.size < marks.length ? marks.filter((mark) => drawn.has(mark)) : marks;
  const colors = assignColors(
    painted.map((mark) => mark.name),
    input.colorOf,
  );
  for (const mark of painted) mark.color = colors.get(mark.name) ?? input.theme.others;
  if (!input.selected) return marks;
  const states = selectionStates(
    input,
    dims.columns,
    marks.map((mark) => mark.dimensions),
  );
  return marks.map((mark, i) => {
    const state = states[i] ?? UNSELECTED;
    return { ...mark, ...state, color: state.isFocus ? mark.color : input.theme.muted };
  });
}

const UNSELECTED: SelectionState = { isSelected: false, isFocus: true };

export function markOf(
  mark: NamedValue | undefined,
  dims: Dimensions,
  text: (mark: NamedValue) => string,
): Mark | null {
  if (!mark) return null;
  return { text: text(mark), selection: selectionOf(dims.columns, mark.dimensions), isSelected: mark.isSelected };
}
