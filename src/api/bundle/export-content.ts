import { type Kysely, sql } from "kysely";
import { forEachYielding } from "../../server/event-loop.ts";
import { chartRules } from "../../server/rights/charts.ts";
import { listedDashboardRules } from "../../server/rights/dashboards.ts";
import { datasetRules } from "../../server/rights/datasets.ts";
import type { Condition } from "../../server/rights/rule.ts";
import { allowedAmong, anyOf, anyOfInList } from "../../server/rights/rule.ts";
import type { Actor } from "../../server/store/stamp.ts";
import type { Tables } from "../../server/store/tables.ts";
import type { User } from "../../server/user.ts";
import { briefChartsByIds, type ChartRecord, chartIdsOfDashboard, chartsByIds } from "../chart/index.ts";
import { type DashboardRecord, dashboardsByIds } from "../dashboard/index.ts";
import { type DatabaseRecord, databasesByIds } from "../database/index.ts";
import { type DatasetRow, datasetsByIds, datasetsOfDatabases } from "../dataset/index.ts";
import { type SavedQueryRecord, savedQueriesByIds, savedQueryRules } from "../saved-query/index.ts";
import { type ThemeRecord, themesByIds } from "../theme/index.ts";
import { withSourceCharts } from "./chart-references.ts";
import type { BundleNoun } from "./import-run.ts";
import { objectOf } from "./json-values.ts";

export interface ExportContent {
  dashboards: readonly DashboardRecord[];
  charts: readonly ChartRecord[];
  chartsOf: ReadonlyMap<number, readonly ChartRecord[]>;
  datasets: readonly DatasetRow[];
  databases: readonly DatabaseRecord[];
  themes: readonly ThemeRecord[];
  savedQueries: readonly SavedQueryRecord[];
}

const NOTHING: ExportContent = {
  dashboards: [],
  charts: [],
  chartsOf: new Map(),
  datasets: [],
  databases: [],
  themes: [],
  savedQueries: [],
};

export async function exportContentOf(actor: Actor, noun: BundleNoun, ids: readonly number[]): Promise<ExportContent> {
  const { db } = actor.app;
  if (noun === "theme") return { ...NOTHING, themes: await themesByIds(db, ids) };
  if (noun === "saved_query") {
    const savedQueries = await savedQueriesByIds(db, ids);
    const used = [...new Set(savedQueries.flatMap((query) => query.database_id ?? []))];
    return { ...NOTHING, savedQueries, databases: used.length > 0 ? await databasesByIds(db, used) : [] };
  }
  if (noun === "database") {
    const datasets = await datasetsOfDatabases(db, ids);
    return { ...NOTHING, datasets, databases: await databasesByIds(db, ids) };
  }
  const dashboards = noun === "dashboard" ? await dashboardsByIds(db, ids) : [];
  const shown = await chartsOnDashboards(db, dashboards);
  const onAny = distinct([...shown.values()].flat());
  const requested = await chartsByIds(db, noun === "chart" ? ids : await visibleAmong(actor, onAny));
  const chartsOf = chartsByDashboard(shown, requested);
  const charts = await withSourceCharts(actor, requested);
  const targets: number[] = [];
  await forEachYielding(dashboards, ({ json_metadata }) => targets.push(...filterDatasetIds(json_metadata)));
  const sources = [...(await briefChartsByIds(db, onAny)), ...charts];
  const needed = [...sources.flatMap((chart) => chart.datasource_id ?? []), ...targets];
  const datasets = await datasetsByIds(db, noun === "dataset" ? ids : [...new Set(needed)]);
  const databaseIds = [...new Set(datasets.map((dataset) => dataset.database_id))];
  return {
    ...{ dashboards, charts, chartsOf, datasets },
    databases: databaseIds.length > 0 ? await databasesByIds(db, databaseIds) : [],
    savedQueries: [],
    themes: await themesByIds(db, [...new Set(dashboards.flatMap((dashboard) => dashboard.theme_id ?? []))]),
  };
}

async function chartsOnDashboards(
  db: Kysely<Tables>,
  dashboards: readonly DashboardRecord[],
): Promise<Map<number, number[]>> {
  const shown = new Map<number, number[]>();
  await forEachYielding(dashboards, async ({ id }) => shown.set(id, await chartIdsOfDashboard(db, id)));
  return shown;
}

function chartsByDashboard(shown: ReadonlyMap<number, readonly number[]>, charts: readonly ChartRecord[]) {
  const byId = new Map(charts.map((chart) => [chart.id, chart]));
  return new Map([...shown].map(([id, ids]) => [id, ids.flatMap((chartId) => byId.get(chartId) ?? [])]));
}

async function visibleAmong({ app, user }: Actor, ids: readonly number[]): Promise<number[]> {
  const visible = await allowedAmong(app.db, { table: "charts", rules: chartRules(user) }, ids);
  return ids.filter((id) => visible.has(id));
}

