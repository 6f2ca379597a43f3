import { t } from "../../i18n/translate.ts";
import { typedError } from "../../model/errors.ts";
import { MAX_STATEMENTS } from "../../model/size-limits.ts";
import type { SqlReader, TableReference } from "../../query/sql/sql-reader.ts";
import { templateError } from "../../query/templates/template-error.ts";
import { hasTemplate, segmentsOf } from "../../query/templates/template-text.ts";
import type { App } from "../../server/app.ts";
import type { User } from "../../server/user.ts";
import { canReadPlace, connectionOf, type DatabaseRecord, databaseForbidden } from "../database/index.ts";
import { isGranted } from "./policy.ts";
import { type SearchPath, searchPathOf } from "./search-path.ts";
import { type DatasetRow, datasetIdsOwnedBy, datasetsOfDatabases } from "./store.ts";

export interface SqlPlace {
  database: DatabaseRecord;
  catalog?: string | null | undefined;
  schema?: string | null | undefined;
}

/**
 * Throws unless the user can read every table in the SQL, through its place or its dataset: 403
 * TABLE_SECURITY_ACCESS_ERROR lists the missing ones. SQL that writes or can't be parsed needs access to the whole
 * database: 403 DATABASE_SECURITY_ACCESS_ERROR.
 */
export async function assertSqlAccess(
  app: App,
  user: User,
  { sql, ...place }: SqlPlace & { sql: string },
): Promise<void> {
  const { database } = place;
  if (canReadPlace(user, { databaseId: database.id, databaseName: database.database_name })) return;
  const { connection, connector } = await connectionOf(app, database.id);
  const named = await tablesRead(connection.sql, sql);
  if (!named) throw databaseForbidden();
  const owned = new Set(user.id > 0 ? await datasetIdsOwnedBy(app.db, user.id) : []);
  const path = await searchPathOf(app, database.id);
  const resolved = resolverOf(connector.engine, path);
  const names = new Set(named.map(({ name }) => name.toLowerCase()));
  const datasets = (await datasetsOfDatabases(app.db, [database.id])).filter(
    (row) =>
      !row.sql?.trim() &&
      names.has(row.table_name.toLowerCase()) &&
      (owned.has(row.id) || isGranted(user, { ...row, ...namesOf(database) })),
  );
  const open = await Promise.all(datasets.map((row) => resolved(tableOf(row), {})));
  const tables = await Promise.all(named.map((table) => resolved(table, place)));
  const missing = tables.filter((table) => {
    const catalogs = table.catalog === null ? [null, path.catalog] : [table.catalog];
    const isOpen = catalogs.some((catalog) =>
      canReadPlace(user, { ...namesOf(database), catalog, schema: table.schema }),
    );
    return !isOpen && !open.some((known) => isSameTable(known, table));
  });
  if (missing.length > 0) throw forbiddenTables(missing);
}

const namesOf = ({ id, database_name }: DatabaseRecord) => ({ databaseId: id, databaseName: database_name });
const tableOf = ({ catalog, schema, table_name: name }: DatasetRow): TableReference => ({ catalog, schema, name });

/** Null if the SQL does anything other than read named tables. */
export async function tablesRead(reader: SqlReader, sql: string): Promise<TableReference[] | null> {
  const tables: TableReference[] = [];
  const statements = await reader.split(sql);
  if (statements.length > MAX_STATEMENTS) return null;
  for (const statement of statements) {
    try {
      await reader.checkStatement(statement.sql);
    } catch {
      return null;
    }
    tables.push(...(await reader.inspect(statement.sql)).reads);
  }
  return tables;
}

const CASE_SENSITIVE = new Set([
  "postgresql",
  "mysql",
  "mariadb",
  "clickhouse",
  "clickhousedb",
  "bigquery",
  "snowflake",
]);

type Named = Pick<SqlPlace, "catalog" | "schema">;

function resolverOf(engine: string, path: SearchPath) {
  const fold = (name: string) => (CASE_SENSITIVE.has(engine) ? name : name.toLowerCase());
  const maybeFolded = (name: string | null | undefined) => (name ? fold(name) : null);
  return async (table: TableReference, { catalog, schema }: Named): Promise<TableReference> => {
    const isPlaced = Boolean(table.schema || schema);
    const named = maybeFolded(table.catalog ?? catalog);
    return {
      catalog: named === maybeFolded(path.catalog) ? null : named,
      schema: maybeFolded(isPlaced ? table.schema || schema : await path.schemaOf(table.name)),
      name: fold(table.name),
    };
  };
}

const isSameTable = (a: TableReference, b: TableReference) =>
  a.name === b.name && a.schema === b.schema && a.catalog === b.catalog;

function forbiddenTables(tables: readonly TableReference[]) {
  const names = tables.map(({ catalog, schema, name }) => [catalog, schema, name].filter(Boolean).join("."));
  const distinct = [...new Set(names)].toSorted();
  const quoted = distinct.map((name) => `\`${name}\``).join(", ");
  const message = t(
    "You need access to the following tables: {tables}, `all_database_access` or `all_datasource_access` permission",
    { tables: quoted },
  );
  return typedError("TABLE_SECURITY_ACCESS_ERROR", message, {
    status: 403,
    level: "warning",
    extra: { tables: distinct, link: null },
  });
}

/** Placeholder for a template tag: invalid as SQL except in texts, names and comments. */
const TAG = ")(";

export const withoutTags = (sql: string) =>
  segmentsOf(sql)
    .map(({ kind, text }) => (kind === "text" ? text : TAG))
    .join("");

export const hasTag = (name: string | null) => name?.includes(TAG) === true;

/**
 * Throws if rendering a dataset's templates added tables. Authors without access to the whole database may only save
 * SQL whose tables are known without rendering, and were checked for these. SQL that can't be parsed before rendering
 * is by authors who can read everything.
 */
export async function assertRendersNamedTables(reader: SqlReader, sql: string, rendered: string): Promise<void> {
  if (!hasTemplate(sql)) return;
  const named = await tablesRead(reader, withoutTags(sql));
  if (!named) return;
  const { reads } = await reader.inspect(rendered);
  if (reads.every((table) => named.some((known) => isNamedBy(known, table)))) return;
  throw templateError(
    "SecurityError",
    t(
      "A template in the dataset reads a table that isn't named in its SQL. Write the table name in the SQL instead of the template.",
    ),
  );
}

function isNamedBy(known: TableReference, table: TableReference): boolean {
  const isSame = (a: string | null, b: string | null) => a === b || (b !== null && hasTag(a));
  return isSame(known.catalog, table.catalog) && isSame(known.schema, table.schema) && isSame(known.name, table.name);
}
