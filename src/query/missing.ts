import type { DatasetColumn } from "../model/dataset.ts";
import type { Dialect } from "./dialect.ts";

interface Value {
  sql: string;
  column?: DatasetColumn | undefined;
}

/**
 * Whether a value is missing, or is not (`isNegated`), as people see it: answers show what is no number, or infinite, as
 * missing too.
 */
export function missing(dialect: Dialect, { sql, column }: Value, isNegated = false): string {
  const told = `${sql} IS ${isNegated ? "NOT NULL" : "NULL"}`;
  const untold = dialect.isInfinite(sql, column?.type ?? "");
  if (untold === undefined) return told;
  return isNegated ? `(${told} AND NOT (${untold}))` : `(${told} OR ${untold})`;
}
