import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { DatasetMetric } from "../../model/dataset.ts";
import { yieldToEventLoop } from "../../server/event-loop.ts";
import type { Condition } from "../../server/rights/rule.ts";
import { byIds } from "../../server/store/by-ids.ts";
import { syncDatasetPairs } from "../../server/store/object-pairs.ts";
import { assertRoomForParts, insertObject, updateObject } from "../../server/store/objects.ts";
import { bytesOf } from "../../server/store/quotas.ts";
import { assertStoredSizes } from "../../server/store/sizes.ts";
import { changedBy, createdBy, type Stamp } from "../../server/store/stamp.ts";
import type { NewRow, Row, RowChanges, Tables } from "../../server/store/tables.ts";
import { genericTypeOf } from "./column-type.ts";

export type DatasetRow = Row<"datasets">;
export type ColumnRow = Row<"dataset_columns">;
export type MetricRow = Row<"dataset_metrics">;

type Stamps = "created_on" | "changed_on" | "created_by_fk" | "changed_by_fk";
export type DatasetValues = Omit<NewRow<"datasets">, "id" | "uuid" | Stamps> & { uuid?: string | undefined };
export interface ColumnValues {
  id?: number | undefined;
  uuid?: string | null | undefined;
  column_name: string;
  type?: string | null | undefined;
  advanced_data_type?: string | null | undefined;
  verbose_name?: string | null | undefined;
  description?: string | null | undefined;
  expression?: string | null | undefined;
  filterable?: boolean | undefined;
  groupby?: boolean | undefined;
  is_active?: boolean | null | undefined;
  is_dttm?: boolean | null | undefined;
  python_date_format?: string | null | undefined;
  datetime_format?: string | null | undefined;
  extra?: string | null | undefined;
}
export type MetricValues = Partial<DatasetMetric> & { metric_name: string; expression: string };

export function findDataset(db: Kysely<Tables>, id: number): Promise<DatasetRow | undefined> {
  return db.selectFrom("datasets").selectAll().where("id", "=", id).executeTakeFirst();
}

export function findDatasetByUuid(db: Kysely<Tables>, uuid: string): Promise<DatasetRow | undefined> {
  return db.selectFrom("datasets").selectAll().where("uuid", "=", uuid).executeTakeFirst();
}

export interface TableOfDataset {
  databaseId: number;
  catalog: string | null;
  schema: string | null;
  name: string;
}

export function findDatasetsByName(db: Kysely<Tables>, table: TableOfDataset): Promise<DatasetRow[]> {
  return db
    .selectFrom("datasets")
    .selectAll()
    .where("database_id", "=", table.databaseId)
    .where("table_name", "=", table.name)
    .where((e) => (table.schema === null ? e("schema", "is", null) : e("schema", "=", table.schema)))
    .execute();
}

export function columnsOf(db: Kysely<Tables>, ...ids: readonly number[]): Promise<ColumnRow[]> {
  return db
    .selectFrom("dataset_columns")
    .selectAll()
    .where("dataset_id", "in", ids)
    .orderBy("position")
    .orderBy("id")
    .execute();
}

export function metricsOf(db: Kysely<Tables>, ...ids: readonly number[]): Promise<MetricRow[]> {
  return db
    .selectFrom("dataset_metrics")
    .selectAll()
    .where("dataset_id", "in", ids)
    .orderBy("position")
    .orderBy("id")
    .execute();
}

export async function datasetIdsOwnedBy(db: Kysely<Tables>, userId: number): Promise<number[]> {
  const rows = await db.selectFrom("dataset_owners").select("dataset_id").where("user_id", "=", userId).execute();
  return rows.map((row) => row.dataset_id);
}

export const DATASET_TEXTS = ["sql", "description", "params", "template_params", "extra", "folders"] as const;

export const datasetsByIds = byIds<DatasetRow>(
  (db, ids) =>
    db
      .selectFrom("datasets")
      .selectAll()
      .where("id", "in", [...ids])
      .orderBy("id")
      .compile(),
  { table: "datasets", columns: DATASET_TEXTS },
);

