import { sql } from "kysely";
import { annotationLayersOf, isNative, sourceIdOf } from "../../model/annotation-layer.ts";
import { readJson } from "../../model/json-text.ts";
import { forEachYielding } from "../../server/event-loop.ts";
import type { Context } from "../../server/http/route.ts";
import {
  type ChartRecord,
  chartIdsOnlyOn,
  dashboardsOfChart,
  formDataInPortions,
  visibleChartsAmong,
} from "../chart/index.ts";
import { type DashboardRecord, openDashboardsAmong } from "../dashboard/index.ts";

export async function chartDependents(ctx: Context, chart: ChartRecord) {
  const { db } = ctx.app;
  const dashboards = (await dashboardsOfChart(db, chart.id)).map((dashboard) => dashboard.id);
  const { rows } = await sql<{ id: number }>`
    select id from charts where params like '%annotation_layers%' and id <> ${chart.id}`.execute(db);
  const charts: number[] = [];
  const ids = rows.map((row) => row.id);
  for await (const portion of formDataInPortions(db, ids)) {
    await forEachYielding(portion, (each) => {
      if (shows(each, chart.id)) charts.push(each.id);
    });
  }
  return answer(ctx, { charts, dashboards });
}

export async function dashboardDependents(ctx: Context, dashboard: DashboardRecord) {
  return answer(ctx, { charts: await chartIdsOnlyOn(ctx.app.db, dashboard.id), dashboards: [] });
}

function shows({ params }: Pick<ChartRecord, "params">, id: number): boolean {
  try {
    const form = readJson(params || "{}") as { annotation_layers?: unknown };
    return annotationLayersOf(form.annotation_layers).some(
      (layer) => layer.annotationType !== "FORMULA" && !isNative(layer) && sourceIdOf(layer) === id,
    );
  } catch {
    return false;
  }
}

async function answer(
  { app, user }: Context,
  { charts, dashboards }: { charts: readonly number[]; dashboards: readonly number[] },
) {
  const shownCharts = (await visibleChartsAmong(app, user, charts)).map(({ id, slice_name, viz_type }) => ({
    ...{ id, slice_name },
    viz_type: viz_type ?? "",
  }));
  const shownDashboards = (await openDashboardsAmong(app, user, dashboards)).map(
    ({ id, json_metadata, slug, dashboard_title }) => ({ id, json_metadata, slug, title: dashboard_title ?? "" }),
  );
  return {
    charts: { count: shownCharts.length, result: shownCharts },
    dashboards: { count: shownDashboards.length, result: shownDashboards },
  };
}
