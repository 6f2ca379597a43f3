import { notFound } from "../../model/errors.ts";
import type { TablePath } from "../../query/dialect.ts";
import { compareValues } from "../../query/post-processing/frame.ts";
import type { QueryDataset } from "../../query/query-dataset.ts";
import type { Partitions } from "../../query/templates/macros.ts";
import { templateError } from "../../query/templates/template-error.ts";
import type { Actor } from "../../server/store/stamp.ts";
import { connectionOf, findDatabase } from "../database/index.ts";
import { assertSqlAccess } from "./sql-access.ts";

/**
 * The partitions of a table (`table`, `schema.table` or `catalog.schema.table`), the latest first, for templates of a
 * dataset. Who may read the dataset may ask for those of its own table, and of tables that its author named in its SQL;
 * for others a right to the table is needed.
 */
export async function partitionsOf(
  actor: Actor,
  dataset: QueryDataset & { databaseId: number },
  table: string,
): Promise<Partitions> {
  const { connection, connector } = await connectionOf(actor.app, dataset.databaseId);
  const { partitionRows } = connector.dialect;
  if (!partitionRows) throw templateError("SupersetTemplateException", "The database does not tell partitions");
  const path = pathOf(table, dataset);
  if (!isOwnTable(dataset, path) && !isNamedIn(dataset.sql, table)) {
    const database = await findDatabase(actor.app.db, dataset.databaseId);
    if (!database) throw notFound();
    const name = [path.catalog, path.schema, path.name].filter((part) => part !== null);
    const sql = `SELECT 1 FROM ${name.map((part) => connector.dialect.quoteIdentifier(part)).join(".")}`;
    await assertSqlAccess(actor.app, actor.user, { database, sql });
  }
  const { columns, rows } = await connection.run(partitionRows(path));
  const found = Array.from({ length: rows }, (_, row) => columns.map(({ values }) => values[row] ?? null));
  return { columns: columns.map(({ name }) => name), rows: found.sort(latestFirst) };
}

/** Values that are missing are no later than any other. */
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

/** As the argument of a macro, not anywhere in the text. */
const isNamedIn = (sql: string | null | undefined, table: string) =>
  Boolean(sql?.includes(`'${table}'`) || sql?.includes(`"${table}"`));

const isOwnTable = (dataset: QueryDataset, { catalog, schema, name }: TablePath) =>
  !dataset.sql?.trim() &&
  dataset.table_name === name &&
  (dataset.schema || null) === schema &&
  (dataset.catalog || null) === catalog;
