import { t } from "../i18n/translate.ts";
import { badRequest } from "../model/errors.ts";

/**
 * A table of columns, as post-processing sees it. Column labels are paths: one part for plain columns, several after a
 * pivot (`[metric, value, ...]`). Index columns carry the rows' keys until `flatten` makes them plain again.
 */
export interface Frame {
  index: readonly FrameColumn[];
  columns: readonly FrameColumn[];
  rows: number;
  /** Names of the levels of the labels, as pivots make them; null for the metrics' own. */
  levels?: readonly (string | null)[];
  /** Steps made it: `\, ` in a label is a comma within one of the parts that were joined. */
  hasEscapedLabels?: boolean;
}

export type FrameKind = "numeric" | "text" | "temporal" | "boolean";
export type FrameValues = readonly unknown[] | Float64Array;

export interface FrameColumn {
  path: readonly string[];
  /** Of a path that was joined: what it was. */
  parts?: readonly string[];
  kind: FrameKind;
  /** null where a value is missing; temporal values are epoch milliseconds. */
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

/** Commas within a part are escaped, so that a label can be split again. */
export function labelOf(column: FrameColumn): string {
  return column.path.length === 1 ? (column.path[0] ?? "") : column.path.map(escapeSeparator).join(", ");
}

export const escapeSeparator = (text: string) => text.replace(/,\s/g, (match) => `\\${match}`);
export const unescapeSeparator = (text: string) => text.replace(/\\(,\s)/g, "$1");

/** What stands for a missing value within a label. */
export const MISSING_PART = "<NULL>";

/** What stands for all groups beyond a limit. */
export const OTHERS_PART = "Others";

/** A text within a label: in quotes where it reads like what stands for missing values, or like such a text in quotes. */
export const labelPart = (text: string, missing = MISSING_PART) => (isLike(text, missing) ? `"${text}"` : text);

function isLike(text: string, word: string): boolean {
  const quotes = (text.length - word.length) / 2;
  return quotes >= 0 && text === `${'"'.repeat(quotes)}${word}${'"'.repeat(quotes)}`;
}

/** The value that a part of a label stands for: what `labelPart` made of it. */
export function partValue(part: string, missing = MISSING_PART): string | null {
  if (part === missing) return null;
  return isLike(part, missing) ? part.slice(1, -1) : part;
}

/** Texts told apart: the second of the same gets ` (2)`, unless that is another one's. */
export function uniqueTexts(texts: readonly string[]): string[] {
  const own = new Set(texts);
  if (own.size === texts.length) return [...texts];
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return texts.map((text) => {
    let name = text;
    let count = counts.get(text) ?? 1;
    while (taken.has(name) || (count > 1 && own.has(name))) name = `${text} (${++count})`;
    counts.set(text, count);
    taken.add(name);
    return name;
  });
}

export const missingColumns = () => badRequest(t("Referenced columns not available in DataFrame."));

/** Columns whose first part is the name; at least one, or a 400. */
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

/** The frame with its rows in the order given; repeats and gaps allowed. */
export function takeRows(frame: Frame, order: readonly number[]): Frame {
  const take = (column: FrameColumn): FrameColumn => ({ ...column, values: order.map((row) => column.values[row]) });
  return { ...frame, index: frame.index.map(take), columns: frame.columns.map(take), rows: order.length };
}

/** Orders values of one column: numbers by size, then texts by code unit; missing ones last. */
export function compareValues(a: unknown, b: unknown): number {
  if (a === b) return 0;
  if (a === null || a === undefined) return 1;
  if (b === null || b === undefined) return -1;
  const isText = typeof a === "string";
  if (isText !== (typeof b === "string")) return isText ? 1 : -1;
  return (a as number) < (b as number) ? -1 : (a as number) > (b as number) ? 1 : 0;
}

/** Rows grouped by the values of columns, in the order of first appearance. Rows missing a key are left out if asked. */
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

/** Different values have different ones, also in a row: its length says where a text ends. */
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

/** Columns of the same name are replaced where they are. */
export function withColumns(frame: Frame, made: readonly FrameColumn[]): Frame {
  const labels = new Map(made.map((column) => [labelOf(column), column]));
  const columns = frame.columns.map((column) => {
    const replacement = labels.get(labelOf(column));
    labels.delete(labelOf(column));
    return replacement ?? column;
  });
  return { ...frame, columns: [...columns, ...labels.values()] };
}

/** Computes new columns from columns; those named like their source take its place, others are added. */
export function mappedColumns(
  frame: Frame,
  mapping: Readonly<Record<string, string>>,
  compute: (values: (number | null)[], column: FrameColumn) => FrameValues,
): Frame {
  return Object.entries(mapping).reduce((current, [source, target]) => {
    const made = columnsNamed(frame, source).map(
      (column): FrameColumn => ({
        path: [target, ...column.path.slice(1)],
        kind: "numeric",
        values: compute(numbersOf(column), column),
      }),
    );
    return withColumns(current, made);
  }, frame);
}
