import type { Kysely } from "kysely";
import { unprocessable } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import type { User } from "../../server/auth/user.ts";
import { resolveOwners, setOwners } from "../../server/store/owners.ts";
import { stampOf } from "../../server/store/stamp.ts";
import type { RowChanges, Tables } from "../../server/store/tables.ts";
import { findDatabase } from "../database/index.ts";
import type { CreateDataset, UpdateDataset } from "./contract.ts";
import { COUNT_METRIC, mainTimeColumn, type Source, sourceColumns, syncedColumns } from "./source.ts";
import {
  columnsOf,
  type DatasetRow,
  findDatasetByTable,
  insertDataset,
  metricsOf,
  saveColumns,
  saveMetrics,
  updateDataset,
} from "./store.ts";

/** Creates a dataset with the columns of its source and a count. Answers its id; throws 422 by field. */
export async function createDataset(app: App, user: User, body: CreateDataset): Promise<number> {
  if (!(await findDatabase(app.db, body.database))) throw unprocessable({ database: ["Database does not exist"] });
  const source: Source = { ...body, databaseId: body.database };
  await assertFree(app.db, source);
  const owners = await resolveOwners(app.db, user, body.owners);
  const columns = syncedColumns(await sourceColumns(app, source), []);
  const {
    database,
    owners: _,
    uuid,
    normalize_columns,
    always_filter_main_dttm,
    is_managed_externally,
    ...rest
  } = body;
  const stamp = stampOf(app, user);
  const id = await app.db.transaction().execute(async (trx) => {
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
    await saveColumns(trx, created, columns, stamp);
    await saveMetrics(trx, created, [COUNT_METRIC], stamp);
    await setOwners(trx, "dataset", created, owners);
    return created;
  });
  app.events.changed("dataset", id);
  return id;
}

async function assertFree(db: Kysely<Tables>, source: Source, except?: number): Promise<void> {
  const { databaseId, catalog = null, schema = null, table_name: name } = source;
  const taken = await findDatasetByTable(db, { databaseId, catalog, schema, name });
  if (taken && taken.id !== except) throw unprocessable({ table: [`Dataset ${name} already exists`] });
}

/** Changes a dataset. With `overrideColumns` its columns are read from the source again afterwards. */
export async function changeDataset(
  app: App,
  user: User,
  row: DatasetRow,
  body: UpdateDataset,
  overrideColumns: boolean,
): Promise<void> {
  const { columns, metrics, owners, database_id = row.database_id, ...fields } = body;
  if (!(await findDatabase(app.db, database_id))) throw unprocessable({ database: ["Database does not exist"] });
  const source = sourceAfter(row, { ...fields, database_id });
  await assertFree(app.db, source, row.id);
  const found = overrideColumns || isSourceChanged(row, source) ? await sourceColumns(app, source) : undefined;
  const people = owners === undefined ? undefined : await resolveOwners(app.db, user, owners);
  const currentColumns = await columnsOf(app.db, row.id);
  assertItems("columns", columns, (item) => item.column_name, currentColumns);
  assertItems("metrics", metrics, (item) => item.metric_name, await metricsOf(app.db, row.id));
  const stamp = stampOf(app, user);
  await app.db.transaction().execute(async (trx) => {
    await updateDataset(trx, row.id, { ...rowChanges(fields), database_id }, stamp);
    if (columns) await saveColumns(trx, row.id, columns, stamp);
    if (metrics) await saveMetrics(trx, row.id, metrics, stamp);
    if (people) await setOwners(trx, "dataset", row.id, people);
    if (found && overrideColumns)
      await saveColumns(trx, row.id, syncedColumns(found, await columnsOf(trx, row.id)), stamp);
  });
  app.events.changed("dataset", row.id);
}

/** Reads the columns of a dataset from its source again. */
export async function refreshDataset(app: App, user: User, row: DatasetRow): Promise<void> {
  const found = await sourceColumns(app, { ...row, databaseId: row.database_id });
  const stamp = stampOf(app, user);
  await app.db.transaction().execute(async (trx) => {
    await saveColumns(trx, row.id, syncedColumns(found, await columnsOf(trx, row.id)), stamp);
    await updateDataset(trx, row.id, {}, stamp);
  });
  app.events.changed("dataset", row.id);
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
  };
}

function isSourceChanged(row: DatasetRow, source: Source): boolean {
  const isMoved =
    row.database_id !== source.databaseId || row.schema !== source.schema || row.catalog !== source.catalog;
  const isVirtual = Boolean(source.sql?.trim());
  return isMoved || (row.sql ?? "") !== (source.sql ?? "") || (!isVirtual && row.table_name !== source.table_name);
}

const NOT_NULL = ["offset", "filter_select_enabled", "is_sqllab_view", "is_managed_externally", "uuid"];

function rowChanges({ folders, ...fields }: Fields): RowChanges<"datasets"> {
  const entries = Object.entries(fields).filter(
    ([name, value]) => value !== undefined && !(value === null && NOT_NULL.includes(name)),
  );
  const changes = Object.fromEntries(entries) as RowChanges<"datasets">;
  return folders === undefined ? changes : { ...changes, folders: JSON.stringify(folders) };
}

/** Refuses doubled names, ids that are not the dataset's, and new names that are taken, with 422. */
function assertItems<T extends { id?: number | undefined }, C extends { id: number }>(
  noun: "columns" | "metrics",
  items: readonly T[] | undefined,
  nameOf: (item: T) => string,
  current: readonly (C & { column_name?: string; metric_name?: string })[],
): void {
  if (!items) return;
  const refuse = (what: string) => unprocessable({ [noun]: [`One or more ${noun} ${what}`] });
  if (new Set(items.map(nameOf)).size < items.length) throw refuse("are duplicated");
  const ids = new Set(current.map((item) => item.id));
  if (items.some((item) => item.id !== undefined && !ids.has(item.id))) throw refuse("do not exist");
  const kept = new Set(items.flatMap((item) => (item.id === undefined ? [] : [item.id])));
  const names = new Set(
    current.filter((item) => kept.has(item.id)).map((item) => item.column_name ?? item.metric_name),
  );
  const isTaken = (item: T) => item.id === undefined && names.has(nameOf(item));
  const renamed = new Set(items.filter((item) => item.id !== undefined).map(nameOf));
  if (items.some((item) => isTaken(item) && renamed.has(nameOf(item)))) throw refuse("already exist");
}
