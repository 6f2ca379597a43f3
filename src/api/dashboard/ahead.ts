import { drawingProblems } from "../../chart-seam/define.ts";
import { chartCard, hasMatrix, loadTypedForm } from "../../chart-types/index.ts";
import { type Layout, parseLayout } from "../../model/dashboard-layout.ts";
import { parseDashboardMetadata } from "../../model/dashboard-metadata.ts";
import { type DataMask, type ExtraFormData, mergeExtraFormData } from "../../model/data-mask.ts";
import { filtersOf, suitsChart, withDimensions } from "../../model/display-control.ts";
import { chartsInScope } from "../../model/filter-scope.ts";
import { type FormData, readSharedForm } from "../../model/form-data.ts";
import { activeTabsOf, chartsOnOpenTabs } from "../../model/layout-tree.ts";
import { matrixOf } from "../../model/matrix.ts";
import type { NativeFilter } from "../../model/native-filter.ts";
import { asDashboardQuery, extentQuery, isNeededByCharts, valuesQuery } from "../../model/native-filter-query.ts";
import type { QueryContext } from "../../model/query-context.ts";
import type { App } from "../../server/app.ts";
import { forEachYielding, yieldToEventLoop } from "../../server/event-loop.ts";
import type { PagePrefetch, PageVisit } from "../../server/http/route.ts";
import type { User } from "../../server/user.ts";
import {
  type BriefChart,
  briefChartsOfDashboard,
  type ChartRecord,
  chartsInPortions,
  presentDashboardChart,
} from "../chart/index.ts";
import { type Asking, chartDataOf, firstCellContexts } from "../chart-data/index.ts";
import { openDashboard } from "./policy.ts";
import type { DashboardRecord } from "./store.ts";

/**
 * The queries of a dashboard start when its page is asked for, not when its scripts have been loaded and run: by the
 * time the browser asks for data, answers are under way or kept, and equal requests join. Only what everybody's first
 * view needs is started (open tabs, default filters); a view that starts otherwise asks for itself.
 */

const PATH = /^\/(?:superset\/)?dashboard\/([^/]+)\/?$/;
const STATEFUL = [
  "native_filters",
  "native_filters_key",
  "permalink_key",
  "preselect_filters",
  "edit",
  "form_data",
  "force",
];
const LIMIT_MS = 30_000;

/** Named in vite.config.ts. The common chart types are in the last three; any other type is a file of its own. */
const FILES = ["dashboard", "chart-types", "tables", "charts"];
const MESSAGES = ["charts", "dashboard"];

/** What the page of a dashboard can be spared: its code, its parts and, for its plain first view, its queries. */
export function planPage(app: App, { path, search, user }: PageVisit): PagePrefetch | undefined {
  const reference = referenceIn(path);
  if (reference === undefined || !user.can("can_read", "Dashboard")) return undefined;
  const address = `/api/v1/dashboard/${encodeURIComponent(reference)}`;
  const isPlain = !STATEFUL.some((name) => search.has(name)) && user.can("can_read", "Chart");
  return {
    chunks: FILES,
    messages: MESSAGES,
    extraChunks: filesOfTypes(app, user, reference),
    responses: [address, `${address}/charts`, `${address}/datasets`],
    ...(isPlain ? { warmUp: () => startQueries(app, user, openDashboard(app, user, reference)) } : {}),
  };
}

function referenceIn(path: string): string | undefined {
  const reference = PATH.exec(path)?.[1];
  if (!reference || reference === "list" || reference === "new") return undefined;
  try {
    return decodeURIComponent(reference);
  } catch {
    return undefined;
  }
}

/** Files of the chart types on the open tabs. Never rejects. */
async function filesOfTypes(app: App, user: User, reference: string): Promise<string[]> {
  try {
    const { id, position_json } = await openDashboard(app, user, reference);
    await yieldToEventLoop();
    const charts = await openCharts(app, id, parseLayout(position_json));
    await yieldToEventLoop();
    const folders = charts.flatMap((chart) => chartCard(chart.viz_type ?? "")?.folder ?? []);
    return [...new Set(folders)].map((folder) => `chart-${folder}`);
  } catch {
    return [];
  }
}

async function openCharts(app: App, dashboardId: number, layout: Layout): Promise<BriefChart[]> {
  const open = chartsOnOpenTabs(layout, activeTabsOf(layout, {}));
  return (await briefChartsOfDashboard(app.db, dashboardId)).filter((chart) => open.has(chart.id));
}

/**
 * For a page that is opened without asking for its HTML: begins when this has been answered. 404 without such a
 * dashboard, 403 for one that this user may not see.
 */
export async function startFirstView(app: App, user: User, reference: string): Promise<void> {
  const dashboard = await openDashboard(app, user, reference);
  if (user.can("can_read", "Chart")) setImmediate(() => void startQueries(app, user, dashboard));
}

