import { type SqlBool, sql } from "kysely";
import type { User } from "../user.ts";
import { canReadAllData, readableDataset, readableDatasets } from "./datasets.ts";
import type { Condition } from "./rule.ts";
import { always, memoizePerUser, ownerRule, perRow, type Rule } from "./rule.ts";

export const chartRules = memoizePerUser((user: User): Rule[] => {
  const column = "charts.datasource_id";
  const readableOne = readableDataset(user, column);
  const readable = readableDatasets(user, column);
  return [
    always("admin", user.isAdmin),
    ownerRule(user, "chart"),
    canReadAllData(user) || !readableOne || !readable
      ? always("dataset", true)
      : { by: "dataset", when: readableOne, inList: perRow(readable), ids: chartsWhere(readable) },
  ];
});

const chartsWhere = (readable: Condition) => sql`select charts.id from charts where ${readable}`;

export function onDashboard(dashboardId: number): ReturnType<typeof sql<SqlBool>> {
  return sql<SqlBool>`exists (select 1 from dashboard_charts where dashboard_charts.chart_id = charts.id
    and dashboard_charts.dashboard_id = ${dashboardId})`;
}
