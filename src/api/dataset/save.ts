import type { Kysely } from "kysely";
import type { SourceColumn } from "../../connectors/connector.ts";
import type { Message } from "../../i18n/message.ts";
import { msg, t } from "../../i18n/translate.ts";
import type { FolderEntry } from "../../model/dataset-folder.ts";
import { unprocessable } from "../../model/errors.ts";
import { readJson } from "../../model/json-text.ts";
import { isTimeFormat } from "../../query/stored-time.ts";
import type { App } from "../../server/app.ts";
import { assertUnmanaged } from "../../server/rights/managed.ts";
import { resolveChangedOwners, resolveOwners, setOwners } from "../../server/rights/owners.ts";
import type { Content } from "../../server/store/content.ts";
import { storeFailureOf } from "../../server/store/failures.ts";
import { bindSavedDataset } from "../../server/store/rule-bindings.ts";
import { type Actor, changedBy, stampOf } from "../../server/store/stamp.ts";
import type { RowChanges, Tables } from "../../server/store/tables.ts";
import { keepVersion, saveVersion } from "../../server/store/versions.ts";
import type { User } from "../../server/user.ts";
import { type DatabaseRecord, findDatabase } from "../database/index.ts";
import type { ColumnInput, CreateDataset, UpdateDataset } from "./contract.ts";
import { datasetInPlace } from "./search-path.ts";
import { COUNT_METRIC, mainTimeColumn, type Source, sourceColumns, syncedColumns } from "./source.ts";
import { assertSourceReadable } from "./source-access.ts";
import {
  columnsOf,
  type DatasetRow,
  findDataset,
  type ItemsOf,
  insertDataset,
  metricsOf,
  saveColumns,
  saveMetrics,
  updateDataset,
} from "./store.ts";

export async function createDataset(app: App, user: User, body: CreateDataset): Promise<number> {
  const source: Source = { ...body, databaseId: body.database };
  await assertSourceReadable(app, user, { database: await databaseFor(app.db, body.database), source });
  await assertFree(app, source);
  const owners = await resolveOwners(app.db, user, body.owners);
  const columns = syncedColumns(await sourceColumns(app, user, source), []);
  const {
    database,
    owners: _,
    columns: __,
    uuid,
    normalize_columns,
    always_filter_main_dttm,
    is_managed_externally,
    ...rest
  } = body;
  const stamp = stampOf(app, user);
  const saving = app.db.transaction().execute(async (trx) => {
    const created = await insertDataset(
      trx,
      {
        ...rest,
        database_id: database,
        uuid: uuid ?? undefined,
        normalize_columns: normalize_columns ?? false,
        always_filter_main_dttm: always_filter_main_dttm ?? false,
        is_managed_externally: is_managed_externally ?? false,
        main_dttm_col: mainTimeColumn(columns),
      },
      stamp,
    );
    await saveColumns(trx, { datasetId: created, stamp }, columns);
    await saveMetrics(trx, { datasetId: created, stamp }, [COUNT_METRIC]);
    await setOwners(trx, { noun: "dataset", id: created }, owners);
    await keepVersion(app, trx, { object: { noun: "dataset", id: created }, stamp });
    return created;
  });
  const id = await saving.catch(rejectDuplicate(body.table_name));
  app.events.changed("dataset", id);
  return id;
}

async function databaseFor(db: Kysely<Tables>, id: number): Promise<DatabaseRecord> {
  const database = await findDatabase(db, id);
  if (!database) throw unprocessable({ database: [t("Database does not exist")] });
  return database;
}

async function assertFree(app: App, source: Source, except?: number): Promise<void> {
  const { databaseId, catalog = null, schema = null, table_name: name } = source;
  const existing = await datasetInPlace(app, { databaseId, catalog, schema, name });
  if (existing && existing.id !== except) throw duplicateTable(name);
}

export const duplicateTable = (name: string) =>
  unprocessable({ table: [t("Dataset {name} already exists", { name })] });

export const rejectDuplicate =
  (name: string) =>
  (error: unknown): never => {
    const isTable = storeFailureOf(error) === "unique" && /datasets_by_name/.test((error as Error).message);
    throw isTable ? duplicateTable(name) : error;
  };