export async function hiddenDatasets({ app, user }: Actor, { datasets }: ExportContent): Promise<number[]> {
  const ids = datasets.map((dataset) => dataset.id);
  const read = await allowedAmong(app.db, { table: "datasets", rules: datasetRules(user) }, ids);
  return ids.filter((id) => !read.has(id));
}

export const SERVER_ID = -1;

type ExportedTable = "dashboards" | "charts" | "datasets" | "databases" | "themes" | "saved_queries";

/** With `uuids`, only those objects. */
async function visibleIds({ app }: Actor, table: ExportedTable, { visibility, uuids }: VisibleFilter) {
  const among = uuids ? sql`uuid in (${sql.join([...uuids, ""])})` : sql`(1 = 1)`;
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)} where ${among} and ${visibility ?? sql`(1 = 1)`} order by id`.execute(app.db);
  return rows.map((row) => row.id);
}

interface VisibleFilter {
  visibility?: Condition | undefined;
  uuids?: readonly string[];
}

/** What the caller can see of these objects, with what their files refer to. */
export async function contentOfObjects(actor: Actor, uuids: readonly string[]): Promise<ExportContent> {
  const { user } = actor;
  const { db } = actor.app;
  const idsOf = (table: ExportedTable, visibility?: Condition) => visibleIds(actor, table, { visibility, uuids });
  const dashboards = await idsOf("dashboards", anyOfInList("dashboards", listedDashboardRules(user)));
  const charts = await idsOf("charts", anyOfInList("charts", chartRules(user)));
  const datasets = await idsOf("datasets", anyOfInList("datasets", datasetRules(user)));
  const queries = await idsOf("saved_queries", ownQueries(user));
  const databases = user.isAdmin ? await idsOf("databases") : [];
  const themes = (await themesByIds(db, await idsOf("themes"))).filter((theme) => !theme.is_system);
  const parts = [
    await exportContentOf(actor, "dashboard", dashboards),
    await exportContentOf(actor, "chart", charts),
    await exportContentOf(actor, "dataset", datasets),
    await exportContentOf(actor, "saved_query", queries),
    { ...NOTHING, themes, databases: await databasesByIds(db, databases) },
  ];
  const merged = <T extends { id: number }>(list: (part: ExportContent) => readonly T[]): T[] => [
    ...new Map(parts.flatMap((part) => list(part).map((row) => [row.id, row]))).values(),
  ];
  return {
    dashboards: merged((part) => part.dashboards),
    charts: merged((part) => part.charts),
    chartsOf: parts[0]?.chartsOf ?? new Map(),
    datasets: merged((part) => part.datasets),
    databases: merged((part) => part.databases),
    themes: merged((part) => part.themes),
    savedQueries: merged((part) => part.savedQueries),
  };
}

export async function everything(actor: Actor): Promise<ExportContent> {
  const { app, user } = actor;
  const idsOf = (table: ExportedTable, visibility?: Condition) => visibleIds(actor, table, { visibility });
  const dashboards = await dashboardsByIds(
    app.db,
    await idsOf("dashboards", anyOfInList("dashboards", listedDashboardRules(user))),
  );
  const shown = await chartsOnDashboards(app.db, dashboards);
  const listed = await idsOf("charts", anyOfInList("charts", chartRules(user)));
  const onAny = await visibleAmong(actor, distinct([...shown.values()].flat()));
  const charts = await chartsByIds(app.db, distinct([...listed, ...onAny]));
  const datasets = await datasetsByIds(app.db, await idsOf("datasets", anyOfInList("datasets", datasetRules(user))));
  const used = new Set(datasets.map((dataset) => dataset.database_id));
  const databases = await databasesByIds(app.db, await idsOf("databases"));
  return {
    ...{ dashboards, charts, datasets },
    chartsOf: chartsByDashboard(shown, charts),
    databases: databases.filter((database) => user.isAdmin || used.has(database.id)),
    savedQueries: await savedQueriesByIds(app.db, await idsOf("saved_queries", ownQueries(user))),
    themes: (await themesByIds(app.db, await idsOf("themes"))).filter((theme) => !theme.is_system),
  };
}

const ownQueries = (user: User) => (user.id === SERVER_ID ? undefined : anyOf(savedQueryRules(user)));

function filterDatasetIds(text: string | null): number[] {
  const { native_filter_configuration: filters } = objectOf(text);
  if (!Array.isArray(filters)) return [];
  return filters.flatMap((filter: { targets?: unknown } | null) =>
    Array.isArray(filter?.targets)
      ? filter.targets.flatMap((target: { datasetId?: unknown } | null) =>
          typeof target?.datasetId === "number" ? [target.datasetId] : [],
        )
      : [],
  );
}

const distinct = (ids: readonly number[]) => [...new Set(ids)];
