import { drawingProblems } from "../../chart-seam/define.ts";
import { chartCard, hasMatrix, loadTypedForm } from "../../chart-types/index.ts";
import { shownLayout } from "../../chart-types/shown-layout.ts";
import { currentLocale } from "../../i18n/locale.ts";
import { inLocale } from "../../i18n/node.ts";
import { type Layout, parseLayout } from "../../model/dashboard-layout.ts";
import { parseDashboardMetadata } from "../../model/dashboard-metadata.ts";
import { type ExtraFormData, mergeExtraFormData } from "../../model/data-mask.ts";
import { filtersOf, suitsChart, withDimensions } from "../../model/display-control.ts";
import { chartsInScope } from "../../model/filter-scope.ts";
import { type FormData, readSharedForm } from "../../model/form-data.ts";
import { activeTabsOf, chartsOnOpenTabs } from "../../model/layout-tree.ts";
import { matrixOf } from "../../model/matrix.ts";
import type { NativeFilter } from "../../model/native-filter.ts";
import {
  asDashboardQuery,
  extentQuery,
  isNeededByCharts,
  storedDefault,
  valuesQuery,
} from "../../model/native-filter-query.ts";
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
 * Starts a dashboard's queries when its page is requested instead of after its scripts have loaded, so that the
 * browser's requests hit the cache or join running queries. Only for the common first view (open tabs, default
 * filters).
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

/** Chunk names from vite.config.ts. The last three contain the common chart types; other types have their own chunk. */
const CHUNKS = ["dashboard", "chart-types", "tables", "charts"];
const MESSAGES = ["charts", "dashboard"];

export function pagePrefetch(app: App, { path, search, user }: PageVisit): PagePrefetch | undefined {
  const reference = referenceIn(path);
  if (reference === undefined || !user.can("can_read", "Dashboard")) return undefined;
  const address = `/api/v1/dashboard/${encodeURIComponent(reference)}`;
  const isPlain = !STATEFUL.some((name) => search.has(name)) && user.can("can_read", "Chart");
  return {
    chunks: CHUNKS,
    messages: MESSAGES,
    extraChunks: chunksOfTypes(app, user, reference),
    responses: [address, `${address}/charts`, `${address}/datasets`],
    ...(isPlain ? { warmUp: () => prefetchQueries(app, user, openDashboard(app, user, reference)) } : {}),
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

async function chunksOfTypes(app: App, user: User, reference: string): Promise<string[]> {
  try {
    const { id, position_json } = await openDashboard(app, user, reference);
    await yieldToEventLoop();
    const { open: charts } = await openCharts(app, id, parseLayout(position_json));
    await yieldToEventLoop();
    const folders = charts.flatMap((chart) => chartCard(chart.viz_type ?? "")?.folder ?? []);
    return [...new Set(folders)].map((folder) => `chart-${folder}`);
  } catch {
    return [];
  }
}

async function openCharts(
  app: App,
  dashboardId: number,
  stored: Layout,
): Promise<{ layout: Layout; open: BriefChart[] }> {
  const charts = await briefChartsOfDashboard(app.db, dashboardId);
  const layout = shownLayout(stored, charts);
  const open = chartsOnOpenTabs(layout, activeTabsOf(layout, {}));
  return { layout, open: charts.filter((chart) => open.has(chart.id)) };
}

/** For client-side navigation: starts after answering. 404 for a missing dashboard, 403 without access. */
export async function prefetchFirstView(app: App, user: User, reference: string): Promise<void> {
  const dashboard = await openDashboard(app, user, reference);
  if (user.can("can_read", "Chart")) setImmediate(() => void prefetchQueries(app, user, dashboard));
}

async function prefetchQueries(
  app: App,
  user: User,
  dashboard: DashboardRecord | Promise<DashboardRecord>,
): Promise<void> {
  try {
    const signal = AbortSignal.timeout(LIMIT_MS);
    const record = await dashboard;
    const { contexts, grids } = await firstContexts(app, record);
    const { time_zone } = parseDashboardMetadata(record.json_metadata);
    const zone = time_zone ?? currentLocale().zone;
    const answered = (all: readonly QueryContext[]) =>
      Promise.allSettled(
        inLocale({ ...currentLocale(), zone }, () =>
          chartDataOf(app).answerBatch(
            user,
            all.map((context) => ({ context, signal, wire: "arrow" as const })),
          ),
        ),
      );
    // Grid cells need the answer of their sides; nothing else waits for it.
    const cells = grids.map(async (cellsOf) => answered(await cellsOf({ app, user, signal })));
    await Promise.allSettled([answered(contexts), ...cells]);
  } catch {
    // The page gets the same error for its own request, and shows it.
  }
}

interface FirstView {
  contexts: QueryContext[];
  grids: ((request: Asking) => Promise<QueryContext[]>)[];
}

export async function firstContexts(app: App, dashboard: DashboardRecord): Promise<FirstView> {
  const stored = parseLayout(dashboard.position_json);
  await yieldToEventLoop();
  const metadata = parseDashboardMetadata(dashboard.json_metadata);
  await yieldToEventLoop();
  const filters = filtersOf(metadata);
  const { layout, open } = await openCharts(app, dashboard.id, stored);
  const ids = open.map(({ id }) => id);
  const grids: FirstView["grids"] = [];
  const contextsOf = async (chart: ChartRecord): Promise<QueryContext[]> => {
    const extra = defaultsFor(chart, filters, layout);
    if (!extra) return [];
    const form = readSharedForm(presentDashboardChart(chart).form_data);
    if (!form) return [];
    if (!isGrid(form)) return chartContext(withDimensions(form, extra), extra);
    const size = sizeOf(layout, chart.id);
    grids.push(async (request) => (await firstCellContexts(request, form, { extra, size })) ?? []);
    return [];
  };
  const requested: QueryContext[] = [];
  for await (const charts of chartsInPortions(app.db, ids)) {
    // Charts with invalid form data have no query; their tile reports it.
    await forEachYielding(charts, async (chart) => requested.push(...(await contextsOf(chart).catch(() => []))));
  }
  return { contexts: [...requested, ...filters.flatMap((filter) => optionContext(filter, dashboard.id))], grids };
}

const isGrid = (form: FormData) => hasMatrix(form.viz_type) && matrixOf(form) !== undefined;

const PAGE_WIDTH = 1000;
const ROW = 8;
const AROUND = { width: 32, height: 72 };

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
    : mergeExtraFormData(reaching.map((filter) => storedDefault(filter).extraFormData));
}

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
