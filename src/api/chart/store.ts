import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Condition } from "../../server/rights/rule.ts";
import { anyOf, type Rule } from "../../server/rights/rule.ts";
import type { LargeTexts } from "../../server/store/batches.ts";
import { byIds, inBatches } from "../../server/store/by-ids.ts";
import { insertObject, updateObject } from "../../server/store/objects.ts";
import { assertStoredSizes } from "../../server/store/sizes.ts";
import type { Stamp } from "../../server/store/stamp.ts";
import type { NewRow, Row, RowChanges, Tables } from "../../server/store/tables.ts";

export type ChartRecord = Row<"charts">;
type Stamps = "created_on" | "changed_on" | "created_by_fk" | "changed_by_fk";
export type ChartValues = Omit<NewRow<"charts">, "id" | "uuid" | Stamps> & { uuid?: string | undefined };

export function findChart(db: Kysely<Tables>, id: number): Promise<ChartRecord | undefined> {
  return db.selectFrom("charts").selectAll().where("id", "=", id).executeTakeFirst();
}

export function findChartByUuid(db: Kysely<Tables>, uuid: string): Promise<ChartRecord | undefined> {
  return db.selectFrom("charts").selectAll().where("uuid", "=", uuid).executeTakeFirst();
}

const TEXTS: LargeTexts = { table: "charts", columns: ["params", "query_context"] };

export const chartsByIds = byIds<ChartRecord>(
  (db, ids) =>
    db
      .selectFrom("charts")
      .selectAll()
      .where("id", "in", [...ids])
      .orderBy("id")
      .compile(),
  TEXTS,
);

export function formDataInPortions(db: Kysely<Tables>, ids: readonly number[]) {
  const read = byIds<Pick<ChartRecord, "id" | "params">>((store, some) =>
    store
      .selectFrom("charts")
      .select(["id", "params"])
      .where("id", "in", [...some])
      .compile(),
  );
  return inBatches(db, { texts: { table: "charts", columns: ["params"] }, ids, read });
}

export function chartsInPortions(db: Kysely<Tables>, ids: readonly number[]): AsyncGenerator<ChartRecord[]> {
  return inBatches(db, { texts: TEXTS, ids, read: chartsByIds });
}

const BRIEF = [
  "id",
  "uuid",
  "slice_name",
  "viz_type",
  "datasource_id",
  "datasource_type",
  "datasource_name",
  "description",
  "cache_timeout",
  "certified_by",
  "certification_details",
  "is_managed_externally",
  "external_url",
  "created_on",
  "changed_on",
  "created_by_fk",
  "changed_by_fk",
  "last_saved_at",
  "last_saved_by_fk",
] as const satisfies readonly (keyof ChartRecord)[];

export type BriefChart = Pick<ChartRecord, (typeof BRIEF)[number]>;

export const briefChartsByIds = byIds<BriefChart>((db, ids) =>
  db
    .selectFrom("charts")
    .select(BRIEF)
    .where("id", "in", [...ids])
    .orderBy("id")
    .compile(),
);

export async function chartUuids(
  db: Kysely<Tables>,
  ids: readonly number[],
  allowed: Condition | undefined,
): Promise<Map<number, string>> {
  const charts = await db
    .selectFrom("charts")
    .select(["id", "uuid"])
    .where("id", "in", [...ids, -1])
    .$if(allowed !== undefined, (query) => query.where(allowed as Condition))
    .execute();
  return new Map(charts.map(({ id, uuid }) => [id, uuid]));
}

export const listedChartsByIds = byIds<BriefChart & Pick<ChartRecord, "params">>(
  (db, ids) =>
    db
      .selectFrom("charts")
      .select([...BRIEF, "params"])
      .where("id", "in", [...ids])
      .orderBy("id")
      .compile(),
  { table: "charts", columns: ["params"] },
);

export async function chartIdsOfDashboard(db: Kysely<Tables>, dashboardId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("dashboard_charts")
    .select("chart_id")
    .where("dashboard_id", "=", dashboardId)
    .orderBy("chart_id")
    .execute();
  return rows.map((row) => row.chart_id);
}

export async function chartsOfDashboard(
  db: Kysely<Tables>,
  dashboardId: number,
  visible: Condition | undefined,
): Promise<ChartRecord[]> {
  const rows = await db
    .selectFrom("charts")
    .innerJoin("dashboard_charts", "dashboard_charts.chart_id", "charts.id")
    .select("charts.id")
    .where("dashboard_charts.dashboard_id", "=", dashboardId)
    .$if(visible !== undefined, (query) => query.where(visible as Condition))
    .execute();
  return chartsByIds(
    db,
    rows.map((row) => row.id),
  );
}

