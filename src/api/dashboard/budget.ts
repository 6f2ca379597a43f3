import { sql } from "kysely";
import { parseDashboardMetadata } from "../../model/dashboard-metadata.ts";
import {
  type BudgetExcess,
  excessOver,
  MAX_VIEW_TEXT,
  type MeasuredViews,
  measureViews,
  viewOf,
} from "../../model/performance-budget.ts";
import type { App } from "../../server/app.ts";
import { formatTimestamp } from "../../server/clock.ts";

const WINDOW_MS = 7 * 24 * 60 * 60 * 1000;
const MIN_VIEWS = 5;
const MAX_VIEWS = 500;
/** Less than 5 % of `MAX_VIEWS`, so that no user alone decides the percentile of a busy dashboard. */
const MAX_VIEWS_EACH = 20;
/** More than one user can have in the window. */
const MAX_READ = 5000;
const MAX_DASHBOARDS = 1000;

/** Of the last 7 days; undefined with too few views. */
export async function measuredViews({ reads, clock }: App, dashboardId: number): Promise<MeasuredViews | undefined> {
  const since = formatTimestamp(clock.now() - WINDOW_MS);
  // A literal, so that the databases use the partial index.
  const { rows } = await sql<{ duration_ms: number | null; json: string | null }>`
    select duration_ms, json from logs where id in (
      select id from (
        select id, dttm, row_number() over (partition by user_id order by dttm desc, id desc) as nth from (
          select id, dttm, user_id from logs
          where action = 'load_dashboard' and dashboard_id = ${dashboardId} and dttm >= ${since}
            and length(json) <= ${MAX_VIEW_TEXT}
          order by dttm desc limit ${MAX_READ}
        ) as newest
      ) as numbered
      where nth <= ${MAX_VIEWS_EACH} order by dttm desc limit ${MAX_VIEWS}
    )`.execute(reads);
  const views = rows.flatMap(({ duration_ms, json }) => viewOf(duration_ms, json) ?? []);
  return views.length >= MIN_VIEWS ? measureViews(views) : undefined;
}

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
