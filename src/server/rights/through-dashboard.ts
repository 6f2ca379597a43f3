import type { Kysely, SqlBool, sql } from "kysely";
import { parseDashboardMetadata } from "../../model/dashboard-metadata.ts";
import { filtersOf } from "../../model/display-control.ts";
import { readJson } from "../../model/json-text.ts";
import type { NativeFilter } from "../../model/native-filter.ts";
import { COMPOSITE_TYPES, partIds } from "../../model/part-charts.ts";
import type { App } from "../app.ts";
import { accounts } from "../auth/accounts.ts";
import type { Actor } from "../store/stamp.ts";
import type { Tables } from "../store/tables.ts";
import type { User } from "../user.ts";
import { chartRules, onDashboard } from "./charts.ts";
import { openDashboardRules, restrictedTo, sharedRole } from "./dashboards.ts";
import type { DatasetFacts } from "./datasets.ts";
import { folderShares } from "./folders.ts";
import { RowGrant } from "./row-grant.ts";
import { allowedAmong, always, anyOf, matchingRules, ownerRule } from "./rule.ts";

/**
 * Users who share a role with a dashboard, and its guests, see its data without dataset permissions: what its charts
 * show, what its filters offer and, with the drill permission, the underlying rows. A dashboard grants no more than its
 * authors and the chart's authors can currently read. The request's form data names the chart or filter, and all of it
 * is verified.
 */
export async function grantThroughDashboard(
  app: App,
  user: User,
  { dataset, formData }: { dataset: DatasetFacts; formData: Readonly<Record<string, unknown>> | null },
): Promise<RowGrant | undefined> {
  const dashboard = formData ? await dashboardOf(app.db, user, idOf(formData.dashboardId)) : undefined;
  if (!formData || !dashboard) return undefined;
  const shares = await sharesOf(app.db, user, dashboard.id);
  if (shares.length === 0) return undefined;
  for (const path of await pathsTo({ app, user, dataset, formData, dashboard })) {
    for (const share of shares) {
      const authors = await authorsOf(app, user, [dashboard, ...path, ...share]);
      const grant = authors && RowGrant.ofAuthors(user, authors, dataset);
      if (grant) return grant;
    }
  }
  return undefined;
}

/**
 * The ways in which a dashboard that is open to the user shows its data, each with those who back it beside the authors:
 * nobody for its own roles; for those of a folder, who put it there and who shared the folder. None = not restricted.
 */
export async function sharesOf(db: Kysely<Tables>, user: User, dashboardId: number): Promise<Authored[][]> {
  if (user.guest) return [[]];
  const own = [always("admin", user.isAdmin), ownerRule(user, "dashboard"), sharedRole(user)];
  const [byRoles] = await matchingRules(db, { table: "dashboards", rules: [restrictedTo(own)] }, dashboardId);
  if (byRoles) return [[]];
  const { rows } = await folderShares(user, dashboardId).execute(db);
  return rows.map(({ placed_by, shared_by }) => [
    { created_by_fk: placed_by, changed_by_fk: shared_by, is_orphaned: false },
  ]);
}

interface OpenDashboard extends Authored {
  id: number;
  json_metadata: string | null;
}

interface DataRequest {
  app: App;
  user: User;
  dataset: DatasetFacts;
  formData: Readonly<Record<string, unknown>>;
  dashboard: OpenDashboard;
}

type Path = readonly Authored[];

async function pathsTo(request: DataRequest): Promise<Path[]> {
  const { formData, user } = request;
  if (formData.type === "NATIVE_FILTER") return isFilterOf(request) ? [[]] : [];
  const chartId = idOf(formData.slice_id);
  if (chartId) return pathsToChart(request, chartId);
  const ownPart = await pathToOwnPart(request);
  if (ownPart) return [ownPart];
  return user.can("can_drill", "Dashboard") ? pathsToDetail(request) : [];
}

const AUTHORED = ["created_by_fk", "changed_by_fk", "is_orphaned"] as const;

async function dashboardOf(db: Kysely<Tables>, user: User, id: number | undefined): Promise<OpenDashboard | undefined> {
  if (!id) return undefined;
  const open = anyOf(openDashboardRules(user));
  return db
    .selectFrom("dashboards")
    .select(["id", "json_metadata", ...AUTHORED])
    .where("id", "=", id)
    .$if(open !== undefined, (query) => query.where(open as ReturnType<typeof sql<SqlBool>>))
    .executeTakeFirst();
}

function isFilterOf({ dashboard, formData, dataset }: DataRequest): boolean {
  return filtersIn(dashboard.json_metadata).some(
    (filter) =>
      filter.id === formData.native_filter_id && filter.targets.some((target) => target.datasetId === dataset.id),
  );
}

export const filtersIn = (metadata: string | null): NativeFilter[] => filtersOf(parseDashboardMetadata(metadata));

