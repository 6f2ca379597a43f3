import { notFound } from "../../model/errors.ts";
import { type Context, permission, type Resource, route } from "../../server/http/route.ts";
import { CHART_READ, visibleChart } from "../chart/index.ts";
import { DASHBOARD_READ, openDashboard } from "../dashboard/index.ts";
import * as contract from "./contract.ts";

const CACHE_DASHBOARD = permission("can_cache_dashboard_screenshot", "Dashboard");

/** What the caller may not see is not told apart from what there is no picture of. */
async function noPicture(ctx: Context, noun: "chart" | "dashboard", id: string): Promise<never> {
  if (noun === "chart") await visibleChart(ctx.app, ctx.user, id);
  else await openDashboard(ctx.app, ctx.user, id);
  throw notFound("This server makes no pictures of charts and dashboards");
}

export const pictures: Resource = {
  name: "picture",
  routes: [
    route(contract.cacheChart, CHART_READ, (ctx, { params }) => noPicture(ctx, "chart", params.id)),
    route(contract.cacheDashboard, CACHE_DASHBOARD, (ctx, { params }) => noPicture(ctx, "dashboard", params.id)),
    ...Object.values(contract.chartPictures).map((each) =>
      route(each, CHART_READ, (ctx, { params }) => noPicture(ctx, "chart", params.id)),
    ),
    ...Object.values(contract.dashboardPictures).map((each) =>
      route(each, DASHBOARD_READ, (ctx, { params }) => noPicture(ctx, "dashboard", params.id)),
    ),
  ],
};
