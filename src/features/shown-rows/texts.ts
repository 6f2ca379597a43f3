import type { TableColumn } from "../../chart-seam/table-column.ts";
import { zonedName } from "../../i18n/zone.ts";
import { csvCell } from "../../model/cell-text.ts";
import type { DataRow } from "../../model/query-context.ts";

/** Times as displayed, other values as stored, null as empty. */
export function toCsv(rows: readonly DataRow[], columns: readonly TableColumn[]): string {
  const lines = rows.map((row) => columns.map((column) => cellText(row, column)));
  return [columns.map((column) => csvCell(headOf(column))), ...lines].map((line) => line.join(",")).join("\r\n");
}

/** Names the zone of times that are on a clock. */
export const headOf = ({ label, zone }: TableColumn) => (zone === undefined ? label : zonedName(label, zone));

function cellText(row: DataRow, column: TableColumn): string {
  const value = row[column.key];
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return column.type === 2 ? column.format(value, row) : String(value);
  return csvCell(String(value));
}

export function toJson(rows: readonly DataRow[], columns: readonly TableColumn[]): string {
  const plain = rows.map((row) =>
    Object.fromEntries(
      columns.map(({ key, zone }) => [zone === undefined ? key : zonedName(key, zone), row[key] ?? null]),
    ),
  );
  return JSON.stringify(plain, null, 2);
}

export function fileName(title: string, extension: string): string {
  const stem = title
    .trim()
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_+|_+$/g, "");
  return `${stem || "chart"}.${extension}`;
}
