import { type Kysely, type SqlBool, sql } from "kysely";
import { parseDashboardMetadata } from "../../model/dashboard-metadata.ts";
import { filtersOf } from "../../model/display-control.ts";
import { readJson } from "../../model/json-text.ts";
import type { NativeFilter } from "../../model/native-filter.ts";
import { MADE_OF_OTHERS, partIds } from "../../model/part-charts.ts";
import type { User } from "../auth/user.ts";
import type { Tables } from "../store/tables.ts";
import { onDashboard } from "./charts.ts";
import { openDashboardRules, RESTRICTED } from "./dashboards.ts";
import { anyOf } from "./rule.ts";

/**
 * Whoever is let onto a dashboard, by a role of it or as its guest, is shown its data without any right on the datasets:
 * what its charts show, what its filters offer, and details of what it shows. The request says where it comes from in
 * its form data, and everything it says is looked up.
 */
export async function readsThroughDashboard(
  db: Kysely<Tables>,
  user: User,
  { datasetId, formData }: { datasetId: number; formData: Readonly<Record<string, unknown>> | null },
): Promise<boolean> {
  const dashboard = formData ? await dashboardOf(db, user, idOf(formData.dashboardId)) : undefined;
  if (!formData || !dashboard || (!user.guest && !dashboard.isRestricted)) return false;
  const asked: Asked = { db, datasetId, formData, dashboard };
  if (formData.type === "NATIVE_FILTER") return isFilterOf(asked);
  const chartId = idOf(formData.slice_id);
  if (chartId) return isChartOf(asked, chartId);
  if (await isOwnPart(asked)) return true;
  if (user.guest && !user.can("can_drill", "Dashboard")) return false;
  return isDetailOf(asked);
}

interface OpenDashboard {
  id: number;
  isRestricted: boolean;
  json_metadata: string | null;
}

interface Asked {
  db: Kysely<Tables>;
  datasetId: number;
  formData: Readonly<Record<string, unknown>>;
  dashboard: OpenDashboard;
}

async function dashboardOf(db: Kysely<Tables>, user: User, id: number | undefined): Promise<OpenDashboard | undefined> {
  if (!id) return undefined;
  const open = anyOf(openDashboardRules(user));
  const row = await db
    .selectFrom("dashboards")
    .select(["id", "json_metadata", sql<number>`case when ${RESTRICTED} then 1 else 0 end`.as("restricted")])
    .where("id", "=", id)
    .$if(open !== undefined, (query) => query.where(open as ReturnType<typeof sql<SqlBool>>))
    .executeTakeFirst();
  return row && { id: row.id, json_metadata: row.json_metadata, isRestricted: row.restricted === 1 };
}

function isFilterOf({ dashboard, formData, datasetId }: Asked): boolean {
  let filters: NativeFilter[];
  try {
    filters = filtersOf(parseDashboardMetadata(dashboard.json_metadata));
  } catch {
    return false;
  }
  return filters.some(
    (filter) =>
      filter.id === formData.native_filter_id && filter.targets.some((target) => target.datasetId === datasetId),
  );
}

/** A chart of the dashboard over the dataset, or a layer of one that shows several charts. */
async function isChartOf(asked: Asked, chartId: number): Promise<boolean> {
  const { db, datasetId, formData, dashboard } = asked;
  const chart = await db.selectFrom("charts").select("datasource_id").where("id", "=", chartId).executeTakeFirst();
  if (chart?.datasource_id !== datasetId) return false;
  if ((await chartsOn(db, dashboard.id, [chartId])).length > 0) return true;
  const layered = await layeredOn(db, { dashboardId: dashboard.id, chartId: idOf(formData.parent_slice_id) });
  return layered?.layerIds.includes(chartId) ?? false;
}

/** What a chart of the dashboard that is made of others holds itself, over its own dataset: nobody has saved that by itself. */
async function isOwnPart({ db, datasetId, formData, dashboard }: Asked): Promise<boolean> {
  const made = await layeredOn(db, { dashboardId: dashboard.id, chartId: idOf(formData.parent_slice_id) });
  return made?.datasetId === datasetId;
}

interface Layered {
  /** The lowest first. */
  layerIds: number[];
  form: Readonly<Record<string, unknown>>;
  datasetId: number | null;
}

/** A chart of a dashboard that is made of other charts: which, and its own form. */
export async function layeredOn(
  db: Kysely<Tables>,
  { dashboardId, chartId }: { dashboardId: number; chartId: number | undefined },
): Promise<Layered | undefined> {
  const [chart] = chartId ? await chartsOn(db, dashboardId, [chartId]) : [];
  if (!chart?.viz_type || !MADE_OF_OTHERS.includes(chart.viz_type)) return undefined;
  const form = { ...objectOf(chart.params), viz_type: chart.viz_type };
  return { layerIds: partIds(form), form, datasetId: chart.datasource_id };
}

/** The charts that a chart with these parameters is made of, by id. */
export const layerIdsOf = (params: string | null): number[] => partIds({ ...objectOf(params) });

/** Drilling: rows of a dataset that the dashboard shows, or a chart of it by other columns that may be grouped by. */
async function isDetailOf({ db, datasetId, formData, dashboard }: Asked): Promise<boolean> {
  const shown = await db
    .selectFrom("charts")
    .select("charts.id")
    .where("datasource_id", "=", datasetId)
    .where(onDashboard(dashboard.id))
    .execute();
  if (shown.length === 0) return false;
  if (formData.slice_id === undefined || formData.slice_id === null) return true;
  if (Number(formData.slice_id) !== 0 || !shown.some((chart) => chart.id === idOf(formData.chart_id))) return false;
  const names = await db
    .selectFrom("dataset_columns")
    .select("column_name")
    .where("dataset_id", "=", datasetId)
    .where("groupby", "=", true)
    .execute();
  const allowed = new Set<unknown>(names.map((row) => row.column_name));
  const groupby = Array.isArray(formData.groupby) ? formData.groupby : [];
  return groupby.length > 0 && groupby.every((column) => allowed.has(column));
}

function chartsOn(db: Kysely<Tables>, dashboardId: number, ids: readonly number[]) {
  return db
    .selectFrom("charts")
    .select(["charts.id", "charts.viz_type", "charts.params", "charts.datasource_id"])
    .where("charts.id", "in", [...ids])
    .where(onDashboard(dashboardId))
    .execute();
}

function objectOf(text: string | null): object {
  try {
    const value = text ? readJson(text) : null;
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

function idOf(value: unknown): number | undefined {
  const id = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof id === "number" && Number.isInteger(id) && id > 0 && id < 2 ** 31 ? id : undefined;
}
