import { number } from "../../../i18n/intl.ts";
import { t } from "../../../i18n/translate.ts";
import type { RowCount, TableColumn, TableName } from "../state/metadata.ts";

export type TreeRow =
  | { kind: "schema"; id: string; level: 1; schema: string; isExpanded: boolean; count: number | undefined }
  | {
      kind: "table";
      id: string;
      level: 2;
      schema: string;
      table: TableName;
      size: TableSize | undefined;
      isExpanded: boolean;
    }
  | { kind: "column"; id: string; level: 3; schema: string; table: string; column: TableColumn }
  | { kind: "note"; id: string; level: 2 | 3; text: string; isError: boolean };

export interface TableSize {
  text: string;
  title: string;
}

export const schemaId = (schema: string) => `s ${schema}`;
export const tableId = (schema: string, table: string) => `t ${JSON.stringify([schema, table])}`;

export interface Loaded<T> {
  data?: T | undefined;
  error?: { message: string } | null;
}

export interface TreeSource {
  schemas: readonly string[];
  expanded: ReadonlySet<string>;
  search: string;
  tablesOf(schema: string): Loaded<readonly TableName[]> | undefined;
  columnsOf(schema: string, table: string): Loaded<readonly TableColumn[]> | undefined;
  rowsOf(schema: string, table: string): RowCount | undefined;
}

export function treeRows(source: TreeSource): TreeRow[] {
  return source.schemas.flatMap((schema): TreeRow[] => {
    const id = schemaId(schema);
    const isExpanded = source.expanded.has(id);
    const tables = source.tablesOf(schema);
    const found = (tables?.data ?? []).filter((table) => isFound(source, schema, table));
    const count = tables?.data === undefined ? undefined : found.length;
    const own: TreeRow = { kind: "schema", id, level: 1, schema, isExpanded, count };
    if (!isExpanded) return [own];
    const note = noteOf(`${id} note`, tables, { count: found.length, search: source.search });
    return [own, ...(note ? [note] : found.flatMap((table) => tableRows(source, schema, table)))];
  });
}

function isFound({ search, columnsOf }: TreeSource, schema: string, { name }: TableName): boolean {
  const needle = search.trim().toLowerCase();
  if (needle === "" || name.toLowerCase().includes(needle)) return true;
  return (columnsOf(schema, name)?.data ?? []).some((column) => column.name.toLowerCase().includes(needle));
}

function noteOf(
  id: string,
  loaded: Loaded<unknown> | undefined,
  found: { count: number; search: string },
): TreeRow | undefined {
  const note = { kind: "note", id, level: 2 } as const;
  if (loaded?.error) return { ...note, text: loaded.error.message, isError: true };
  if (loaded?.data === undefined) return { ...note, text: t("Loading…"), isError: false };
  if (found.count > 0) return undefined;
  return {
    ...note,
    text: found.search.trim() ? t("No tables match “{search}”", { search: found.search.trim() }) : t("No tables"),
    isError: false,
  };
}

function tableRows({ expanded, columnsOf, rowsOf }: TreeSource, schema: string, table: TableName): TreeRow[] {
  const id = tableId(schema, table.name);
  const isExpanded = expanded.has(id);
  const size = sizeOf(table, rowsOf(schema, table.name));
  const own: TreeRow = { kind: "table", id, level: 2, schema, table, size, isExpanded };
  if (!isExpanded) return [own];
  const columns = columnsOf(schema, table.name);
  const note = noteOf(`${id} note`, columns, { count: columns?.data?.length ?? 0, search: "" });
  if (note?.kind === "note") return [own, { ...note, level: 3 }];
  const rows = (columns?.data ?? []).map((column): TreeRow => {
    return {
      kind: "column",
      id: `c ${JSON.stringify([schema, table.name, column.name])}`,
      level: 3,
      schema,
      table: table.name,
      column,
    };
  });
  return [own, ...rows];
}

function sizeOf({ isView }: TableName, count: RowCount | undefined): TableSize | undefined {
  if (isView && !count) return { text: t("view##database object"), title: t("View##database object") };
  if (!count) return undefined;
  const short = count.rows < 10_000 ? number(count.rows) : compact(count.rows);
  const { rows } = count;
  if (count.isExact) return { text: short, title: t("{rows, plural, one {# row} other {# rows}}", { rows }) };
  const title = t("About {rows, plural, one {# row} other {# rows}} (database estimate)", { rows });
  return { text: `~${short}`, title };
}

const compact = (rows: number) => number(rows, { notation: "compact", maximumSignificantDigits: 3 }).replace("K", "k");

export type ColumnMark = "key" | "number" | "time" | "flag" | "text";

export function markOf({ type, keys }: TableColumn): ColumnMark {
  if (keys.some((key) => key.type === "pk")) return "key";
  if (/INT|DEC|NUM|REAL|DOUB|FLOAT|MONEY|SERIAL/i.test(type) && !/INTERVAL/i.test(type)) return "number";
  if (/DATE|TIME/i.test(type)) return "time";
  return /BOOL/i.test(type) ? "flag" : "text";
}
