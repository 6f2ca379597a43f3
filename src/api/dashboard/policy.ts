import { sql } from "kysely";
import { forbidden, notFound } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import type { User } from "../../server/auth/user.ts";
import type { Condition } from "../../server/http/list-filters.ts";
import { permission } from "../../server/http/route.ts";
import { ownersOf } from "../../server/store/owners.ts";
import { accessibleDatasetIds, accessibleDatasets } from "../dataset/index.ts";
import { type DashboardRecord, datasetIdsOf, findDashboard } from "./store.ts";

export const VIEW = "Dashboard";
export const READ = permission("can_read", VIEW);
export const WRITE = permission("can_write", VIEW);
export const EXPORT = permission("can_export", VIEW);
export const STATE_READ = permission("can_read", "DashboardFilterStateRestApi");
export const STATE_WRITE = permission("can_write", "DashboardFilterStateRestApi");
export const PERMALINK_READ = permission("can_read", "DashboardPermalinkRestApi");
export const PERMALINK_WRITE = permission("can_write", "DashboardPermalinkRestApi");

/** Dashboards in lists: owned ones, and published ones with a chart whose dataset the user may read. */
export async function visibleDashboards(app: App, user: User): Promise<Condition | undefined> {
  if (user.isAdmin) return undefined;
  const readable = await accessibleDatasets(app, user, "charts.datasource_id");
  const chart = sql`exists (select 1 from dashboard_charts join charts on charts.id = dashboard_charts.chart_id
    where dashboard_charts.dashboard_id = dashboards.id ${readable ? sql`and ${readable}` : sql``})`;
  const own = sql`exists (select 1 from dashboard_owners where dashboard_owners.dashboard_id = dashboards.id
    and dashboard_owners.user_id = ${user.id})`;
  return sql`(${own} or (dashboards.published and ${chart}))`;
}

/** The condition on charts that the user may put on a dashboard: those they see, and those that are on `from`. */
export async function chartsToShow(app: App, user: User, from = -1): Promise<Condition | undefined> {
  const readable = await accessibleDatasets(app, user, "charts.datasource_id");
  if (!readable) return undefined;
  return sql`(${readable}
    or exists (select 1 from chart_owners where chart_owners.chart_id = charts.id and chart_owners.user_id = ${user.id})
    or exists (select 1 from dashboard_charts where dashboard_charts.chart_id = charts.id
      and dashboard_charts.dashboard_id = ${from}))`;
}

/** Directly, a dashboard is open to administrators, owners, and whoever may read any of its datasets, or if it has none. */
export async function canOpenDashboard(app: App, user: User, dashboard: DashboardRecord): Promise<boolean> {
  if (user.isAdmin) return true;
  const owners = await ownersOf(app.db, "dashboard", [dashboard.id]);
  if ((owners.get(dashboard.id) ?? []).some((owner) => owner.id === user.id)) return true;
  const used = await datasetIdsOf(app.db, dashboard.id);
  const readable = await accessibleDatasetIds(app, user);
  return used.length === 0 || readable === "all" || used.some((id) => readable.includes(id));
}

/** The dashboard by id, uuid or slug. Throws 404 when there is none, 403 when it is not open to the user. */
export async function openDashboard(app: App, user: User, reference: string | number): Promise<DashboardRecord> {
  const dashboard = await findDashboard(app.db, String(reference));
  if (!dashboard) throw notFound();
  if (!(await canOpenDashboard(app, user, dashboard))) throw forbidden("You don't have access to this dashboard.");
  return dashboard;
}
