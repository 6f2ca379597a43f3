import { parseDashboardMetadata } from "../../model/dashboard-metadata.ts";
import { forbidden } from "../../model/errors.ts";
import { excessOver } from "../../model/performance-budget.ts";
import { type Route, route } from "../../server/http/route.ts";
import { briefChartsOfDashboard } from "../chart/index.ts";
import { measuredViews } from "./budget.ts";
import * as contract from "./contract.ts";
import { openDashboard, READ } from "./policy.ts";
import { firstContexts } from "./prefetch.ts";

/** Not for guests and visitors: how often others look is not theirs to know. */
const performance = route(contract.performance, READ, async ({ app, user }, { params }) => {
  const { id, json_metadata } = await openDashboard(app, user, params.id);
  if (user.isAnonymous) throw forbidden();
  const budget = parseDashboardMetadata(json_metadata).performance_budget ?? null;
  const measured = (await measuredViews(app, id)) ?? null;
  return { result: { budget, measured, excess: budget && measured ? excessOver(budget, measured) : [] } };
});

const queries = route(contract.queries, READ, async ({ app, user }, { params }) => {
  const dashboard = await openDashboard(app, user, params.id);
  if (user.guest) throw forbidden();
  const { contexts } = await firstContexts(app, dashboard);
  const charts = new Map((await briefChartsOfDashboard(app.db, dashboard.id)).map((chart) => [chart.id, chart]));
  const result = contexts.map((context) => {
    const chart = charts.get(Number(context.form_data?.slice_id));
    return { chart_id: chart?.id ?? null, name: chart?.slice_name ?? null, context };
  });
  return { result };
});

export const PERFORMANCE_ROUTES: readonly Route[] = [performance, queries];