export interface DatasetChange {
  body: UpdateDataset;
  overrideColumns: boolean;
  basedOn?: string | undefined;
}

export async function changeDataset(
  { app, user }: Actor,
  row: DatasetRow,
  { body, overrideColumns, basedOn }: DatasetChange,
): Promise<string> {
  const { columns, metrics, owners, database_id = row.database_id, ...fields } = body;
  const database = await databaseFor(app.db, database_id);
  const source = sourceAfter(row, { ...fields, database_id });
  const isChanged = isSourceChanged(row, source);
  if (isChanged || isRenderedDifferently(row, source)) await assertSourceReadable(app, user, { database, source });
  await assertFree(app, source, row.id);
  const found = overrideColumns || isChanged ? await sourceColumns(app, user, source) : undefined;
  const users = await resolveChangedOwners(app.db, user, { noun: "dataset", id: row.id }, owners);
  const currentColumns = await columnsOf(app.db, row.id);
  assertItems("columns", columns?.map(namedColumn), currentColumns.map(namedColumn));
  assertTimeFormats(columns ?? [], currentColumns);
  assertItems("metrics", metrics?.map(namedMetric), (await metricsOf(app.db, row.id)).map(namedMetric));
  const stamp = stampOf(app, user);
  const items = { datasetId: row.id, stamp };
  const saving = saveVersion(app, { object: { noun: "dataset", id: row.id }, stamp, basedOn }, async (trx) => {
    const before = (await findDataset(trx, row.id)) ?? row;
    const moved = body.database_id === undefined ? {} : { database_id };
    await updateDataset(trx, row.id, { ...rowChanges(fields), ...moved, ...changedBy(stamp) });
    if (columns) await saveColumns(trx, items, columns);
    if (metrics) await saveMetrics(trx, items, metrics);
    if (users) await setOwners(trx, { noun: "dataset", id: row.id }, users);
    if (found && overrideColumns) await syncWithSource(trx, items, found);
    await bindSavedDataset(trx, user, before);
  });
  await saving.catch(rejectDuplicate(source.table_name));
  app.events.changed("dataset", row.id);
  return stamp.now;
}

export async function restoreDataset(actor: Actor, row: DatasetRow, content: Content): Promise<void> {
  const { db } = actor.app;
  await assertUnmanaged(db, { noun: "dataset", ids: [row.id] });
  const { columns, metrics, folders, params: _, ...fields } = content as RestoredContent;
  const [ownColumns, ownMetrics] = [await columnsOf(db, row.id), await metricsOf(db, row.id)];
  const columnId = new Map(ownColumns.map((column) => [column.column_name, column.id]));
  const metricId = new Map(ownMetrics.map((metric) => [metric.metric_name, metric.id]));
  const body = {
    ...fields,
    folders: folders ? (readJson(folders) as FolderEntry[]) : [],
    columns: columns.map((column) => ({ ...column, id: columnId.get(column.column_name) })),
    metrics: metrics.map(({ currency, ...metric }) => ({
      ...metric,
      id: metricId.get(metric.metric_name),
      currency: currency ? (readJson(currency) as { symbol: string; symbolPosition: string }) : null,
    })),
  };
  await changeDataset(actor, row, { body, overrideColumns: false });
}

type RestoredContent = DatasetRow & {
  columns: { column_name: string }[];
  metrics: { metric_name: string; expression: string; currency: string | null }[];
};

export async function refreshDataset(app: App, user: User, row: DatasetRow): Promise<void> {
  const found = await sourceColumns(app, user, { ...row, databaseId: row.database_id });
  const stamp = stampOf(app, user);
  const items = { datasetId: row.id, stamp };
  await saveVersion(app, { object: { noun: "dataset", id: row.id }, stamp }, async (trx) => {
    await syncWithSource(trx, items, found);
    await updateDataset(trx, row.id, changedBy(stamp));
  });
  app.events.changed("dataset", row.id);
}

