import type { Selection, SelectionClause, TransformInput } from "../chart-seam/chart-type.ts";
import { columnLabel, type QueryColumn } from "../model/adhoc.ts";
import type { ValueRange } from "../model/cross-filter.ts";
import type { DataValue } from "../model/query-context.ts";
import { labelPart } from "../query/frame.ts";
import { epochOf, NULL_LABEL } from "./format/value.ts";

export function selectionOf(columns: readonly QueryColumn[], values: readonly DataValue[]): Selection | null {
  if (columns.length === 0) return null;
  const clauses = columns.map((column, i): SelectionClause => ({ column, values: [values[i] ?? null] }));
  return { clauses, label: values.map(labelOf).join(", ") };
}

const EMPTY_LABEL = "<empty string>";

/** Digits that survive floating-point noise: 0.1 + 0.2 is shown as 0.3. */
const EXACT_DIGITS = 15;

export function labelOf(value: DataValue | undefined): string {
  if (value === null || value === undefined) return NULL_LABEL;
  if (typeof value === "number" && !Number.isInteger(value)) return String(Number(value.toPrecision(EXACT_DIGITS)));
  if (value === "") return EMPTY_LABEL;
  // Quotes text equal to these labels to keep names unique.
  return labelPart(labelPart(String(value).replace(/\s*[\r\n]+\s*/g, " "), NULL_LABEL), EMPTY_LABEL);
}

/** Every clause about one of the mark's columns must match. A selection about other columns matches nothing. */
export function isInSelection(
  selection: Selection | null | undefined,
  columns: readonly QueryColumn[],
  values: readonly DataValue[],
): boolean {
  if (!selection) return false;
  let known = 0;
  for (const clause of selection.clauses) {
    const at = columns.findIndex((column) => columnLabel(column) === columnLabel(clause.column));
    if (at < 0) continue;
    known += 1;
    const value = values[at] ?? null;
    if (clause.range ? !isInRange(clause.range, value) : !clause.values.some((one) => sameValue(one, value)))
      return false;
  }
  return known > 0;
}

function isInRange({ from, to, includesEnd }: ValueRange, value: DataValue): boolean {
  if (value === null) return false;
  const at = typeof value === "string" ? (epochOf(value) ?? Number(value)) : Number(value);
  return at >= from && (includesEnd ? at <= to : at < to);
}

/** Undefined for SQL expressions, which other charts don't have. */
export function plainColumn(column: QueryColumn | null | undefined): string | undefined {
  if (typeof column === "string") return column;
  return column?.isColumnReference === true ? column.sqlExpression : undefined;
}

/** The selected range of a column. */
export function rangeOf(selection: Selection | null | undefined, column: string): ValueRange | undefined {
  return selection?.clauses.find((clause) => columnLabel(clause.column) === column)?.range;
}

export const asRange = (column: string, range: ValueRange, label: string): Selection => ({
  clauses: [{ column, values: [], range }],
  label,
});

function sameValue(a: DataValue, b: DataValue): boolean {
  return a === b || (a !== null && b !== null && String(a) === String(b));
}

export interface SelectionState {
  isSelected: boolean;
  isFocus: boolean;
}

export function selectionStates(
  input: Pick<TransformInput, "selected">,
  columns: readonly QueryColumn[],
  marks: readonly (readonly DataValue[] | null)[],
): SelectionState[] {
  const selected = marks.map((values) => values !== null && isInSelection(input.selected, columns, values));
  const any = selected.includes(true);
  return selected.map((isSelected) => ({ isSelected, isFocus: !any || isSelected }));
}
