import type { SqlBool } from "kysely";
import { sql } from "kysely";
import { nativeIdsOf } from "../../model/annotation-layer.ts";
import { notFound } from "../../model/errors.ts";
import { readJson } from "../../model/json-text.ts";
import type { App } from "../../server/app.ts";
import { forEachYielding } from "../../server/event-loop.ts";
import type { VisibleIds } from "../../server/http/resource-list.ts";
import { permission } from "../../server/http/route.ts";
import { chartRules, onDashboard } from "../../server/rights/charts.ts";
import type { Condition } from "../../server/rights/rule.ts";
import { allowedAmong, anyOfInList, idsOf, memoizePerUser } from "../../server/rights/rule.ts";
import type { User } from "../../server/user.ts";
import {
  type BriefChart,
  briefChartsByIds,
  type ChartRecord,
  findChart,
  findChartByUuid,
  formDataInPortions,
} from "./store.ts";

export const VIEW = "Chart";
export const READ = permission("can_read", VIEW);
export const WRITE = permission("can_write", VIEW);
export const EXPORT = permission("can_export", VIEW);

export function visibleCharts(user: User): Condition | undefined {
  return anyOfInList("charts", chartRules(user));
}

export const visibleChartIds = memoizePerUser((user: User): VisibleIds | undefined => {
  const ids = idsOf(chartRules(user));
  return ids === undefined || ids === "none" ? undefined : { query: ids, isSmall: true };
});

export function placeableCharts(user: User, dashboardId = -1): Condition | undefined {
  const visible = visibleCharts(user);
  return visible && sql<SqlBool>`(${visible} or ${onDashboard(dashboardId)})`;
}

export async function canSeeChart(app: App, user: User, chart: Pick<ChartRecord, "id">): Promise<boolean> {
  return (await allowedAmong(app.db, { table: "charts", rules: chartRules(user) }, [chart.id])).has(chart.id);
}

export async function visibleChartsAmong(
  { db }: Pick<App, "db">,
  user: User,
  ids: readonly number[],
): Promise<BriefChart[]> {
  const visible = await allowedAmong(db, { table: "charts", rules: chartRules(user) }, ids);
  return briefChartsByIds(db, [...visible]);
}

export function annotationIdsIn(params: string | null): number[] {
  try {
    const form = readJson(params || "{}") as { annotation_layers?: unknown } | null;
    return nativeIdsOf(form?.annotation_layers);
  } catch {
    return [];
  }
}

export async function visibleAnnotationsAmong(
  { db }: Pick<App, "db">,
  user: User,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0 || user.can("can_read", "Annotation")) return new Set(ids);
  const showing: { id: number; layers: number[] }[] = [];
  const requestedIds = new Set(ids);
  const annotated = await db.selectFrom("charts").select("id").where("params", "like", "%NATIVE%").execute();
  const annotatedIds = annotated.map((chart) => chart.id);
  for await (const charts of formDataInPortions(db, annotatedIds)) {
    await forEachYielding(charts, ({ id, params }) => {
      const layers = annotationIdsIn(params);
      if (layers.some((layer) => requestedIds.has(layer))) showing.push({ id, layers });
    });
  }
  const rules = { table: "charts", rules: chartRules(user) } as const;
  const visible = await allowedAmong(
    db,
    rules,
    showing.map(({ id }) => id),
  );
  const visibleParts = new Set(showing.flatMap(({ id, layers }) => (visible.has(id) ? layers : [])));
  return new Set(ids.filter((id) => visibleParts.has(id)));
}

export async function maybeChart(
  { db }: Pick<App, "db">,
  reference: number | string,
): Promise<ChartRecord | undefined> {
  if (typeof reference === "string" && !/^\d{1,10}$/.test(reference)) return findChartByUuid(db, reference);
  const id = Number(reference);
  return Number.isInteger(id) && id > 0 && id < 2 ** 31 ? findChart(db, id) : undefined;
}

export async function visibleChart(app: App, user: User, reference: number | string): Promise<ChartRecord> {
  const chart = await maybeChart(app, reference);
  if (!chart || !(await canSeeChart(app, user, chart))) throw notFound();
  return chart;
}
