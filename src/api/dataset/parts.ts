import { randomUUID } from "node:crypto";
import { t } from "../../i18n/translate.ts";
import { withPartUuids } from "../../model/dataset-folder.ts";
import { notFound, unprocessable } from "../../model/errors.ts";
import { agoText } from "../../server/clock.ts";
import { audited, type Context, permission, type Route, route } from "../../server/http/route.ts";
import { possibleIds } from "../../server/http/show-response.ts";
import { assertUnmanaged } from "../../server/rights/managed.ts";
import { assertOwner, ownersOf, setOwners } from "../../server/rights/owners.ts";
import { RowGrant } from "../../server/rights/row-grant.ts";
import { grantThroughDashboard } from "../../server/rights/through-dashboard.ts";
import { changedBy, stampOf } from "../../server/store/stamp.ts";
import { usersById } from "../../server/store/users.ts";
import { keepVersion, saveVersion } from "../../server/store/versions.ts";
import { findDatabase } from "../database/index.ts";
import { drillInfo as drillInfoContract } from "./contract.ts";
import * as contract from "./parts-contract.ts";
import { canAccessDataset, datasetForbidden, VIEW, WRITE } from "./policy.ts";
import { datasetForQuery } from "./records.ts";
import { duplicateTable, rejectDuplicate } from "./save.ts";
import { datasetInPlace } from "./search-path.ts";
import { assertSourceReadable } from "./source-access.ts";
import {
  columnsOf,
  countParts,
  type DatasetRow,
  findDataset,
  insertDataset,
  metricsOf,
  saveColumns,
  saveMetrics,
  updateDataset,
} from "./store.ts";

const DUPLICATE = permission("can_duplicate", VIEW);
const DRILL = permission("can_get_drill_info", VIEW);

async function visible(ctx: Context, id: number): Promise<DatasetRow> {
  const row = id > 0 && id < 2 ** 31 ? await findDataset(ctx.app.db, id) : undefined;
  if (!row || !canAccessDataset(ctx.user, await datasetForQuery(ctx.app, row.id))) throw notFound();
  return row;
}

async function own(ctx: Context, id: number): Promise<DatasetRow> {
  const row = await visible(ctx, id);
  await assertOwner(ctx.app.db, ctx.user, { noun: "dataset", ids: [row.id] });
  await assertUnmanaged(ctx.app.db, { noun: "dataset", ids: [row.id] });
  return row;
}

const removeColumn = route(
  contract.removeColumn,
  audited(WRITE, { action: "DatasetColumnsRestApi.delete", verb: "change", kind: "dataset" }),
  async (ctx, { params }) => {
    await removePart(ctx, await own(ctx, params.id), { table: "dataset_columns", id: params.column_id });
    return { message: "OK" };
  },
);

const removeMetric = route(
  contract.removeMetric,
  audited(WRITE, { action: "DatasetMetricRestApi.delete", verb: "change", kind: "dataset" }),
  async (ctx, { params }) => {
    await removePart(ctx, await own(ctx, params.id), { table: "dataset_metrics", id: params.metric_id });
    return { message: "OK" };
  },
);

async function removePart(
  { app, user }: Context,
  { id: datasetId }: DatasetRow,
  { table, id }: { table: "dataset_columns" | "dataset_metrics"; id: number },
): Promise<void> {
  const stamp = stampOf(app, user);
  await saveVersion(app, { object: { noun: "dataset", id: datasetId }, stamp }, async (trx) => {
    const part = trx.deleteFrom(table).where("dataset_id", "=", datasetId);
    const { numDeletedRows } = await part.where("id", "in", [...possibleIds([id]), -1]).executeTakeFirst();
    if (numDeletedRows === 0n) throw notFound();
    await countParts(trx, datasetId);
    await updateDataset(trx, datasetId, changedBy(stamp));
  });
  app.events.changed("dataset", datasetId);
}