/** As the user who asked for the page. Never throws. */
async function startQueries(
  app: App,
  user: User,
  dashboard: DashboardRecord | Promise<DashboardRecord>,
): Promise<void> {
  try {
    const signal = AbortSignal.timeout(LIMIT_MS);
    const { contexts, grids } = await firstContexts(app, await dashboard);
    const answered = (all: readonly QueryContext[]) =>
      Promise.allSettled(
        chartDataOf(app).answerTogether(
          user,
          all.map((context) => ({ context, signal })),
        ),
      );
    // Cells are known once the sides of their grid have been answered: nothing else waits for that.
    const cells = grids.map(async (cellsOf) => answered(await cellsOf({ app, user, signal })));
    await Promise.allSettled([answered(contexts), ...cells]);
  } catch {
    // The page meets the same trouble when it asks for itself, and says it to the person.
  }
}

interface FirstView {
  /** Of its charts on the open tabs, then of the values of filters that charts wait for. */
  contexts: QueryContext[];
  /** Of charts that are drawn as grids: finds what their first cells ask. */
  grids: ((asking: Asking) => Promise<QueryContext[]>)[];
}

/** What the first view of a dashboard asks for. */
export async function firstContexts(app: App, dashboard: DashboardRecord): Promise<FirstView> {
  const layout = parseLayout(dashboard.position_json);
  await yieldToEventLoop();
  const metadata = parseDashboardMetadata(dashboard.json_metadata);
  await yieldToEventLoop();
  const filters = filtersOf(metadata);
  const open = await openCharts(app, dashboard.id, layout);
  const ids = open.map(({ id }) => id);
  const grids: FirstView["grids"] = [];
  const contextsOf = async (chart: ChartRecord): Promise<QueryContext[]> => {
    const extra = defaultsFor(chart, filters, layout);
    if (!extra) return [];
    const form = readSharedForm(presentDashboardChart(chart).form_data);
    if (!form) return [];
    if (!isGrid(form)) return chartContext(withDimensions(form, extra), extra);
    const size = sizeOf(layout, chart.id);
    grids.push(async (asking) => (await firstCellContexts(asking, form, { extra, size })) ?? []);
    return [];
  };
  const asked: QueryContext[] = [];
  for await (const charts of chartsInPortions(app.db, ids)) {
    // A chart that cannot be read asks for nothing; its tile says why.
    await forEachYielding(charts, async (chart) => asked.push(...(await contextsOf(chart).catch(() => []))));
  }
  return { contexts: [...asked, ...filters.flatMap((filter) => optionContext(filter, dashboard.id))], grids };
}

const isGrid = (form: FormData) => hasMatrix(form.viz_type) && matrixOf(form) !== undefined;

/** Twelve columns and a row of the layout, and what a tile has around its cells, pixels on a common screen. */
const PAGE_WIDTH = 1000;
const ROW = 8;
const AROUND = { width: 32, height: 72 };

/** About the box of a chart's cells. */
function sizeOf(layout: Layout, chartId: number): { width: number; height: number } {
  const { width, height } = Object.values(layout).find((node) => node.meta.chartId === chartId)?.meta ?? {};
  return {
    width: (PAGE_WIDTH * Number(width ?? 12)) / 12 - AROUND.width,
    height: ROW * Number(height ?? 50) - AROUND.height,
  };
}

async function chartContext(saved: FormData, extra: ExtraFormData): Promise<QueryContext[]> {
  const typed = await loadTypedForm(saved);
  if (!typed) return [];
  const own = typed.formData.extra_form_data ?? undefined;
  const formData = { ...typed.formData, extra_form_data: mergeExtraFormData([own, extra]) };
  return Object.keys(drawingProblems(typed.type, formData)).length > 0 ? [] : [typed.type.buildQuery(formData)];
}

/** What default filter values contribute to a chart; undefined when a filter must get its value in the browser first. */
function defaultsFor(
  { id, datasource_id, viz_type }: ChartRecord,
  filters: readonly NativeFilter[],
  layout: Layout,
): ExtraFormData | undefined {
  const reaching = filters
    .filter((filter) => suitsChart(filter, { datasetId: datasource_id, vizType: viz_type }))
    .filter((filter) => chartsInScope(filter.scope, layout).includes(id));
  return reaching.some(isNeededByCharts)
    ? undefined
    : mergeExtraFormData(reaching.map((filter) => contributionOf(filter.defaultDataMask)));
}

const contributionOf = (mask: DataMask): ExtraFormData | undefined => mask.extraFormData;

/** Others' values are asked for when the charts are there. */
function optionContext(filter: NativeFilter, dashboardId: number): QueryContext[] {
  if (!isNeededByCharts(filter) || filter.cascadeParentIds.length > 0) return [];
  const request = { filter, inherited: {} };
  const context =
    filter.filterType === "filter_select"
      ? valuesQuery(request)
      : filter.filterType === "filter_range"
        ? extentQuery(request)
        : undefined;
  return context ? [asDashboardQuery(context, { filter, dashboardId })] : [];
}
