import type { Connection } from "../../connectors/connector.ts";
import { typedError } from "../../model/errors.ts";
import type { TableReference } from "../../query/sql/sql-reader.ts";
import type { App } from "../../server/app.ts";
import { connectionOf, type OpenDatabase } from "../database/index.ts";
import { type DatasetRow, findDatasetByTable, type TableOfDataset } from "./store.ts";

/**
 * Where an engine looks up the names of tables that say no schema. The engine is asked, since roles, databases and
 * addresses may say otherwise than is usual; what it does not tell stays unknown, and opens nothing.
 */
export interface SearchPath {
  /** The first one first; empty where it is not known. */
  schemas: readonly string[];
  /** The schema in which the engine finds the table; null where that is not known. */
  schemaOf(table: string): Promise<string | null>;
}

const KEPT_MS = 60_000;

export async function searchPathOf(app: App, databaseId: number): Promise<SearchPath> {
  const open = await connectionOf(app, databaseId);
  const schemas = await app.once(createSearchPaths)(open);
  return { schemas, schemaOf: (table) => foundIn(open.connection, schemas, table) };
}

function createSearchPaths(app: App): (open: OpenDatabase) => Promise<readonly string[]> {
  const known = new WeakMap<Connection, { at: number; schemas: Promise<readonly string[]> }>();
  return (open) => {
    const found = known.get(open.connection);
    if (found && app.clock.now() - found.at < KEPT_MS) return found.schemas;
    const schemas = askedOf(open);
    known.set(open.connection, { at: app.clock.now(), schemas });
    schemas.catch(() => known.delete(open.connection));
    return schemas;
  };
}

async function askedOf({ connection, connector }: OpenDatabase): Promise<readonly string[]> {
  const { searchPath } = connector.dialect;
  if (searchPath === null) return [];
  const { columns } = await connection.run(searchPath);
  return Array.from(columns[0]?.values ?? []).filter((name) => typeof name === "string" && name !== "") as string[];
}

/** The first schema that has the table; the very first when none has, where one made later would be. */
async function foundIn(connection: Connection, schemas: readonly string[], table: string): Promise<string | null> {
  if (schemas.length > 1)
    for (const schema of schemas) if ((await connection.columns(table, schema)).length > 0) return schema;
  return schemas[0] ?? null;
}

/**
 * The dataset of a table. A name without a schema is the table that the engine finds by it, so its dataset may say that
 * schema, and the other way round. Where the engine does not tell, its only schema is meant.
 */
export async function datasetOfTable(app: App, table: TableOfDataset): Promise<DatasetRow | undefined> {
  const named = await findDatasetByTable(app.db, table);
  if (named || table.catalog !== null) return named;
  const home = await homeOf(app, table);
  if (home === null || (table.schema !== null && table.schema !== home)) return undefined;
  return findDatasetByTable(app.db, { ...table, schema: table.schema === null ? home : null });
}

async function homeOf(app: App, { databaseId, name }: TableOfDataset): Promise<string | null> {
  const found = await (await searchPathOf(app, databaseId)).schemaOf(name);
  if (found !== null) return found;
  const [only = null, second] = await (await connectionOf(app, databaseId)).connection.schemas();
  return second === undefined ? only : null;
}

/** Engines whose names have no catalog. */
const WITHOUT_CATALOGS = new Set(["sqlite", "mysql", "mariadb", "clickhouse", "clickhousedb"]);

interface Placing {
  databaseId: number;
  catalog?: string | null | undefined;
  schema?: string | null | undefined;
}

/** A statement that reads, with its names put into the place where they are meant; as it is where none is said. */
export async function placedSql(app: App, sql: string, { databaseId, ...place }: Placing): Promise<string> {
  const { schema } = place;
  if (!schema) return sql;
  const { connection, connector } = await connectionOf(app, databaseId);
  const catalog = WITHOUT_CATALOGS.has(connector.engine) ? null : place.catalog || null;
  return connection.sql.placed(sql, { catalog, schema });
}

/** The same for the SQL of a dataset, which is left as it is where the engine looks names up in that place anyway. */
export async function placedDatasetSql(app: App, sql: string, place: Placing): Promise<string> {
  if (!place.schema) return sql;
  const { schemas } = await searchPathOf(app, place.databaseId);
  if (!place.catalog && schemas.length === 1 && schemas[0] === place.schema) return sql;
  const { connection } = await connectionOf(app, place.databaseId);
  await connection.sql.checkStatement(sql);
  return placedSql(app, sql, place);
}

/**
 * The schema in which every one of the tables that say none is found; null when all say theirs, or the engine does not
 * tell. Throws a typed error when they are of several.
 */
export async function commonSchemaOf(
  app: App,
  databaseId: number,
  tables: readonly TableReference[],
): Promise<string | null> {
  const path = await searchPathOf(app, databaseId);
  const schemas = new Set<string | null>();
  for (const { schema, name } of tables) if (schema === null) schemas.add(await path.schemaOf(name));
  if (schemas.size <= 1) return [...schemas][0] ?? null;
  const message = "Tables of several schemas are named without saying which: name the schema of each.";
  throw typedError("INVALID_SQL_ERROR", message, { status: 422 });
}
