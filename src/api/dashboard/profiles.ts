import { notFound } from "../../model/errors.ts";
import type { TileProfile } from "../../model/tile-profile.ts";
import { audited, type Route, route } from "../../server/http/route.ts";
import { keyValuesOf } from "../../server/store/key-values.ts";
import type { Actor } from "../../server/store/stamp.ts";
import { briefChartsOfDashboard } from "../chart/index.ts";
import * as contract from "./contract.ts";
import { openDashboard, PERMALINK_READ, PERMALINK_WRITE } from "./policy.ts";
import { readableDatasets } from "./readable.ts";
import type { DashboardRecord } from "./store.ts";

interface StoredProfile {
  dashboardId: string;
  createdOn: string;
  tiles: TileProfile[];
}

/** Profiles have no statements: each reader's own are compiled again, with their permissions. */
const PROFILES = keyValuesOf<StoredProfile>("dashboard_profile", 30);

const createProfile = route(
  contract.createProfile,
  audited(PERMALINK_WRITE, { action: "DashboardProfileRestApi.post", verb: "share", kind: "dashboard" }),
  async (ctx, { params, body }) => {
    const dashboard = await openDashboard(ctx.app, ctx.user, params.id);
    const tiles = await visibleTiles(ctx, dashboard, body.tiles);
    const value = { dashboardId: dashboard.uuid, createdOn: ctx.app.clock.timestamp(), tiles };
    return { key: await PROFILES.create(ctx, value, { place: `dashboard ${dashboard.uuid}` }) };
  },
);

const showProfile = route(contract.showProfile, PERMALINK_READ, async (ctx, { params }) => {
  const dashboard = await openDashboard(ctx.app, ctx.user, params.id);
  const { dashboardId, createdOn, tiles } = await PROFILES.read(ctx.app, params.key);
  if (dashboardId !== dashboard.uuid) throw notFound();
  return { result: { created_on: createdOn, tiles: await visibleTiles(ctx, dashboard, tiles) } };
});

async function visibleTiles(
  actor: Actor,
  dashboard: DashboardRecord,
  tiles: readonly TileProfile[],
): Promise<TileProfile[]> {
  const charts = await briefChartsOfDashboard(actor.app.db, dashboard.id);
  const readable = new Set((await readableDatasets(actor, dashboard)).map(({ record }) => record.id));
  const visible = new Set(charts.filter((chart) => readable.has(chart.datasource_id ?? -1)).map(({ id }) => id));
  return tiles.filter(({ chartId }) => visible.has(chartId));
}

export const PROFILE_ROUTES: readonly Route[] = [createProfile, showProfile];