/** Programs that write all metrics and then refresh expect the count metric and the time column afterwards. */
async function syncWithSource(trx: Kysely<Tables>, items: ItemsOf, found: readonly SourceColumn[]): Promise<void> {
  const { datasetId } = items;
  await saveColumns(trx, items, syncedColumns(found, await columnsOf(trx, datasetId)));
  const main_dttm_col = mainTimeColumn(await columnsOf(trx, datasetId));
  await trx
    .updateTable("datasets")
    .set({ main_dttm_col })
    .where("id", "=", datasetId)
    .where("main_dttm_col", "is", null)
    .execute();
  const metrics = await metricsOf(trx, datasetId);
  if (metrics.some(({ metric_name }) => metric_name === COUNT_METRIC.metric_name)) return;
  const stored = metrics.map(({ id, metric_name, expression }) => ({ id, metric_name, expression }));
  await saveMetrics(trx, items, [...stored, COUNT_METRIC]);
}

type Fields = Omit<UpdateDataset, "columns" | "metrics" | "owners">;

function sourceAfter(row: DatasetRow, fields: Fields): Source {
  const after = <T>(value: T | undefined, before: T): T => (value === undefined ? before : value);
  return {
    databaseId: fields.database_id ?? row.database_id,
    table_name: fields.table_name ?? row.table_name,
    catalog: after(fields.catalog, row.catalog),
    schema: after(fields.schema, row.schema),
    sql: after(fields.sql, row.sql),
    template_params: after(fields.template_params, row.template_params),
  };
}

function isSourceChanged(row: DatasetRow, source: Source): boolean {
  const isMoved =
    row.database_id !== source.databaseId || row.schema !== source.schema || row.catalog !== source.catalog;
  const isVirtual = Boolean(source.sql?.trim());
  return isMoved || (row.sql ?? "") !== (source.sql ?? "") || (!isVirtual && row.table_name !== source.table_name);
}

/** Other parameters may make templates read other tables. */
const isRenderedDifferently = (row: DatasetRow, { sql, template_params }: Source) =>
  Boolean(sql?.trim()) && (row.template_params ?? "") !== (template_params ?? "");

const NOT_NULL = ["offset", "filter_select_enabled", "is_sqllab_view", "is_managed_externally", "uuid"];

function rowChanges({ folders, ...fields }: Fields): RowChanges<"datasets"> {
  const entries = Object.entries(fields).filter(
    ([name, value]) => value !== undefined && !(value === null && NOT_NULL.includes(name)),
  );
  const changes = Object.fromEntries(entries) as RowChanges<"datasets">;
  return folders === undefined ? changes : { ...changes, folders: folders && JSON.stringify(folders) };
}

interface Named {
  id: number | undefined;
  name: string;
}

const namedColumn = (column: { id?: number | undefined; column_name: string }): Named => ({
  id: column.id,
  name: column.column_name,
});
const namedMetric = (metric: { id?: number | undefined; metric_name: string }): Named => ({
  id: metric.id,
  name: metric.metric_name,
});

type Timed = Pick<ColumnInput, "column_name" | "python_date_format">;

/** Formats that were stored before, as by imports, don't prevent other changes. */
function assertTimeFormats(columns: readonly Timed[], current: readonly Timed[]): void {
  const stored = new Map(current.map((column) => [column.column_name, column.python_date_format]));
  for (const { column_name: name, python_date_format } of columns) {
    const format = python_date_format?.trim();
    if (!format || isTimeFormat(format) || stored.get(name) === python_date_format) continue;
    const text = t(
      "“{format}” isn't a valid datetime format for “{name}”. Use epoch_s, epoch_ms, or a pattern such as %Y-%m-%d.",
      { format, name },
    );
    throw unprocessable({ columns: [text] });
  }
}

const DUPLICATED = {
  columns: msg("One or more columns are duplicated"),
  metrics: msg("One or more metrics are duplicated"),
};
const UNKNOWN = { columns: msg("One or more columns do not exist"), metrics: msg("One or more metrics do not exist") };

function assertItems(
  noun: "columns" | "metrics",
  items: readonly Named[] | undefined,
  current: readonly Named[],
): void {
  if (!items) return;
  const refuse = (texts: Readonly<Record<typeof noun, Message>>) => unprocessable({ [noun]: [t(texts[noun])] });
  if (new Set(items.map((item) => item.name)).size < items.length) throw refuse(DUPLICATED);
  const ids = new Set(current.map((item) => item.id));
  if (items.some((item) => item.id !== undefined && !ids.has(item.id))) throw refuse(UNKNOWN);
}
