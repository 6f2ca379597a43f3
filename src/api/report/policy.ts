import { type SqlBool, sql } from "kysely";
import type { App } from "../../server/app.ts";
import { permission } from "../../server/http/route.ts";
import { ownersOf } from "../../server/rights/owners.ts";
import type { Condition } from "../../server/rights/rule.ts";
import type { User } from "../../server/user.ts";

export const VIEW = "ReportSchedule";
export const READ = permission("can_read", VIEW);
export const WRITE = permission("can_write", VIEW);

/** The reports that the user sees: their own, and all of them with the right on every dataset; undefined for all. */
export function visibleReports(user: User): Condition | undefined {
  if (user.isAdmin || user.can("all_datasource_access", "all_datasource_access")) return undefined;
  return sql<SqlBool>`exists (select 1 from report_owners
    where report_owners.report_id = reports.id and report_owners.user_id = ${user.id})`;
}

/**
 * Whether the user is told what runs of the report read: values, and what databases said. Runs read with the permissions
 * and under the row-level security of an owner, so others are told the states only.
 */
export async function hasResults(app: App, user: User, id: number): Promise<boolean> {
  if (user.isAdmin) return true;
  const owners = (await ownersOf(app.db, "report", [id])).get(id) ?? [];
  return owners.some((owner) => owner.id === user.id);
}