const duplicate = route(
  contract.duplicate,
  audited(DUPLICATE, { action: "DatasetRestApi.duplicate", verb: "create", kind: "dataset" }),
  async (ctx, { body }) => {
    const base = await visible(ctx, body.base_model_id);
    if (!base.sql?.trim()) throw unprocessable({ datasource_type: [t("Datasource type is invalid")] });
    return { id: await duplicateOf(ctx, base, body.table_name), result: body };
  },
);

async function duplicateOf({ app, user }: Context, base: DatasetRow, table_name: string): Promise<number> {
  const source = { ...base, table_name, databaseId: base.database_id };
  const place = { databaseId: base.database_id, catalog: base.catalog, schema: base.schema, name: table_name };
  if (await datasetInPlace(app, place)) throw duplicateTable(table_name);
  const database = await findDatabase(app.db, base.database_id);
  if (!database) throw unprocessable({ database: [t("Database does not exist")] });
  await assertSourceReadable(app, user, { database, source });
  const stamp = stampOf(app, user);
  const { id: _, uuid: __, created_on, changed_on, created_by_fk, changed_by_fk, ...values } = base;
  const columns = await columnsOf(app.db, base.id);
  const metrics = await metricsOf(app.db, base.id);
  const uuids = new Map([...columns, ...metrics].map(({ uuid }) => [uuid, randomUUID()]));
  const folders = base.folders && JSON.stringify(withPartUuids(JSON.parse(base.folders), uuids));
  const saving = app.db.transaction().execute(async (trx) => {
    const copyId = await insertDataset(trx, { ...values, table_name, folders }, stamp);
    const items = { datasetId: copyId, stamp };
    await saveColumns(
      trx,
      items,
      columns.map(({ id: _id, uuid, ...column }) => ({ ...column, uuid: uuids.get(uuid) })),
    );
    await saveMetrics(
      trx,
      items,
      metrics.map(({ id: _id, uuid, currency, ...metric }) => ({
        ...metric,
        uuid: uuids.get(uuid),
        ...(currency ? { currency: JSON.parse(currency) } : {}),
      })),
    );
    await setOwners(trx, { noun: "dataset", id: copyId }, [user.id]);
    await keepVersion(app, trx, { object: { noun: "dataset", id: copyId }, stamp });
    return copyId;
  });
  const id = await saving.catch(rejectDuplicate(table_name));
  app.events.changed("dataset", id);
  return id;
}

const drillInfo = route(drillInfoContract, DRILL, async (ctx, { params, q }) => {
  const record = await datasetForQuery(ctx.app, params.id);
  const { user } = ctx;
  const formData = { dashboardId: q?.dashboard_id };
  const isOwn = RowGrant.ofDataset(user, record) !== undefined;
  if (!isOwn && !(await grantThroughDashboard(ctx.app, user, { dataset: record, formData })))
    throw datasetForbidden(record);
  const row = await findDataset(ctx.app.db, record.id);
  if (!row) throw notFound();
  // Guests don't see who created or changed it.
  const userOf = await usersById(ctx.app.db, user.guest ? [] : [row.created_by_fk, row.changed_by_fk]);
  const owners = await ownersOf(ctx.app.db, "dataset", user.guest ? [] : [record.id]);
  const now = ctx.app.clock.now();
  return {
    result: {
      id: record.id,
      table_name: record.table_name,
      columns: record.columns
        .filter((column) => column.groupby)
        .map(({ column_name, verbose_name }) => ({ column_name, verbose_name: verbose_name ?? null })),
      owners: owners.get(record.id) ?? [],
      created_by: userOf(row.created_by_fk),
      changed_by: userOf(row.changed_by_fk),
      created_on_humanized: agoText(row.created_on, now),
      changed_on_humanized: agoText(row.changed_on, now),
    },
  };
});

export const PART_ROUTES: readonly Route[] = [removeColumn, removeMetric, duplicate, drillInfo];
