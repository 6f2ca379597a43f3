import type { ForeignKey, SourceColumn } from "../../connectors/connector.ts";
import { t } from "../../i18n/translate.ts";
import { notFound, typedError } from "../../model/errors.ts";
import { catalogView, schemaView } from "../../model/object-permissions.ts";
import { type Context, route, unaudited } from "../../server/http/route.ts";
import { type DataLocation, readableDatasets } from "../../server/rights/datasets.ts";
import type { Condition } from "../../server/rights/rule.ts";
import { catalogPairs } from "../../server/store/object-pairs.ts";
import { connectionOf, type OpenDatabase } from "./connection.ts";
import * as contract from "./contract.ts";
import { canReadPlace, canSeeDatabase, canUploadTo, databaseForbidden, READ, uploadSchemas, WRITE } from "./policy.ts";
import { type DatabaseRecord, findDatabase } from "./store.ts";

export async function visibleDatabase(ctx: Context, id: number): Promise<DatabaseRecord> {
  const record = await findDatabase(ctx.app.db, id);
  if (!record || !canSeeDatabase(ctx.user, record)) throw notFound();
  return record;
}

function placeOf(record: DatabaseRecord, schema: string | null, catalog: string | null | undefined): DataLocation {
  return { databaseId: record.id, databaseName: record.database_name, schema, catalog };
}

const catalogs = route(contract.catalogs, READ, async (ctx, { params }) => {
  const record = await visibleDatabase(ctx, params.id);
  const { connection } = await connectionOf(ctx.app, record.id);
  return { result: await connection.catalogs() };
});

const schemas = route(contract.schemas, READ, async (ctx, { params, q }) => {
  const record = await visibleDatabase(ctx, params.id);
  const { connection } = await connectionOf(ctx.app, record.id);
  const names = await connection.schemas(q?.catalog);
  const readable = names.filter((name) => canReadPlace(ctx.user, placeOf(record, name, q?.catalog)));
  return { result: q?.upload_allowed ? readable.filter((name) => canUploadTo(ctx.user, record, name)) : readable };
});

const tables = route(contract.tables, READ, async (ctx, { params, q }) => {
  const record = await visibleDatabase(ctx, params.id);
  const schema = q?.schema_name ?? null;
  if (!canReadPlace(ctx.user, placeOf(record, schema, q?.catalog_name))) return { count: 0, result: [] };
  const opened = await connectionOf(ctx.app, record.id);
  const found = await opened.connection.tables(schema, q?.catalog_name);
  const place = { databaseId: record.id, schema, catalog: q?.catalog_name || null };
  const datasets = q?.with_datasets ? await tableDatasets(ctx, opened, place) : undefined;
  const result = found.map(({ name, kind }) => ({
    value: name,
    type: kind,
    extra: null,
    ...(datasets ? { dataset_id: datasets.get(name) ?? null } : {}),
  }));
  result.sort((a, b) => (a.value < b.value ? -1 : 1));
  return { count: result.length, result };
});

interface DatasetPlace {
  databaseId: number;
  schema: string | null;
  catalog: string | null;
}

/** Ids of readable physical datasets by table name. */
async function tableDatasets(
  { app, user }: Context,
  opened: OpenDatabase,
  { databaseId, schema, catalog }: DatasetPlace,
): Promise<Map<string, number>> {
  const readable = readableDatasets(user, "datasets.id");
  const rows = await app.reads
    .selectFrom("datasets")
    .select(["id", "table_name", "catalog"])
    .where("database_id", "=", databaseId)
    .where("schema", schema === null ? "is" : "=", schema)
    .where((where) => where.or([where("sql", "is", null), where("sql", "=", "")]))
    .$if(readable !== undefined, (query) => query.where(readable as Condition))
    .execute();
  const isMixed = rows.some((row) => (row.catalog === null) !== (catalog === null));
  const home = isMixed ? await defaultCatalogOf(opened) : null;
  const inCatalog = rows.filter((row) => (row.catalog ?? home) === (catalog ?? home));
  return new Map(inCatalog.map((row) => [row.table_name, row.id]));
}

/** Null without catalogs. Some accounts can't ask; permissions don't depend on it. */
export async function defaultCatalogOf({ connection, connector }: OpenDatabase): Promise<string | null> {
  const { defaultCatalog } = connector.dialect;
  if (defaultCatalog === null) return null;
  const found = await connection.run(defaultCatalog).catch(() => undefined);
  return (found?.columns[0]?.values[0] as string | null | undefined) || null;
}

export interface TablePlace {
  name: string;
  schema: string | null;
  catalog: string | null;
}

