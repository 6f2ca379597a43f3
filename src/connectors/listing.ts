import type { ColumnarResult, ForeignKey, SourceColumn, TableDetails, TableIndex, TableName } from "./connector.ts";

/** What engines answer about their tables, from rows to the shapes of the interface. */

/** Rows of one text column. */
export function textsOf(result: ColumnarResult): string[] {
  return Array.from(result.columns[0]?.values ?? [], String);
}

/** Rows of name, type text and, where there is one, comment. */
export function sourceColumnsOf({ columns: [names, types, comments], rows }: ColumnarResult): SourceColumn[] {
  return Array.from({ length: rows }, (_, i) => {
    const column = { name: String(names?.values[i]), type: String(types?.values[i] ?? "") };
    const comment = maybeText(comments?.values[i]);
    return comment === null ? column : { ...column, comment };
  });
}

/** Rows of name and kind. */
export function tableNamesOf({ columns: [names, kinds], rows }: ColumnarResult): TableName[] {
  return Array.from({ length: rows }, (_, i) => ({ name: String(names?.values[i]), kind: kindOf(kinds?.values[i]) }));
}

function kindOf(value: unknown): TableName["kind"] {
  const text = String(value).toLowerCase().replaceAll(" ", "_");
  if (text.includes("materialized")) return "materialized_view";
  return text.includes("view") ? "view" : "table";
}

/**
 * Rows of kind (`primary`, `foreign`, `unique` or `index`), name, column and, of foreign keys, the schema, table and column
 * referred to: one row a column, in the order of the key.
 */
export function tableDetailsOf(keys: ColumnarResult, comment: unknown): TableDetails {
  const at = (column: number, row: number) => maybeText(keys.columns[column]?.values[row]);
  const details = {
    comment: maybeText(comment),
    primaryKey: null as TableDetails["primaryKey"],
    foreignKeys: [] as ForeignKey[],
    indexes: [] as TableIndex[],
  };
  const groups = Map.groupBy(
    Array.from({ length: keys.rows }, (_, row) => row),
    (row) => `${at(0, row)} ${at(1, row)}`,
  );
  for (const rows of groups.values()) {
    const [first = 0] = rows;
    const key = { name: at(1, first), columns: rows.map((row) => at(2, row) ?? "") };
    const kind = at(0, first);
    if (kind === "primary") details.primaryKey = key;
    else if (kind === "foreign") {
      const referredColumns = rows.map((row) => at(5, row) ?? "");
      details.foreignKeys.push({
        ...key,
        referredSchema: at(3, first),
        referredTable: at(4, first) ?? "",
        referredColumns,
      });
    } else details.indexes.push({ ...key, isUnique: kind === "unique" });
  }
  return details;
}

function maybeText(value: unknown): string | null {
  return value === null || value === undefined || value === "" ? null : String(value);
}