export const datasetNamesByIds = byIds((db, ids) =>
  db
    .selectFrom("datasets")
    .select(["id", "uuid", "schema", "table_name", "default_endpoint"])
    .where("id", "in", [...ids])
    .compile(),
);

export async function datasetsOfDatabases(db: Kysely<Tables>, ids: readonly number[]): Promise<DatasetRow[]> {
  const rows = await db
    .selectFrom("datasets")
    .select("id")
    .where("database_id", "in", [...ids])
    .execute();
  return datasetsByIds(
    db,
    rows.map((row) => row.id),
  );
}

export async function insertDataset(db: Kysely<Tables>, values: DatasetValues, stamp: Stamp): Promise<number> {
  assertStoredSizes(values);
  const id = await insertObject(db, "datasets", { ...values, uuid: values.uuid ?? randomUUID() }, stamp);
  await syncDatasetPairs(db, id);
  return id;
}

const NAMED_BY = ["table_name", "database_id", "catalog", "schema"];

export async function updateDataset(db: Kysely<Tables>, id: number, values: RowChanges<"datasets">): Promise<void> {
  assertStoredSizes(values);
  await updateObject(db, "datasets", id, values);
  if (NAMED_BY.some((column) => column in values)) await syncDatasetPairs(db, id);
}

export async function chartsUsing(db: Kysely<Tables>, id: number, visible?: Condition) {
  const rows = await db
    .selectFrom("charts")
    .select(["id", "slice_name", "viz_type"])
    .where("datasource_id", "=", id)
    .where("datasource_type", "=", "table")
    .$if(visible !== undefined, (query) => query.where(visible as Condition))
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ ...row, viz_type: row.viz_type ?? "" }));
}

export async function dashboardsUsing(db: Kysely<Tables>, id: number, open?: Condition) {
  const rows = await db
    .selectFrom("dashboards")
    .innerJoin("dashboard_charts", "dashboard_charts.dashboard_id", "dashboards.id")
    .innerJoin("charts", "charts.id", "dashboard_charts.chart_id")
    .select(["dashboards.id", "dashboards.json_metadata", "dashboards.slug", "dashboards.dashboard_title as title"])
    .distinct()
    .where("charts.datasource_id", "=", id)
    .where("charts.datasource_type", "=", "table")
    .$if(open !== undefined, (query) => query.where(open as Condition))
    .orderBy("dashboards.id")
    .execute();
  return rows.map((row) => ({ ...row, title: row.title ?? "" }));
}

export interface ItemsOf {
  datasetId: number;
  stamp: Stamp;
}

/** The embedded store writes in the main thread: yield after this many rows. */
const ITEMS_PER_BATCH = 100;

/** Replaces all columns, in this order; those without an id are new, missing ones are deleted. */
export async function saveColumns(
  db: Kysely<Tables>,
  { datasetId, stamp }: ItemsOf,
  columns: readonly ColumnValues[],
): Promise<void> {
  const stored = columns.flatMap((column) => (column.id === undefined ? [] : [column.id]));
  await db
    .deleteFrom("dataset_columns")
    .where("dataset_id", "=", datasetId)
    .$if(stored.length > 0, (q) => q.where("id", "not in", stored))
    .execute();
  for (const [position, column] of columns.entries()) {
    if (position % ITEMS_PER_BATCH === ITEMS_PER_BATCH - 1) await yieldToEventLoop();
    await saveColumn(db, { datasetId, stamp }, { ...column, position });
  }
  await countParts(db, datasetId);
}

export async function countParts(db: Kysely<Tables>, id: number): Promise<void> {
  const bytesIn = (table: string, texts: readonly string[]) =>
    sql<number>`coalesce((select sum(${bytesOf(texts)}) from ${sql.table(table)} where dataset_id = ${id}), 0)`;
  const dataset = await db
    .selectFrom("datasets")
    .select(["created_by_fk", "parts_bytes"])
    .where("id", "=", id)
    .executeTakeFirst();
  const columns = bytesIn("dataset_columns", ["column_name", ...COLUMN_KEYS]);
  const metrics = bytesIn("dataset_metrics", ["metric_name", "expression", "currency", ...METRIC_KEYS]);
  const counted = await db
    .updateTable("datasets")
    .set({ parts_bytes: sql<number>`${columns} + ${metrics}` })
    .where("id", "=", id)
    .returning("parts_bytes")
    .executeTakeFirst();
  if (dataset && counted && counted.parts_bytes > dataset.parts_bytes)
    await assertRoomForParts(db, "datasets", dataset.created_by_fk);
}

