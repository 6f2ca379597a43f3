import type { TableColumn } from "../../chart-seam/table-column.ts";
import type { DataRow } from "../../model/query-context.ts";
import type { CellRange } from "./grid-cursor.ts";

/**
 * For spreadsheets: displayed text, empty for null, quotes doubled around tabs and line breaks. Row -1 is the header.
 */
export function toTsv(rows: readonly DataRow[], columns: readonly TableColumn[], range: CellRange): string {
  const selected = columns.slice(range.from.column, range.to.column + 1);
  const header = range.from.row < 0 ? [selected.map((column) => quoted(column.label)).join("\t")] : [];
  const body = rows
    .slice(Math.max(0, range.from.row), range.to.row + 1)
    .map((row) => selected.map((column) => quoted(textOf(row, column))).join("\t"));
  return [...header, ...body].join("\n");
}

export function tableToTsv(rows: readonly DataRow[], columns: readonly TableColumn[]): string {
  return toTsv(rows, columns, {
    from: { row: -1, column: 0 },
    to: { row: rows.length - 1, column: columns.length - 1 },
  });
}

function textOf(row: DataRow, column: TableColumn): string {
  const value = row[column.key];
  if (value === null || value === undefined) return "";
  return typeof value === "number" && column.type === 0 ? String(value) : column.format(value, row);
}

function quoted(text: string): string {
  return /[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
