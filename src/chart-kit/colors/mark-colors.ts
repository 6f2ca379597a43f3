import type { TransformInput } from "../../chart-seam/chart-type.ts";
import type { QueryColumn } from "../../model/adhoc.ts";
import type { DataValue } from "../../model/query-context.ts";
import { isInSelection } from "../selection.ts";

/** How a mark stands while a chart filters others by some of its marks. */
export interface Standing {
  isSelected: boolean;
  /** False: other marks are selected, and this one steps back. */
  isFocus: boolean;
}

/** The standing of each mark, by its dimensions' values; null values: a mark that cannot be chosen. */
export function standings(
  input: Pick<TransformInput, "selected">,
  columns: readonly QueryColumn[],
  marks: readonly (readonly DataValue[] | null)[],
): Standing[] {
  const selected = marks.map((values) => values !== null && isInSelection(input.selected, columns, values));
  const any = selected.includes(true);
  return selected.map((isSelected) => ({ isSelected, isFocus: !any || isSelected }));
}
