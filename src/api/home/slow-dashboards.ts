import { sql } from "kysely";
import type { z } from "zod";
import { dashboardUrl } from "../../model/dashboard.ts";
import type { App } from "../../server/app.ts";
import { formatTimestamp } from "../../server/clock.ts";
import { changeRules } from "../../server/rights/changes.ts";
import { chartRules } from "../../server/rights/charts.ts";
import { anyOf } from "../../server/rights/rule.ts";
import type { User } from "../../server/user.ts";
import { cachedFor } from "./cached.ts";
import type { AttentionItem } from "./contract.ts";

const WINDOW_MS = 7 * 24 * 60 * 60 * 1000;
const SLOW_MS = 5000;
const MIN_LOADS = 5;
const MAX_DURATION_MS = 300_000;
const SHOWN = 5;

interface SlowChart {
  dashboardId: number;
  chartId: number;
  seconds: number;
  loads: number;
}

const slowCharts = cachedFor(async ({ reads, clock }: App): Promise<readonly SlowChart[]> => {
  const since = formatTimestamp(clock.now() - WINDOW_MS);
  const took = sql`avg(case when duration_ms > ${MAX_DURATION_MS} then ${MAX_DURATION_MS} else duration_ms end)`;
  const { rows } = await sql<{ dashboard_id: number; slice_id: number; took: number; loads: number | string }>`
    select dashboard_id, slice_id, ${took} as took, count(*) as loads from logs
    where action = 'log' and dttm >= ${since} and duration_ms is not null
      and dashboard_id is not null and slice_id is not null
    group by dashboard_id, slice_id having count(*) >= ${MIN_LOADS} and ${took} >= ${SLOW_MS}
    order by ${took} desc limit 500`.execute(reads);
  return rows.map((row) => ({
    dashboardId: row.dashboard_id,
    chartId: row.slice_id,
    seconds: Number(row.took) / 1000,
    loads: Number(row.loads),
  }));
});

export async function slowDashboards(app: App, user: User): Promise<z.output<typeof AttentionItem>[]> {
  const slow = await slowCharts(app);
  if (slow.length === 0) return [];
  const rules = [anyOf(changeRules(user, "dashboard")), anyOf(chartRules(user))];
  const rows = await app.reads
    .selectFrom("dashboard_charts")
    .innerJoin("dashboards", "dashboards.id", "dashboard_charts.dashboard_id")
    .innerJoin("charts", "charts.id", "dashboard_charts.chart_id")
    .select(["dashboards.id", "dashboards.dashboard_title", "dashboards.slug", "charts.id as chart_id"])
    .select("charts.slice_name")
    .where("dashboards.id", "in", [...new Set(slow.map(({ dashboardId }) => dashboardId))])
    .where("charts.id", "in", [...new Set(slow.map(({ chartId }) => chartId))])
    .where(sql<boolean>`${sql.join([sql`1 = 1`, ...rules.flatMap((rule) => rule ?? [])], sql` and `)}`)
    .execute();
  const listed = slow.flatMap(({ dashboardId, chartId, seconds, loads }) => {
    const row = rows.find(({ id, chart_id }) => id === dashboardId && chart_id === chartId);
    if (!row) return [];
    return {
      kind: "dashboard_slow" as const,
      id: row.id,
      name: row.dashboard_title ?? "",
      url: dashboardUrl(row),
      at: null,
      message: null,
      is_quoted: false,
      value: null,
      budget: null,
      slow: { chart: row.slice_name ?? "", seconds, loads },
    };
  });
  return listed.filter(({ id }, index) => listed.findIndex((other) => other.id === id) === index).slice(0, SHOWN);
}
