import type { FilterScalar } from "../../model/adhoc.ts";
import type { ColumnKind } from "../../model/column-kind.ts";

const SEPARATORS = /\r\n|[,\n\t;]/;

export function splitPasted(text: string): string[] {
  const values = text
    .split(SEPARATORS)
    .map((value) => value.trim())
    .filter((value) => value !== "");
  return [...new Set(values)];
}

export function toScalar(text: string, kind: ColumnKind): FilterScalar {
  if (kind !== "numeric") return text;
  const number = Number(text);
  return text.trim() !== "" && Number.isFinite(number) ? number : text;
}
