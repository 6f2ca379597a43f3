import type { Kysely } from "kysely";
import type { Connection } from "../../connectors/connector.ts";
import { t } from "../../i18n/translate.ts";
import { typedError } from "../../model/errors.ts";
import type { TableReference } from "../../query/sql/sql-reader.ts";
import type { App } from "../../server/app.ts";
import type { Tables } from "../../server/store/tables.ts";
import { connectionOf, defaultCatalogOf, type OpenDatabase } from "../database/index.ts";
import { type DatasetRow, findDatasetsByName, type TableOfDataset } from "./store.ts";

/**
 * Where an engine looks up unqualified names. Asks the engine, as roles, databases and addresses can change it; unknown
 * stays unknown and grants nothing.
 */
export interface SearchPath {
  schemas: readonly string[];
  catalog: string | null;
  schemaOf(table: string): Promise<string | null>;
}

type Places = Pick<SearchPath, "schemas" | "catalog">;

const CACHE_MS = 60_000;

export async function searchPathOf(app: App, databaseId: number): Promise<SearchPath> {
  const open = await connectionOf(app, databaseId);
  const places = await app.once(createSearchPaths)(open);
  return { ...places, schemaOf: (table) => foundIn(open.connection, places.schemas, table) };
}

function createSearchPaths(app: App): (open: OpenDatabase) => Promise<Places> {
  const cached = new WeakMap<Connection, { at: number; places: Promise<Places> }>();
  return (open) => {
    const found = cached.get(open.connection);
    if (found && app.clock.elapsed() - found.at < CACHE_MS) return found.places;
    const places = placesOf(open);
    cached.set(open.connection, { at: app.clock.elapsed(), places });
    places.catch(() => cached.delete(open.connection));
    return places;
  };
}

async function placesOf(open: OpenDatabase): Promise<Places> {
  const schemas = await namesIn(open.connection, open.connector.dialect.searchPath);
  return { schemas, catalog: await defaultCatalogOf(open) };
}

async function namesIn(connection: Connection, sql: string | null): Promise<string[]> {
  if (sql === null) return [];
  const { columns } = await connection.run(sql);
  return Array.from(columns[0]?.values ?? []).filter((name) => typeof name === "string" && name !== "") as string[];
}

async function foundIn(connection: Connection, schemas: readonly string[], table: string): Promise<string | null> {
  if (schemas.length > 1)
    for (const schema of schemas) if ((await connection.columns(table, schema)).length > 0) return schema;
  return schemas[0] ?? null;
}

/**
 * A name without a schema is the table that the engine finds, so its dataset may name that schema, and vice versa. If
 * unknown, the database's only schema is used.
 */
export async function datasetOfTable(app: App, table: TableOfDataset): Promise<DatasetRow | undefined> {
  const named = await datasetInPlace(app, table);
  if (named) return named;
  const home = await homeOf(app, table);
  if (home === null || (table.schema !== null && table.schema !== home)) return undefined;
  return datasetInPlace(app, { ...table, schema: table.schema === null ? home : null });
}

export async function datasetInPlace(
  app: App,
  table: TableOfDataset,
  db: Kysely<Tables> = app.db,
): Promise<DatasetRow | undefined> {
  const named = await findDatasetsByName(db, table);
  const exact = named.find(({ catalog }) => catalog === table.catalog);
  if (exact || !named.some(({ catalog }) => catalog === null || table.catalog === null)) return exact;
  const home = (await searchPathOf(app, table.databaseId)).catalog;
  return named.find(({ catalog }) => (catalog ?? home) === (table.catalog ?? home));
}

async function homeOf(app: App, { databaseId, name }: TableOfDataset): Promise<string | null> {
  const found = await (await searchPathOf(app, databaseId)).schemaOf(name);
  if (found !== null) return found;
  const [only = null, second] = await (await connectionOf(app, databaseId)).connection.schemas();
  return second === undefined ? only : null;
}

const WITHOUT_CATALOGS = new Set(["sqlite", "mysql", "mariadb", "clickhouse", "clickhousedb"]);

interface QualifyPlace {
  databaseId: number;
  catalog?: string | null | undefined;
  schema?: string | null | undefined;
}

export async function qualifiedSql(app: App, sql: string, { databaseId, ...place }: QualifyPlace): Promise<string> {
  const { schema } = place;
  if (!schema) return sql;
  const { connection, connector } = await connectionOf(app, databaseId);
  const catalog = WITHOUT_CATALOGS.has(connector.engine) ? null : place.catalog || null;
  return connection.sql.placed(sql, { catalog, schema });
}

/** One statement without semicolons and trailing comments, so that it can go in parentheses. */
export async function bareStatement(
  app: App,
  sql: string,
  { databaseId }: Pick<QualifyPlace, "databaseId">,
): Promise<string> {
  if (!sql.includes(";")) return sql;
  const { connection } = await connectionOf(app, databaseId);
  const [statement, ...others] = await connection.sql.split(sql);
  return statement && others.length === 0 ? statement.sql : sql;
}

/** Unchanged if the engine resolves the names in that place anyway. */
export async function qualifiedDatasetSql(app: App, written: string, place: QualifyPlace): Promise<string> {
  const sql = await bareStatement(app, written, place);
  if (!place.schema) return sql;
  const { schemas } = await searchPathOf(app, place.databaseId);
  if (!place.catalog && schemas.length === 1 && schemas[0] === place.schema) return sql;
  const { connection } = await connectionOf(app, place.databaseId);
  await connection.sql.checkStatement(sql);
  return qualifiedSql(app, sql, place);
}

/** Null if all tables are qualified or the schema is unknown. Throws a typed error for several schemas. */
export async function commonSchemaOf(
  app: App,
  databaseId: number,
  tables: readonly TableReference[],
): Promise<string | null> {
  const path = await searchPathOf(app, databaseId);
  const schemas = new Set<string | null>();
  for (const { schema, name } of tables) if (schema === null) schemas.add(await path.schemaOf(name));
  if (schemas.size <= 1) return [...schemas][0] ?? null;
  const message = t("The query uses unqualified tables from several schemas. Add the schema to each table name.");
  throw typedError("INVALID_SQL_ERROR", message, { status: 422 });
}
