import type { SqlReader, TableReference } from "../../query/sql/sql-reader.ts";
import { templateError } from "../../query/templates/template-error.ts";
import { hasTemplate, segmentsOf } from "../../query/templates/template-text.ts";
import { tablesRead } from "./sql-access.ts";

/** What stands for a tag of a template: a piece of a text, name or comment, and no SQL anywhere else. */
const TAG = ")(";

/**
 * The SQL with its tags taken out, which can be read as SQL only where they stand within texts, quoted names and comments.
 */
export const withoutTags = (sql: string) =>
  segmentsOf(sql)
    .map(({ kind, text }) => (kind === "text" ? text : TAG))
    .join("");

export const hasTag = (name: string | null) => name?.includes(TAG) === true;

/**
 * Throws unless the templates of a dataset's SQL left it reading the tables that it names. Whoever may not read the whole
 * database can save SQL whose tables can be told without rendering, and was judged by these: what templates make of it
 * for another request was not judged. SQL that cannot be read before it is rendered is by people who may read everything.
 */
export async function assertRendersNamedTables(reader: SqlReader, sql: string, rendered: string): Promise<void> {
  if (!hasTemplate(sql)) return;
  const named = await tablesRead(reader, withoutTags(sql));
  if (!named) return;
  const { reads } = await reader.inspect(rendered);
  if (reads.every((table) => named.some((known) => isNamedBy(known, table)))) return;
  throw templateError("SecurityError", "the templates of the dataset make it read a table that its SQL does not name");
}

function isNamedBy(known: TableReference, table: TableReference): boolean {
  const isSame = (a: string | null, b: string | null) => a === b || (b !== null && hasTag(a));
  return isSame(known.catalog, table.catalog) && isSame(known.schema, table.schema) && isSame(known.name, table.name);
}
