import type { TableColumn } from "../../chart-seam/table-column.ts";
import type { DataRow, DataValue } from "../../model/query-context.ts";

export interface TableSort {
  key: string;
  descending: boolean;
}

/**
 * Cycle: ascending, descending, none. `additive` keeps other columns. `unsorted`: default order; "none" is skipped when
 * it starts with this column descending.
 */
export function nextSort(
  sorts: readonly TableSort[],
  key: string,
  { additive, unsorted = [] }: { additive: boolean; unsorted?: readonly TableSort[] | undefined },
): TableSort[] {
  const current = sorts.find((sort) => sort.key === key);
  const [first] = unsorted;
  const isSameWithout = first?.key === key && first.descending;
  const next: TableSort[] =
    !current || (current.descending && isSameWithout)
      ? [{ key, descending: false }]
      : current.descending
        ? []
        : [{ key, descending: true }];
  if (!additive) return next;
  if (!current) return [...sorts, ...next];
  return sorts.flatMap((sort) => (sort.key === key ? next : [sort]));
}

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

export function compareValues(a: DataValue, b: DataValue): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a === "boolean" && typeof b === "boolean") return Number(a) - Number(b);
  return collator.compare(String(a), String(b));
}

export function sortRows(rows: readonly DataRow[], sorts: readonly TableSort[]): readonly DataRow[] {
  if (sorts.length === 0) return rows;
  const keyed = rows.map((row) => ({ row, keys: sorts.map(({ key }) => sortKey(row[key] ?? null)) }));
  keyed.sort((a, b) => {
    for (const [at, { descending }] of sorts.entries()) {
      const order = compareKeys(a.keys[at] ?? null, b.keys[at] ?? null, descending);
      if (order !== 0) return order;
    }
    return 0;
  });
  return keyed.map(({ row }) => row);
}

export function sortBy<T>(items: readonly T[], keyOf: (item: T) => DataValue): T[] {
  const keyed = items.map((item) => ({ item, key: sortKey(keyOf(item)) }));
  return keyed.sort((a, b) => compareKeys(a.key, b.key, false)).map(({ item }) => item);
}

const DIGITS_WIDTH = 15;

const LONG_FRACTION = /^-?(?=[\d.]{17,}$)\d+\.\d+$/;

/** Ignores case and accents; pads numbers so that `a9` sorts before `a10`. */
type SortKey = string | number | bigint | null;

function sortKey(value: DataValue): SortKey {
  if (value === null || typeof value === "number") return value;
  if (typeof value === "boolean") return Number(value);
  if (/^-?\d{16,}$/.test(value)) return BigInt(value);
  if (LONG_FRACTION.test(value)) return Number(value);
  const plain = value.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.replace(/\d+/g, (digits) => digits.padStart(DIGITS_WIDTH, "0"));
}

function compareKeys(a: SortKey, b: SortKey, descending: boolean): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  const areAlike = (typeof a === "string") === (typeof b === "string");
  const [x, y] = areAlike ? [a, b] : [String(a), String(b)];
  const order = x < y ? -1 : x > y ? 1 : 0;
  return descending ? -order : order;
}

export interface RowSearch {
  text: string;
  columnKey?: string;
}

export function searchRows(
  rows: readonly DataRow[],
  columns: readonly TableColumn[],
  { text, columnKey }: RowSearch,
): readonly DataRow[] {
  const needle = text.trim().toLowerCase();
  if (needle === "") return rows;
  const searched = columnKey ? columns.filter((column) => column.key === columnKey) : columns;
  return rows.filter((row) => searched.some((column) => hasText(row, column, needle)));
}

function hasText(row: DataRow, column: TableColumn, needle: string): boolean {
  const value = row[column.key];
  if (value === null || value === undefined) return false;
  return column.format(value, row).toLowerCase().includes(needle) || String(value).toLowerCase().includes(needle);
}