export async function readableTable(ctx: Context, id: number, { name, schema, catalog }: TablePlace) {
  const record = await visibleDatabase(ctx, id);
  if (!canReadPlace(ctx.user, placeOf(record, schema, catalog))) throw databaseForbidden();
  const opened = await connectionOf(ctx.app, record.id);
  const columns = await opened.connection.columns(name, schema, catalog);
  if (columns.length === 0) throw typedError("TABLE_NOT_FOUND_ERROR", t("No such table"), { status: 404 });
  return { ...opened, columns };
}

type ReadableTable = Awaited<ReturnType<typeof readableTable>>;

function selectStar({ connector }: ReadableTable, { name, schema, catalog }: TablePlace): string {
  const place = [catalog, schema, name].filter((part) => part !== null).map(connector.dialect.quoteIdentifier);
  return `SELECT\n  *\nFROM ${place.join(".")}\nLIMIT 100`;
}

async function metadataOf(ctx: Context, id: number, place: TablePlace) {
  const found = await readableTable(ctx, id, place);
  const { name, schema, catalog } = place;
  const { comment, primaryKey, foreignKeys, indexes } = await found.connection.details(name, schema, catalog);
  const primary = { column_names: primaryKey?.columns ?? [], name: primaryKey?.name ?? null, type: "pk" };
  const foreign = foreignKeys.map(foreignKeyOf);
  const others = indexes.map(({ columns: names, name: index, isUnique }) => ({
    column_names: names,
    name: index,
    type: isUnique ? "unique" : "index",
  }));
  const keys = [...(primaryKey ? [primary] : []), ...foreign, ...others];
  return {
    name,
    comment,
    columns: found.columns.map((column) => tableColumn(column, keys)),
    primaryKey: primary,
    foreignKeys: foreign,
    indexes: keys,
    selectStar: selectStar(found, place),
  };
}

function foreignKeyOf({ name, columns, referredSchema, referredTable, referredColumns }: ForeignKey) {
  return {
    column_names: columns,
    name,
    options: {},
    referred_columns: referredColumns,
    referred_schema: referredSchema,
    referred_table: referredTable,
    type: "fk",
  };
}

function tableColumn(
  { name, type, comment = null }: SourceColumn,
  keys: readonly { column_names: readonly string[] }[],
) {
  const own = keys.filter((key) => key.column_names.includes(name));
  return { name, type: type.replace(/\(.*/, ""), longType: type, keys: own, comment };
}

type NamedTable = { name: string; schema?: string | undefined; catalog?: string | undefined };
export const tableOfQuery = ({ name, schema, catalog }: NamedTable): TablePlace => ({
  name,
  schema: schema || null,
  catalog: catalog || null,
});
const NO_SCHEMA = ["null", "undefined", ""];
export const tableOfPath = ({ table, schema }: { table: string; schema?: string }): TablePlace => ({
  name: table,
  schema: schema === undefined || NO_SCHEMA.includes(schema) ? null : schema,
  catalog: null,
});

const tableMetadata = route(contract.tableMetadata, READ, (ctx, { params, query }) =>
  metadataOf(ctx, params.id, tableOfQuery(query)),
);
const tableByPath = route(contract.tableByPath, READ, (ctx, { params }) =>
  metadataOf(ctx, params.id, tableOfPath(params)),
);

async function selectStarAnswer(ctx: Context, params: { id: number; table: string; schema?: string }) {
  const place = tableOfPath(params);
  return { result: selectStar(await readableTable(ctx, params.id, place), place) };
}
const selectStarOf = route(contract.selectStar, READ, (ctx, { params }) => selectStarAnswer(ctx, params));
const selectStarIn = route(contract.selectStarInSchema, READ, (ctx, { params }) => selectStarAnswer(ctx, params));

const functionNames = route(contract.functionNames, READ, async (ctx, { params }) => {
  const record = await visibleDatabase(ctx, params.id);
  const { connection } = await connectionOf(ctx.app, record.id);
  return { function_names: (await connection.functions?.()) ?? [] };
});

const syncPermissions = route(
  contract.syncPermissions,
  unaudited(WRITE, "writes what the tables already say"),
  async (ctx, { params }) => {
    const record = await visibleDatabase(ctx, params.id);
    const { connection } = await connectionOf(ctx.app, record.id);
    const { database_name: name } = record;
    const found = await connection.catalogs();
    const names = await connection.schemas();
    await catalogPairs(ctx.app.db, [
      ...found.map((catalog) => ["catalog_access", catalogView(name, catalog)] as const),
      ...names.map((schema) => ["schema_access", schemaView(name, null, schema)] as const),
    ]);
    return { message: t("Permissions successfully synced") };
  },
);

const schemasForUpload = route(contract.schemasForUpload, READ, async (ctx, { params }) => ({
  schemas: uploadSchemas(ctx.user, await visibleDatabase(ctx, params.id)),
}));

export const tableRoutes = [
  catalogs,
  schemas,
  tables,
  tableMetadata,
  tableByPath,
  selectStarOf,
  selectStarIn,
  functionNames,
  syncPermissions,
  schemasForUpload,
];
