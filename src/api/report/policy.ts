import { type SqlBool, sql } from "kysely";
import type { User } from "../../server/auth/user.ts";
import type { Condition } from "../../server/http/list-filters.ts";
import { permission } from "../../server/http/route.ts";

export const VIEW = "ReportSchedule";
export const READ = permission("can_read", VIEW);
export const WRITE = permission("can_write", VIEW);

/** The reports that the user sees: their own, and all of them with the right on every dataset; undefined for all. */
export function visibleReports(user: User): Condition | undefined {
  if (user.isAdmin || user.can("all_datasource_access", "all_datasource_access")) return undefined;
  return sql<SqlBool>`exists (select 1 from report_owners
    where report_owners.report_id = reports.id and report_owners.user_id = ${user.id})`;
}
