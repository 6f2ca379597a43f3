import { parseDashboardMetadata } from "../../model/dashboard-metadata.ts";
import { filtersOf } from "../../model/display-control.ts";
import { chartsInScope } from "../../model/filter-scope.ts";
import type { NativeFilter } from "../../model/native-filter.ts";
import type { Actor } from "../../server/store/stamp.ts";
import { layoutOfDashboard } from "../chart/index.ts";
import { columnsOf } from "../dataset/index.ts";
import { node } from "./edges.ts";
import type { Step } from "./graph.ts";

/** Filters and display controls that reach the charts by columns that only their current datasets have. */
export async function filtersLost(actor: Actor, chartIds: readonly number[], swappedTo: number): Promise<Step[]> {
  const { db } = actor.app;
  const placed = await db
    .selectFrom("dashboard_charts")
    .innerJoin("charts", "charts.id", "dashboard_charts.chart_id")
    .select(["dashboard_id", "chart_id", "datasource_id"])
    .where("chart_id", "in", [...chartIds])
    .execute();
  const gone = await columnsGone(
    actor,
    [...new Set(placed.flatMap(({ datasource_id }) => datasource_id ?? []))],
    swappedTo,
  );
  const steps: Step[] = [];
  for (const [dashboardId, charts] of Map.groupBy(placed, ({ dashboard_id }) => dashboard_id)) {
    for (const { filter, reach } of await filtersWithReach(actor, dashboardId)) {
      for (const { chart_id, datasource_id } of charts) {
        const lost = gone.get(datasource_id ?? 0);
        if (!lost || !reach.has(chart_id)) continue;
        const names = filter.targets.flatMap(({ column }) => (column && lost.has(column.name) ? [column.name] : []));
        const from = node("filter", dashboardId, filter.id);
        for (const name of names) steps.push({ from, role: "filter", to: node("column", datasource_id ?? 0, name) });
      }
    }
  }
  return steps;
}

async function filtersWithReach({ app }: Actor, id: number): Promise<{ filter: NativeFilter; reach: Set<number> }[]> {
  const row = await app.db
    .selectFrom("dashboards")
    .select(["json_metadata", "position_json"])
    .where("id", "=", id)
    .executeTakeFirst();
  const filters = row ? filtersOf(parseDashboardMetadata(row.json_metadata)) : [];
  if (!row || filters.length === 0) return [];
  const layout = await layoutOfDashboard(app.db, { id, position_json: row.position_json });
  return filters.map((filter) => ({ filter, reach: new Set(chartsInScope(filter.scope, layout)) }));
}

/** By dataset: columns that the other one doesn't have. */
async function columnsGone(
  { app }: Actor,
  datasetIds: readonly number[],
  to: number,
): Promise<Map<number, Set<string>>> {
  const found = new Set((await columnsOf(app.db, to)).map(({ column_name }) => column_name));
  const gone = new Map<number, Set<string>>();
  for (const id of datasetIds) {
    const names = (await columnsOf(app.db, id)).map(({ column_name }) => column_name);
    gone.set(id, new Set(names.filter((name) => !found.has(name))));
  }
  return gone;
}