async function pathsToChart({ app, dataset, formData, dashboard }: DataRequest, chartId: number): Promise<Path[]> {
  const chart = await app.db
    .selectFrom("charts")
    .select(["datasource_id", ...AUTHORED])
    .where("id", "=", chartId)
    .executeTakeFirst();
  if (chart?.datasource_id !== dataset.id) return [];
  if ((await chartsOn(app.db, dashboard.id, [chartId])).length > 0) return [[chart]];
  const composite = await compositeChartOn(app.db, {
    dashboardId: dashboard.id,
    chartId: idOf(formData.parent_slice_id),
  });
  return composite?.layerIds.includes(chartId) ? [[composite, chart]] : [];
}

async function pathToOwnPart({ app, dataset, formData, dashboard }: DataRequest): Promise<Path | undefined> {
  const composite = await compositeChartOn(app.db, {
    dashboardId: dashboard.id,
    chartId: idOf(formData.parent_slice_id),
  });
  return composite?.datasetId === dataset.id ? [composite] : undefined;
}

interface CompositeChart extends Authored {
  layerIds: number[];
  form: Readonly<Record<string, unknown>>;
  datasetId: number | null;
}

export async function compositeChartOn(
  db: Kysely<Tables>,
  { dashboardId, chartId }: { dashboardId: number; chartId: number | undefined },
): Promise<CompositeChart | undefined> {
  const [chart] = chartId ? await chartsOn(db, dashboardId, [chartId]) : [];
  if (!chart?.viz_type || !COMPOSITE_TYPES.includes(chart.viz_type)) return undefined;
  const { params, viz_type, datasource_id: datasetId, created_by_fk, changed_by_fk, is_orphaned } = chart;
  const form = { ...objectOf(params), viz_type };
  return { layerIds: partIds(form), form, datasetId, created_by_fk, changed_by_fk, is_orphaned };
}

export const layerIdsOf = (params: string | null): number[] => partIds({ ...objectOf(params) });

/**
 * Layers that the dashboard shows to its viewers: charts that its authors and the composite chart's authors can see
 * themselves.
 */
export async function visibleLayers(
  { app, user }: Actor,
  dashboard: readonly Authored[],
  composite: CompositeChart,
): Promise<number[]> {
  const authors = await authorsOf(app, user, [...dashboard, composite]);
  if (!authors) return [];
  const visible = await Promise.all(
    authors.map((author) => allowedAmong(app.db, { table: "charts", rules: chartRules(author) }, composite.layerIds)),
  );
  return composite.layerIds.filter((id) => visible.every((ids) => ids.has(id)));
}

async function pathsToDetail({ app: { db }, dataset, formData, dashboard }: DataRequest): Promise<Path[]> {
  const shown = await db
    .selectFrom("charts")
    .select(["charts.id", ...AUTHORED])
    .where("datasource_id", "=", dataset.id)
    .where(onDashboard(dashboard.id))
    .execute();
  if (formData.slice_id === undefined || formData.slice_id === null) return shown.map((chart) => [chart]);
  const chart = shown.find(({ id }) => id === idOf(formData.chart_id));
  if (Number(formData.slice_id) !== 0 || !chart) return [];
  const names = await db
    .selectFrom("dataset_columns")
    .select("column_name")
    .where("dataset_id", "=", dataset.id)
    .where("groupby", "=", true)
    .execute();
  const allowed = new Set<unknown>(names.map((row) => row.column_name));
  const groupby = Array.isArray(formData.groupby) ? formData.groupby : [];
  return groupby.length > 0 && groupby.every((column) => allowed.has(column)) ? [[chart]] : [];
}

function chartsOn(db: Kysely<Tables>, dashboardId: number, ids: readonly number[]) {
  return db
    .selectFrom("charts")
    .select(["charts.id", "charts.viz_type", "charts.params", "charts.datasource_id", ...AUTHORED])
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

interface Authored {
  created_by_fk: number | null;
  changed_by_fk: number | null;
  is_orphaned: boolean;
}

/**
 * The users whose permissions limit what the objects show to others: creators and last editors. Objects made by the
 * command line or the example data have no author and no limit. A public link's maker limits its visitors too. Undefined when the last editor's account was deleted:
 * others see nothing until the object is saved again.
 */
export async function authorsOf(app: App, { guest }: User, objects: readonly Authored[]): Promise<User[] | undefined> {
  if (objects.some((object) => object.is_orphaned)) return undefined;
  const ids = objects.flatMap(({ created_by_fk, changed_by_fk }) => [created_by_fk, changed_by_fk]);
  const present = [...new Set(ids)].filter((id) => id !== null);
  const found = await Promise.all(present.map((id) => app.once(accounts).account(id)));
  const authors = found.filter((author) => author !== undefined);
  if (authors.length < found.length) return undefined;
  const maker = guest?.link?.maker;
  return maker && !authors.some(({ id }) => id === maker.id) ? [...authors, maker] : authors;
}
