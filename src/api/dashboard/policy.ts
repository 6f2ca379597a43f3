import { sql } from "kysely";
import { t } from "../../i18n/translate.ts";
import { forbidden, notFound, TesseraError, wireError } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import type { VisibleIds } from "../../server/http/resource-list.ts";
import { permission } from "../../server/http/route.ts";
import { listedDashboardRules, openDashboardRules } from "../../server/rights/dashboards.ts";
import { canReadAllData } from "../../server/rights/datasets.ts";
import { ownersWithEmail } from "../../server/rights/owners.ts";
import type { Condition } from "../../server/rights/rule.ts";
import { allowedAmong, anyOfInList, memoizePerUser } from "../../server/rights/rule.ts";
import type { User } from "../../server/user.ts";
import { type DashboardRecord, dashboardsByIds, findDashboard } from "./store.ts";

export const VIEW = "Dashboard";
export const READ = permission("can_read", VIEW);
export const PUT_CUSTOMIZATIONS = permission("can_put_chart_customizations", VIEW);
export const WRITE = permission("can_write", VIEW);
export const EXPORT = permission("can_export", VIEW);
export const STATE_READ = permission("can_read", "DashboardFilterStateRestApi");
export const STATE_WRITE = permission("can_write", "DashboardFilterStateRestApi");
export const PERMALINK_READ = permission("can_read", "DashboardPermalinkRestApi");
export const PERMALINK_WRITE = permission("can_write", "DashboardPermalinkRestApi");

export function visibleDashboards(user: User): Condition | undefined {
  return anyOfInList("dashboards", listedDashboardRules(user));
}

export const visibleDashboardIds = memoizePerUser((user: User): VisibleIds | undefined => {
  const visible = visibleDashboards(user);
  const query = sql`select dashboards.id from dashboards where ${visible}`;
  return visible && { query, isSmall: !canReadAllData(user) };
});

export function openDashboardIds(app: App, user: User, ids: readonly number[]): Promise<Set<number>> {
  return allowedAmong(app.db, { table: "dashboards", rules: openDashboardRules(user) }, ids);
}

export async function openDashboardsAmong(app: App, user: User, ids: readonly number[]): Promise<DashboardRecord[]> {
  return dashboardsByIds(app.db, [...(await openDashboardIds(app, user, ids))]);
}

export async function openDashboard(app: App, user: User, reference: string | number): Promise<DashboardRecord> {
  const dashboard = await findDashboard(app.db, String(reference));
  if (!dashboard) throw notFound();
  const open = await openDashboardIds(app, user, [dashboard.id]);
  if (!open.has(dashboard.id)) throw await refusalOf(app, user, dashboard);
  return dashboard;
}

async function refusalOf({ db }: App, user: User, { id }: DashboardRecord): Promise<TesseraError> {
  const message = t("You don't have access to this dashboard.");
  const owners = user.isAnonymous ? [] : await ownersWithEmail(db, "dashboard", id);
  if (owners.length === 0) return forbidden(message);
  const error = wireError("DASHBOARD_SECURITY_ACCESS_ERROR", message, { level: "warning", extra: { owners } });
  return new TesseraError(403, { message, errors: [error] });
}