export async function briefChartsOfDashboard(db: Kysely<Tables>, dashboardId: number): Promise<BriefChart[]> {
  return briefChartsByIds(db, await chartIdsOfDashboard(db, dashboardId));
}

export async function chartIdsOnlyOn(db: Kysely<Tables>, dashboardId: number): Promise<number[]> {
  const { rows } = await sql<{ chart_id: number }>`
    select chart_id from dashboard_charts
    where chart_id in (select chart_id from dashboard_charts where dashboard_id = ${dashboardId})
    group by chart_id having count(*) = 1 order by chart_id`.execute(db);
  return rows.map((row) => row.chart_id);
}

export function dashboardsOfChart(db: Kysely<Tables>, chartId: number, open?: Condition) {
  return db
    .selectFrom("dashboards")
    .innerJoin("dashboard_charts", "dashboard_charts.dashboard_id", "dashboards.id")
    .select(["dashboards.id", "dashboards.dashboard_title"])
    .where("dashboard_charts.chart_id", "=", chartId)
    .$if(open !== undefined, (query) => query.where(open as Condition))
    .orderBy("dashboards.id")
    .execute();
}

const showing = (open: Condition | undefined) =>
  byIds((db, ids) =>
    db
      .selectFrom("dashboards")
      .innerJoin("dashboard_charts", "dashboard_charts.dashboard_id", "dashboards.id")
      .select(["dashboard_charts.chart_id", "dashboards.id", "dashboards.dashboard_title"])
      .where("dashboard_charts.chart_id", "in", [...ids])
      .$if(open !== undefined, (query) => query.where(open as Condition))
      .orderBy("dashboards.id")
      .compile(),
  );
const showingByRules = new WeakMap<readonly Rule[], ReturnType<typeof showing>>();

export async function dashboardsOfCharts(db: Kysely<Tables>, chartIds: readonly number[], rules: readonly Rule[]) {
  const find = showingByRules.get(rules) ?? showing(anyOf(rules));
  showingByRules.set(rules, find);
  const found = new Map<number, { id: number; dashboard_title: string | null }[]>(chartIds.map((id) => [id, []]));
  for (const { chart_id, ...dashboard } of await find(db, chartIds)) found.get(chart_id)?.push(dashboard);
  return found;
}

export async function insertChart(db: Kysely<Tables>, values: ChartValues, stamp: Stamp): Promise<number> {
  assertStoredSizes(values);
  const saved = { last_saved_at: stamp.now, last_saved_by_fk: stamp.userId };
  return insertObject(db, "charts", { ...saved, ...values, uuid: values.uuid ?? randomUUID() }, stamp);
}

export async function updateChart(db: Kysely<Tables>, id: number, values: RowChanges<"charts">): Promise<void> {
  assertStoredSizes(values);
  const saved = "changed_by_fk" in values ? { is_orphaned: false } : {};
  await updateObject(db, "charts", id, { ...values, ...saved });
}

/** Not a user's change: keeps `changed_on` and `changed_by`. */
export async function saveQueryContext(db: Kysely<Tables>, id: number, queryContext: string | null): Promise<void> {
  const values = { query_context: queryContext };
  assertStoredSizes(values);
  await updateObject(db, "charts", id, values);
}

export async function setChartDashboards(db: Kysely<Tables>, chartId: number, ids: Iterable<number>): Promise<void> {
  const stored = [...new Set(ids)];
  await db
    .deleteFrom("dashboard_charts")
    .where("chart_id", "=", chartId)
    .where("dashboard_id", "not in", [...stored, -1])
    .execute();
  const rows = stored.map((dashboard_id) => ({ dashboard_id, chart_id: chartId }));
  if (rows.length === 0) return;
  await db
    .insertInto("dashboard_charts")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function chartIdsOfTable(
  db: Kysely<Tables>,
  { db_name, table_name }: { db_name: string; table_name: string },
): Promise<number[] | undefined> {
  const datasets = await db
    .selectFrom("datasets")
    .innerJoin("databases", "databases.id", "datasets.database_id")
    .select("datasets.id")
    .where("databases.database_name", "=", db_name)
    .where("datasets.table_name", "=", table_name)
    .execute();
  const ids = datasets.map((dataset) => dataset.id);
  if (ids.length === 0) return undefined;
  const charts = await db.selectFrom("charts").select("id").where("datasource_id", "in", ids).orderBy("id").execute();
  return charts.map((chart) => chart.id);
}
