import { type SqlBool, sql } from "kysely";
import type { User } from "../user.ts";
import { readableDataset, readableDatasets, readsEverything } from "./datasets.ts";
import type { Condition } from "./rule.ts";
import { always, askedOfEach, ofRights, ownerRule, type Rule } from "./rule.ts";

/** Who sees a chart: administrators, its owners, and whoever may read its dataset. */
export const chartRules = ofRights((user: User): Rule[] => {
  const column = "charts.datasource_id";
  const one = readableDataset(user, column);
  const readable = readableDatasets(user, column);
  return [
    always("admin", user.isAdmin),
    ownerRule(user, "chart"),
    readsEverything(user) || !one || !readable
      ? always("dataset", true)
      : { by: "dataset", when: one, listed: askedOfEach(readable), ids: among(readable) },
  ];
});

const among = (readable: Condition) => sql`select charts.id from charts where ${readable}`;

/** The charts of one dashboard, which whoever may open it is shown. */
export function onDashboard(dashboardId: number): ReturnType<typeof sql<SqlBool>> {
  return sql<SqlBool>`exists (select 1 from dashboard_charts where dashboard_charts.chart_id = charts.id
    and dashboard_charts.dashboard_id = ${dashboardId})`;
}
