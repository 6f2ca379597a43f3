import { t } from "../../i18n/translate.ts";
import { notFound } from "../../model/errors.ts";
import type { TablePath } from "../../query/dialect.ts";
import { compareValues } from "../../query/frame.ts";
import type { QueryDataset } from "../../query/query-dataset.ts";
import type { SqlReader } from "../../query/sql/sql-reader.ts";
import type { Partitions } from "../../query/templates/macros.ts";
import { templateError } from "../../query/templates/template-error.ts";
import { segmentsOf } from "../../query/templates/template-text.ts";
import type { Actor } from "../../server/store/stamp.ts";
import { connectionOf, findDatabase } from "../database/index.ts";
import { assertSqlAccess } from "./sql-access.ts";
import type { Security } from "./templates.ts";

/**
 * The partitions of a table (`table`, `schema.table` or `catalog.schema.table`), latest first, for templates. Access to
 * a dataset covers its own table and the tables that its saved SQL reads; other tables need their own permission.
 * Tables with row-level security are refused, as partitions reveal values.
 */
export async function partitionsOf(
  actor: Actor & { security: Pick<Security, "clauses" | "isFiltered"> },
  dataset: QueryDataset & { databaseId: number; id?: number },
  table: string,
): Promise<Partitions> {
  const { connection, connector } = await connectionOf(actor.app, dataset.databaseId);
  const { partitionRows } = connector.dialect;
  if (!partitionRows) throw templateError("SupersetTemplateException", t("This database doesn't list partitions"));
  const path = pathOf(table, dataset);
  if (!isOwnTable(dataset, path) && !(await savedSqlReads(dataset, path, connection.sql))) {
    const database = await findDatabase(actor.app.db, dataset.databaseId);
    if (!database) throw notFound();
    const name = [path.catalog, path.schema, path.name].filter((part) => part !== null);
    const sql = `SELECT 1 FROM ${name.map((part) => connector.dialect.quoteIdentifier(part)).join(".")}`;
    await assertSqlAccess(actor.app, actor.user, { database, sql });
  }
  // Partitions reveal values, and rules can't be applied to them.
  const { id } = dataset;
  const own = id ? await actor.security.clauses({ ...dataset, id }) : null;
  if (own || (await actor.security.isFiltered(dataset.databaseId, path)))
    throw templateError("SecurityError", t("Partitions are unavailable: the table has row-level security"));
  const { columns, rows } = await connection.run(partitionRows(path));
  const found = Array.from({ length: rows }, (_, row) => columns.map(({ values }) => values[row] ?? null));
  return { columns: columns.map(({ name }) => name), rows: found.sort(latestFirst) };
}

function latestFirst(a: readonly unknown[], b: readonly unknown[]): number {
  for (const [i, value] of a.entries()) {
    const isMissing = value === null || b[i] === null;
    const order = isMissing ? compareValues(value, b[i]) : compareValues(b[i], value);
    if (order !== 0) return order;
  }
  return 0;
}

function pathOf(table: string, dataset: Pick<QueryDataset, "catalog" | "schema">): TablePath {
  const [name = "", schema = dataset.schema, catalog = dataset.catalog] = table.split(".").reverse();
  return { catalog: catalog || null, schema: schema || null, name };
}

/**
 * Whether the saved SQL reads the table regardless of templates: its author had access. Unsaved or unreadable SQL
 * doesn't count.
 */
async function savedSqlReads(
  dataset: QueryDataset & { id?: number },
  path: TablePath,
  reader: SqlReader,
): Promise<boolean> {
  if (!dataset.id || !dataset.sql?.trim()) return false;
  try {
    const { kind, reads } = await reader.inspect(withoutTemplates(dataset.sql));
    const isSame = (a: string | null | undefined, b: string | null) => (a || null) === (b || null);
    return (
      kind === "read" &&
      reads.some(
        ({ catalog, schema, name }) =>
          name === path.name &&
          isSame(schema ?? dataset.schema, path.schema) &&
          isSame(catalog ?? dataset.catalog, path.catalog),
      )
    );
  } catch {
    return false;
  }
}

const withoutTemplates = (sql: string) =>
  segmentsOf(sql)
    .map(({ kind, text }) => (kind === "text" ? text : text.startsWith("{{") ? "0" : " "))
    .join("");

const isOwnTable = (dataset: QueryDataset, { catalog, schema, name }: TablePath) =>
  !dataset.sql?.trim() &&
  dataset.table_name === name &&
  (dataset.schema || null) === schema &&
  (dataset.catalog || null) === catalog;
