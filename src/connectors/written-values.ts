import type { ColumnarBatch, LoadColumn } from "./connector.ts";

/** Values that an engine can't store become NULL. */

export type StoredValue = string | number | bigint | boolean | null;

export function rowsOf(batch: ColumnarBatch, columns: readonly LoadColumn[]): StoredValue[][] {
  const rows: StoredValue[][] = [];
  for (let row = 0; row < batch.rows; row++) rows.push(columns.map((_, i) => toStored(batch.columns[i]?.values[row])));
  return rows;
}

export function toStored(value: unknown): StoredValue {
  if (value === undefined || value === null) return null;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value === "bigint" || typeof value === "boolean") return value;
  return String(value).replaceAll("\0", "");
}

export const temporaryName = () => `upload_${crypto.randomUUID().replaceAll("-", "")}`;
