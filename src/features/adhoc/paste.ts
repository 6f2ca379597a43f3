import type { FilterScalar } from "../../model/adhoc.ts";
import type { ColumnKind } from "../../model/column-kind.ts";

const SEPARATORS = /\r\n|[,\n\t;]/;

/** Values of a pasted text: comma, line break, tab and semicolon separate; each value once, in order. */
export function splitPasted(text: string): string[] {
  const values = text
    .split(SEPARATORS)
    .map((value) => value.trim())
    .filter((value) => value !== "");
  return [...new Set(values)];
}

/** Typed text as a value of the column. Text that is no number stays text. */
export function toScalar(text: string, kind: ColumnKind): FilterScalar {
  if (kind !== "numeric") return text;
  const number = Number(text);
  return text.trim() !== "" && Number.isFinite(number) ? number : text;
}
