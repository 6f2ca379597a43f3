import { type SqlBool, sql } from "kysely";
import type { App } from "../../server/app.ts";
import { permission } from "../../server/http/route.ts";
import { ownersOf } from "../../server/rights/owners.ts";
import type { Condition } from "../../server/rights/rule.ts";
import type { User } from "../../server/user.ts";

export const VIEW = "ReportSchedule";
export const READ = permission("can_read", VIEW);
export const WRITE = permission("can_write", VIEW);

export function visibleReports(user: User): Condition | undefined {
  if (user.isAdmin || user.can("all_datasource_access", "all_datasource_access")) return undefined;
  return sql<SqlBool>`exists (select 1 from report_owners
    where report_owners.report_id = reports.id and report_owners.user_id = ${user.id})`;
}

/**
 * Runs read data with an owner's permissions and row-level security, so other users see only the states of runs, not
 * values or database messages.
 */
export async function canSeeResults(app: App, user: User, id: number): Promise<boolean> {
  if (user.isAdmin) return true;
  const owners = (await ownersOf(app.db, "report", [id])).get(id) ?? [];
  return owners.some((owner) => owner.id === user.id);
}
