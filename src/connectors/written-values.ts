import type { ColumnarBatch, LoadColumn } from "./connector.ts";

/** Values of a batch on their way into a table: what no engine can hold becomes NULL. */

export type Written = string | number | bigint | boolean | null;

export function rowsOf(batch: ColumnarBatch, columns: readonly LoadColumn[]): Written[][] {
  const rows: Written[][] = [];
  for (let row = 0; row < batch.rows; row++) rows.push(columns.map((_, i) => writtenOf(batch.columns[i]?.values[row])));
  return rows;
}

export function writtenOf(value: unknown): Written {
  if (value === undefined || value === null) return null;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value === "bigint" || typeof value === "boolean") return value;
  return String(value).replaceAll("\0", "");
}

/** Names for tables that are renamed, or dropped, before anybody sees them. */
export const passingName = () => `upload_${crypto.randomUUID().replaceAll("-", "")}`;
