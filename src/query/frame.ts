import { t } from "../i18n/translate.ts";
import { badRequest } from "../model/errors.ts";

/**
 * A table of columns for post-processing. Column labels are paths: one part for plain columns, several after a pivot
 * (`[metric, value, ...]`). Index columns contain the rows' keys until `flatten` makes them plain columns again.
 */
export interface Frame {
  index: readonly FrameColumn[];
  columns: readonly FrameColumn[];
  rows: number;
  levels?: readonly (string | null)[];
  /** Made by post-processing: `\, ` in a label is a comma within one of the joined parts. */
  hasEscapedLabels?: boolean;
}

export type FrameKind = "numeric" | "text" | "temporal" | "boolean";
export type FrameValues = readonly unknown[] | Float64Array;

export interface FrameColumn {
  path: readonly string[];
  parts?: readonly string[];
  kind: FrameKind;
  /** null = missing; temporal values are epoch milliseconds. */
  values: FrameValues;
}

export interface NamedColumn {
  name: string;
  kind: FrameKind;
  values: FrameValues;
}

export function frameOf(columns: readonly NamedColumn[], rows: number): Frame {
  return { index: [], rows, columns: columns.map(({ name, kind, values }) => ({ path: [name], kind, values })) };
}

export function labelOf(column: FrameColumn): string {
  return column.path.length === 1 ? (column.path[0] ?? "") : column.path.map(escapeSeparator).join(", ");
}

export const escapeSeparator = (text: string) => text.replace(/,\s/g, (match) => `\\${match}`);
export const unescapeSeparator = (text: string) => text.replace(/\\(,\s)/g, "$1");

export const MISSING_PART = "<NULL>";

export const OTHERS_PART = "Others";

/** A text as part of a label: quoted if it looks like the marker of missing values, or like that marker in quotes. */
export const labelPart = (text: string, missing = MISSING_PART) => (isLike(text, missing) ? `"${text}"` : text);

function isLike(text: string, word: string): boolean {
  const quotes = (text.length - word.length) / 2;
  return quotes >= 0 && text === `${'"'.repeat(quotes)}${word}${'"'.repeat(quotes)}`;
}

export function partValue(part: string, missing = MISSING_PART): string | null {
  if (part === missing) return null;
  return isLike(part, missing) ? part.slice(1, -1) : part;
}

/** Makes texts distinct: a repeated one gets ` (2)`, unless that text exists too. */
export function uniqueTexts(texts: readonly string[]): string[] {
  const own = new Set(texts);
  if (own.size === texts.length) return [...texts];
  const usedNames = new Set<string>();
  const counts = new Map<string, number>();
  return texts.map((text) => {
    let name = text;
    let count = counts.get(text) ?? 1;
    while (usedNames.has(name) || (count > 1 && own.has(name))) name = `${text} (${++count})`;
    counts.set(text, count);
    usedNames.add(name);
    return name;
  });
}

export const missingColumns = () => badRequest(t("Referenced columns not available in DataFrame."));

export function columnsNamed(frame: Frame, name: string): FrameColumn[] {
  const found = frame.columns.filter((column) => column.path[0] === name);
  if (found.length === 0) throw missingColumns();
  return found;
}

export function columnNamed(frame: Frame, name: string): FrameColumn {
  const found = [...frame.columns, ...frame.index].find((column) => labelOf(column) === name);
  if (!found) throw missingColumns();
  return found;
}

export function numbersOf(column: FrameColumn): (number | null)[] {
  return Array.from(column.values, toNumber);
}

export function toNumber(value: unknown): number | null {
  if (value === null || value === undefined) return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

export const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

export function takeRows(frame: Frame, order: readonly number[]): Frame {
  const take = (column: FrameColumn): FrameColumn => ({ ...column, values: order.map((row) => column.values[row]) });
  return { ...frame, index: frame.index.map(take), columns: frame.columns.map(take), rows: order.length };
}

/** Numbers by size, then text by code unit; missing values last. */
export function compareValues(a: unknown, b: unknown): number {
  if (a === b) return 0;
  if (a === null || a === undefined) return 1;
  if (b === null || b === undefined) return -1;
  const isText = typeof a === "string";
  if (isText !== (typeof b === "string")) return isText ? 1 : -1;
  return (a as number) < (b as number) ? -1 : (a as number) > (b as number) ? 1 : 0;
}

export function groupRows(columns: readonly FrameColumn[], rows: number, dropMissing = false): RowGroup[] {
  const groups = new Map<string, RowGroup>();
  for (let row = 0; row < rows; row++) {
    const key = columns.map((column) => column.values[row] ?? null);
    if (dropMissing && key.includes(null)) continue;
    const id = key.map(identityOf).join("");
    const group = groups.get(id);
    if (group) group.rows.push(row);
    else groups.set(id, { key, rows: [row] });
  }
  return [...groups.values()];
}

/** Distinct for different values, even if concatenated: the length tells where a text ends. */
function identityOf(value: unknown): string {
  const text = String(value);
  return `${typeof value}${text.length}:${text}`;
}

export interface RowGroup {
  key: unknown[];
  rows: number[];
}

export function compareKeys(a: readonly unknown[], b: readonly unknown[]): number {
  for (let i = 0; i < a.length; i++) {
    const order = compareValues(a[i], b[i]);
    if (order !== 0) return order;
  }
  return 0;
}

export function withColumns(frame: Frame, added: readonly FrameColumn[]): Frame {
  const labels = new Map(added.map((column) => [labelOf(column), column]));
  const columns = frame.columns.map((column) => {
    const replacement = labels.get(labelOf(column));
    labels.delete(labelOf(column));
    return replacement ?? column;
  });
  return { ...frame, columns: [...columns, ...labels.values()] };
}

export function mappedColumns(
  frame: Frame,
  mapping: Readonly<Record<string, string>>,
  compute: (values: (number | null)[], column: FrameColumn) => FrameValues,
): Frame {
  return Object.entries(mapping).reduce((current, [source, target]) => {
    const mapped = columnsNamed(frame, source).map(
      (column): FrameColumn => ({
        path: [target, ...column.path.slice(1)],
        kind: "numeric",
        values: compute(numbersOf(column), column),
      }),
    );
    return withColumns(current, mapped);
  }, frame);
}
