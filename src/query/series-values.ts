import type { Dialect } from "./dialect.ts";
import { isDateType } from "./query-dataset.ts";
import type { SelectItem } from "./select-items.ts";

/** A column of a result. */
export interface FoundValues {
  kind: "numeric" | "text" | "temporal" | "boolean";
  /** The engine's type text. */
  type: string;
  values: readonly unknown[] | Float64Array;
}

/** Whether a row is of one of the series that a ranking has found; never, when it found none. */
export function isOneOf(dialect: Dialect, series: readonly SelectItem[], found: readonly FoundValues[]): string {
  const count = found[0]?.values.length ?? 0;
  const groups = Array.from({ length: count }, (_, row) => {
    const terms = series.map(({ sql }, i) => {
      const column = found[i];
      return column ? equals(dialect, sql, { ...column, value: column.values[row] }) : "1 = 0";
    });
    return `(${terms.join(" AND ")})`;
  });
  return groups.length === 0 ? "1 = 0" : `(${groups.join(" OR ")})`;
}

function equals(
  dialect: Dialect,
  sql: string,
  { kind, type, value }: Omit<FoundValues, "values"> & { value: unknown },
): string {
  if (value === null || value === undefined) return `${sql} IS NULL`;
  if (typeof value === "boolean") return dialect.isTruth(sql, value);
  if (kind === "temporal" && typeof value === "number")
    return `${sql} = ${dialect.temporalLiteral(value, isDateType(type) ? "date" : "timestamp")}`;
  const isNumber = kind === "numeric" && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(String(value));
  return `${sql} = ${isNumber ? String(value) : dialect.quoteText(String(value))}`;
}
