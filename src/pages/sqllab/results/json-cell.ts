import type { DataRow, DataValue } from "../../../model/query-context.ts";

/** The object or list that a cell holds, itself or as JSON text, on lines of its own; undefined of anything else. */
export function jsonIn(value: DataValue | object | undefined): string | undefined {
  if (typeof value === "object" && value !== null) return JSON.stringify(value, null, 2);
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return undefined;
  try {
    return JSON.stringify(JSON.parse(value), null, 2);
  } catch {
    return undefined;
  }
}

/** Rows that are looked at to tell what a column holds. */
const LOOKED_AT = 100;

/** Whether a column holds JSON, as far as its first value tells. */
export function holdsJson(rows: readonly DataRow[], key: string): boolean {
  const first = rows.slice(0, LOOKED_AT).find((row) => row[key] !== null && row[key] !== undefined);
  return first !== undefined && jsonIn(first[key]) !== undefined;
}
