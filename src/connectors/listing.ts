import type {
  ColumnarResult,
  ForeignKey,
  RowCount,
  SourceColumn,
  TableDetails,
  TableIndex,
  TableName,
} from "./connector.ts";

export function textsOf(result: ColumnarResult): string[] {
  return Array.from(result.columns[0]?.values ?? [], String);
}

/** Expects the columns name, type and optional comment. */
export function sourceColumnsOf({ columns: [names, types, comments], rows }: ColumnarResult): SourceColumn[] {
  return Array.from({ length: rows }, (_, i) => {
    const column = { name: String(names?.values[i]), type: String(types?.values[i] ?? "") };
    const comment = maybeText(comments?.values[i]);
    return comment === null ? column : { ...column, comment };
  });
}

/** Expects the columns name and kind. */
export function tableNamesOf({ columns: [names, kinds], rows }: ColumnarResult): TableName[] {
  return Array.from({ length: rows }, (_, i) => ({ name: String(names?.values[i]), kind: kindOf(kinds?.values[i]) }));
}

/** Expects the columns table, row count (may be null) and whether it is exact. */
export function rowCountsOf({ columns: [names, counts, exact], rows }: ColumnarResult): RowCount[] {
  return Array.from({ length: rows }, (_, i) => i).flatMap((i) => {
    const count = counts?.values[i] ?? null;
    if (count === null) return [];
    const isExact = Boolean(Number(exact?.values[i] ?? 0));
    return [{ table: String(names?.values[i]), rows: Math.round(Number(count)), isExact }];
  });
}

function kindOf(value: unknown): TableName["kind"] {
  const text = String(value).toLowerCase().replaceAll(" ", "_");
  if (text.includes("materialized")) return "materialized_view";
  return text.includes("view") ? "view" : "table";
}

/**
 * Expects the columns kind (`primary`, `foreign`, `unique` or `index`), name, column, and for foreign keys the
 * referenced schema, table and column; one row per column in key order.
 */
export function tableDetailsOf(results: readonly ColumnarResult[], comment: unknown): TableDetails {
  const keys = results.flatMap(({ columns, rows }) =>
    Array.from({ length: rows }, (_, row) => columns.map(({ values }) => maybeText(values[row]))),
  );
  const details = {
    comment: maybeText(comment),
    primaryKey: null as TableDetails["primaryKey"],
    foreignKeys: [] as ForeignKey[],
    indexes: [] as TableIndex[],
  };
  for (const rows of Map.groupBy(keys, ([kind, name]) => `${kind} ${name}`).values()) {
    const [kind = null, name = null, , referredSchema = null, referredTable] = rows[0] ?? [];
    const key = { name, columns: rows.map((row) => row[2] ?? "") };
    if (kind === "primary") details.primaryKey = key;
    else if (kind === "foreign") {
      const referredColumns = rows.map((row) => row[5] ?? "");
      details.foreignKeys.push({ ...key, referredSchema, referredTable: referredTable ?? "", referredColumns });
    } else details.indexes.push({ ...key, isUnique: kind === "unique" });
  }
  return details;
}

export function firstTextOf({ columns: [texts] }: ColumnarResult): string | null {
  return maybeText(texts?.values[0])?.trim() ?? null;
}

function maybeText(value: unknown): string | null {
  return value === null || value === undefined || value === "" ? null : String(value);
}
