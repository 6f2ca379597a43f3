import type { TableColumn } from "../../../chart-kit/table/column.ts";
import type { DataRow } from "../../../model/query-context.ts";

/** Shown rows as CSV: values as the table shows moments, otherwise as they are; null is empty. */
export function toCsv(rows: readonly DataRow[], columns: readonly TableColumn[]): string {
  const lines = rows.map((row) => columns.map((column) => cellText(row, column)));
  return [columns.map((column) => column.label), ...lines].map((line) => line.map(quoted).join(",")).join("\r\n");
}

function cellText(row: DataRow, column: TableColumn): string {
  const value = row[column.key];
  if (value === null || value === undefined) return "";
  return typeof value === "number" && column.type === 2 ? column.format(value, row) : String(value);
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A file name out of a title. */
export function fileName(title: string, extension: string): string {
  const stem = title
    .trim()
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_+|_+$/g, "");
  return `${stem || "chart"}.${extension}`;
}
