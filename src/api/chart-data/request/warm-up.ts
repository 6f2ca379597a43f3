import { t } from "../../../i18n/translate.ts";
import { badRequest, notFound, TesseraError } from "../../../model/errors.ts";
import { readJson } from "../../../model/json-text.ts";
import { type Context, permission, type Route, route, unaudited } from "../../../server/http/route.ts";
import { possibleIds } from "../../../server/http/show-response.ts";
import { openDashboardRules } from "../../../server/rights/dashboards.ts";
import { allowedAmong } from "../../../server/rights/rule.ts";
import { type ChartRecord, chartIdsOfTable, chartsInPortions, visibleChart } from "../../chart/index.ts";
import { chartDataOf } from "../run/answer.ts";
import { COMPOSITE_WITHOUT_DATA, contextOfChart } from "../run/chart-context.ts";
import * as contract from "../warm-up-contract.ts";

interface Filter {
  col: unknown;
  op: string;
  val?: unknown;
}

const warmUpChart = route(
  contract.warmUpChart,
  unaudited(permission("can_warm_up_cache", "Chart"), "fills the cache"),
  async (ctx, { body }) => {
    const filters = filtersOf(body.extra_filters);
    await assertDashboard(ctx, body.dashboard_id);
    const chart = await visibleChart(ctx.app, ctx.user, body.chart_id);
    return { result: [await warmUp(ctx, chart, filters)] };
  },
);

const warmUpDataset = route(
  contract.warmUpDataset,
  unaudited(permission("can_warm_up_cache", "Dataset"), "fills the cache"),
  async (ctx, { body }) => {
    const filters = filtersOf(body.extra_filters);
    await assertDashboard(ctx, body.dashboard_id);
    return { result: await warmUpTable(ctx, body, filters) };
  },
);

const warmUpLegacy = route(
  contract.warmUpLegacy,
  permission("can_warm_up_cache", "Superset"),
  async (ctx, { query }) => {
    const filters = filtersOf(query.extra_filters);
    await assertDashboard(ctx, query.dashboard_id);
    if (query.slice_id) return [await warmUp(ctx, await visibleChart(ctx.app, ctx.user, query.slice_id), filters)];
    const { db_name, table_name } = query;
    if (!db_name || !table_name)
      throw badRequest(t("Malformed request. slice_id or table_name and db_name arguments are expected"));
    return warmUpTable(ctx, { db_name, table_name }, filters);
  },
);

async function assertDashboard({ app, user }: Context, id: number | null | undefined): Promise<void> {
  if (!id) return;
  const rules = openDashboardRules(user);
  const open = await allowedAmong(app.db, { table: "dashboards", rules }, possibleIds([id]));
  if (!open.has(id)) throw notFound();
}

async function warmUpTable(ctx: Context, table: { db_name: string; table_name: string }, filters: readonly Filter[]) {
  const ids = await chartIdsOfTable(ctx.app.db, table);
  if (!ids) throw notFound(t("The provided table was not found in the provided database"));
  const warmed = [];
  for await (const charts of chartsInPortions(ctx.app.db, ids))
    for (const chart of charts) warmed.push(await warmUp(ctx, chart, filters));
  return warmed;
}

async function warmUp(ctx: Context, chart: ChartRecord, filters: readonly Filter[]) {
  const failed = (viz_error: string) => ({ chart_id: chart.id, viz_error, viz_status: "failed" });
  const stored = await contextOfChart(chart);
  if (!stored) return failed(t("Chart has no query context saved. Please save the chart again."));
  if (stored.queries.length === 0) return failed(t(COMPOSITE_WITHOUT_DATA));
  const { queries = [] } = stored as { queries?: { filters?: Filter[] }[] };
  const filtered = queries.map((query) => ({ ...query, filters: [...(query.filters ?? []), ...filters] }));
  const context = {
    ...stored,
    queries: filtered,
    form_data: { ...stored.form_data, slice_id: chart.id },
    result_format: "json",
    result_type: "full",
    force: true,
  };
  try {
    await chartDataOf(ctx.app).answer(ctx.user, { context, signal: ctx.signal, wire: "arrow" });
    return { chart_id: chart.id, viz_error: null, viz_status: "success" };
  } catch (error) {
    if (error instanceof TesseraError) return failed(error.message);
    throw error;
  }
}

function filtersOf(text: string | null | undefined): Filter[] {
  if (!text) return [];
  try {
    const filters = readJson(text);
    if (Array.isArray(filters) && filters.every((one) => typeof one === "object" && one !== null)) return filters;
  } catch {
    // Rejected below.
  }
  throw badRequest(t("extra_filters isn't a list of filters"));
}

export const WARM_UP_ROUTES: readonly Route[] = [warmUpChart, warmUpDataset, warmUpLegacy];
