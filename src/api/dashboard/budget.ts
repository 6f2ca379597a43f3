import { type SqlBool, sql } from "kysely";
import { parseDashboardMetadata } from "../../model/dashboard-metadata.ts";
import { type BudgetExcess, excessOver, type MeasuredViews, measureViews } from "../../model/performance-budget.ts";
import type { App } from "../../server/app.ts";
import { formatTimestamp } from "../../server/clock.ts";

const WINDOW_MS = 7 * 24 * 60 * 60 * 1000;
const MIN_VIEWS = 5;
const MAX_VIEWS = 500;
const MAX_DASHBOARDS = 1000;

/** Of the last 7 days; undefined with too few views. */
export async function measuredViews({ reads, clock }: App, dashboardId: number): Promise<MeasuredViews | undefined> {
  // A literal, so that the databases use the partial index.
  const rows = await reads
    .selectFrom("logs")
    .select(["duration_ms", "json"])
    .where(sql<SqlBool>`action = 'load_dashboard'`)
    .where("dashboard_id", "=", dashboardId)
    .where("dttm", ">=", formatTimestamp(clock.now() - WINDOW_MS))
    .orderBy("dttm", "desc")
    .limit(MAX_VIEWS)
    .execute();
  const views = rows.flatMap(({ duration_ms, json }) => {
    const { rows: count, bytes } = JSON.parse(json ?? "{}") as Record<string, unknown>;
    return isSize(duration_ms) && isSize(count) && isSize(bytes) ? [{ ms: duration_ms, rows: count, bytes }] : [];
  });
  return views.length >= MIN_VIEWS ? measureViews(views) : undefined;
}

const isSize = (value: unknown): value is number => typeof value === "number" && value >= 0;

interface BrokenBudget {
  dashboardId: number;
  views: number;
  excess: readonly BudgetExcess[];
}

export async function brokenBudgets(app: App): Promise<readonly BrokenBudget[]> {
  const rows = await app.reads
    .selectFrom("dashboards")
    .select(["id", "json_metadata"])
    .where("json_metadata", "like", '%"performance_budget"%')
    .orderBy("changed_on", "desc")
    .limit(MAX_DASHBOARDS)
    .execute();
  const broken: BrokenBudget[] = [];
  for (const { id, json_metadata } of rows) {
    const budget = parseDashboardMetadata(json_metadata).performance_budget;
    const measured = budget && (await measuredViews(app, id));
    const excess = measured ? excessOver(budget, measured) : [];
    if (measured && excess.length > 0) broken.push({ dashboardId: id, views: measured.views, excess });
  }
  return broken;
}
