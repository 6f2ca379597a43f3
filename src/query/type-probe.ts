import type { ColumnType } from "./query-dataset.ts";
import { typeOfColumn } from "./query-dataset.ts";
import type { SelectItem, Writing } from "./select-items.ts";

/** Metrics whose types are told by the values that a statement computes of made-up rows. */
export interface TypeProbe {
  sql: string;
  /** Positions of the metrics among the items, in the order of the statement's columns. */
  items: readonly number[];
}

const SAMPLES: Readonly<Record<ColumnType, readonly [string, string]>> = {
  numeric: ["1", "2"],
  boolean: ["0", "1"],
  temporal: ["'2001-01-01 00:00:00'", "'2001-01-02 00:00:00'"],
  text: ["'a'", "'b'"],
  unknown: ["'a'", "'b'"],
};

/**
 * For engines that know the types of expressions by their values only: what to ask where a query finds no row, or nothing
 * but missing values. Null where the types are known.
 */
export function typeProbeOf({ dataset, dialect }: Writing, items: readonly SelectItem[]): TypeProbe | null {
  if (!dialect.typedByValue) return null;
  const asked = items.flatMap(({ isMetric, type }, i) => (isMetric && type === "unknown" ? [i] : []));
  const columns = dataset.columns.filter(({ expression }) => !expression);
  if (asked.length === 0 || columns.length === 0) return null;
  const row = (at: 0 | 1) =>
    columns.map((column) => `${SAMPLES[typeOfColumn(column)][at]} AS ${dialect.quoteIdentifier(column.column_name)}`);
  const select = asked.map((i) => items[i]?.sql).join(",\n  ");
  return { items: asked, sql: `SELECT\n  ${select}\nFROM (SELECT ${row(0)} UNION ALL SELECT ${row(1)}) AS made_up` };
}
