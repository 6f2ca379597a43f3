import type { DatasetColumn } from "./dataset.ts";
import { GENERIC_TYPE } from "./query-context.ts";

export type ColumnKind = "temporal" | "numeric" | "boolean" | "text";

const TIME_OF_DAY = /^time(tz|64|_ns)?(?!\w)/i;

export function isTimeOfDay(type: string): boolean {
  return TIME_OF_DAY.test(type.trim());
}

export function columnKind(column: DatasetColumn): ColumnKind {
  if (column.is_dttm || column.type_generic === GENERIC_TYPE.TEMPORAL) return "temporal";
  if (column.type_generic === GENERIC_TYPE.NUMERIC) return "numeric";
  if (column.type_generic === GENERIC_TYPE.BOOLEAN) return "boolean";
  if (column.type_generic === GENERIC_TYPE.STRING) return "text";
  const type = (column.type ?? "").toUpperCase();
  if (isTimeOfDay(type)) return "text";
  if (/DATE|TIME/.test(type)) return "temporal";
  if (/INT|DOUBLE|FLOAT|DECIMAL|NUMERIC|REAL|NUMBER/.test(type)) return "numeric";
  return /BOOL/.test(type) ? "boolean" : "text";
}
