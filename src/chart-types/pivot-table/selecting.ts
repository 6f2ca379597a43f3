import { labelOf } from "../../chart-kit/selection.ts";
import type { Selection, SelectionClause } from "../../chart-seam/chart-type.ts";
import { columnLabel } from "../../model/adhoc.ts";
import { type AxisNode, pathOf } from "./axis.ts";
import type { AxisDrawing, PivotDrawing } from "./transform.ts";

export function selectionOf(drawing: PivotDrawing, row?: AxisNode, column?: AxisNode): Selection | null {
  const parts = [...partsOf(drawing.rows, row), ...partsOf(drawing.columns, column)];
  if (parts.length === 0) return null;
  return { clauses: parts.map(({ clause }) => clause), label: parts.map(({ text }) => text).join(", ") };
}

function partsOf(axis: AxisDrawing, node: AxisNode | undefined): { clause: SelectionClause; text: string }[] {
  if (!node) return [];
  return pathOf(node).flatMap((value, index) => {
    const dimension = axis.dimensions[index];
    // Cells show N/A, filters the usual null label.
    const text = value === null ? labelOf(null) : axis.keyText(index, value);
    return dimension ? [{ clause: { ...dimension, values: [value] }, text }] : [];
  });
}

export type Tone = "selected" | "muted" | undefined;

export function toneOf(axis: AxisDrawing, node: AxisNode, selected: Selection | null): Tone {
  if (!selected) return undefined;
  const path = pathOf(node);
  let tone: Tone;
  for (const clause of selected.clauses) {
    const index = axis.dimensions.findIndex(({ column }) => columnLabel(column) === columnLabel(clause.column));
    if (index === -1) continue;
    const value = path[index];
    if (value === undefined || !clause.values.some((one) => String(one) === String(value))) return "muted";
    tone = "selected";
  }
  return tone;
}