async function saveColumn(
  db: Kysely<Tables>,
  { datasetId, stamp }: ItemsOf,
  column: ColumnValues & { position: number },
): Promise<void> {
  const { id, uuid, is_active, is_dttm, filterable, groupby, ...rest } = column;
  const flags = defined({ is_active: is_active ?? undefined, is_dttm: is_dttm ?? undefined, filterable, groupby });
  const text = pick({ ...rest }, COLUMN_KEYS) as Omit<Partial<NewRow<"dataset_columns">>, "id">;
  const type = "type" in text ? { type_generic: genericTypeOf(text.type) } : {};
  const values = { column_name: column.column_name, position: column.position, ...text, ...type, ...flags };
  if (id !== undefined) {
    await db
      .updateTable("dataset_columns")
      .set({ ...values, ...changedBy(stamp) })
      .where("id", "=", id)
      .execute();
    return;
  }
  const row = { ...values, uuid: uuid ?? randomUUID(), dataset_id: datasetId, ...createdBy(stamp) };
  await db.insertInto("dataset_columns").values(row).execute();
}

export async function saveMetrics(
  db: Kysely<Tables>,
  { datasetId, stamp }: ItemsOf,
  metrics: readonly MetricValues[],
): Promise<void> {
  const stored = metrics.flatMap((metric) => (metric.id === undefined ? [] : [metric.id]));
  await db
    .deleteFrom("dataset_metrics")
    .where("dataset_id", "=", datasetId)
    .$if(stored.length > 0, (q) => q.where("id", "not in", stored))
    .execute();
  for (const [position, metric] of metrics.entries()) {
    if (position % ITEMS_PER_BATCH === ITEMS_PER_BATCH - 1) await yieldToEventLoop();
    const { id, uuid, currency } = metric;
    const text = pick(metric, METRIC_KEYS) as Omit<Partial<NewRow<"dataset_metrics">>, "id">;
    const money = currency === undefined ? {} : { currency: currency ? JSON.stringify(currency) : null };
    const values = { metric_name: metric.metric_name, expression: metric.expression, position, ...text, ...money };
    if (id === undefined) {
      const row = { ...values, uuid: uuid ?? randomUUID(), dataset_id: datasetId, ...createdBy(stamp) };
      await db.insertInto("dataset_metrics").values(row).execute();
    } else {
      await db
        .updateTable("dataset_metrics")
        .set({ ...values, ...changedBy(stamp) })
        .where("id", "=", id)
        .execute();
    }
  }
  await countParts(db, datasetId);
}

export async function hasRule(db: Kysely<Tables>, table: { databaseId: number; name: string }): Promise<boolean> {
  const row = await db
    .selectFrom("row_level_security_places")
    .select("id")
    .where("database_id", "=", table.databaseId)
    .where((eb) => eb(eb.fn("lower", ["table_name"]), "=", table.name.toLowerCase()))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

const COLUMN_KEYS = [
  "type",
  "advanced_data_type",
  "verbose_name",
  "description",
  "expression",
  "python_date_format",
  "datetime_format",
  "extra",
];
const METRIC_KEYS = ["metric_type", "verbose_name", "description", "d3format", "warning_text", "extra"];

function pick(from: Record<string, unknown>, keys: readonly string[]): Record<string, unknown> {
  const entries = keys
    .filter((key) => from[key] !== undefined)
    .map((key) => [key, from[key] === "" ? null : from[key]]);
  return Object.fromEntries(entries) as Record<string, unknown>;
}

function defined<T extends Record<string, unknown>>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
