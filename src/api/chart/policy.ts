import { notFound } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import type { User } from "../../server/auth/user.ts";
import type { Condition } from "../../server/http/list-filters.ts";
import { permission } from "../../server/http/route.ts";
import { ownersOf } from "../../server/store/owners.ts";
import { accessibleDatasetIds, accessibleDatasets } from "../dataset/index.ts";
import { type ChartRecord, findChart, findChartByUuid } from "./store.ts";

export const VIEW = "Chart";
export const READ = permission("can_read", VIEW);
export const WRITE = permission("can_write", VIEW);
export const EXPORT = permission("can_export", VIEW);

/** Charts in lists: those whose dataset the user may read. */
export function visibleCharts(app: App, user: User): Promise<Condition | undefined> {
  return accessibleDatasets(app, user, "charts.datasource_id");
}

/** A chart is seen by administrators, its owners and whoever may read its dataset. */
export async function canSeeChart(app: App, user: User, chart: ChartRecord): Promise<boolean> {
  if (user.isAdmin) return true;
  const ids = await accessibleDatasetIds(app, user);
  if (ids === "all" || (chart.datasource_id !== null && ids.includes(chart.datasource_id))) return true;
  const owners = await ownersOf(app.db, "chart", [chart.id]);
  return (owners.get(chart.id) ?? []).some((owner) => owner.id === user.id);
}

/** The chart by id or uuid, if the user may see it; otherwise it is not there. */
export async function visibleChart(app: App, user: User, reference: number | string): Promise<ChartRecord> {
  const id = typeof reference === "number" || /^\d{1,10}$/.test(reference) ? Number(reference) : undefined;
  const isPossible = id === undefined || id < 2 ** 31;
  const chart = !isPossible
    ? undefined
    : id === undefined
      ? await findChartByUuid(app.db, String(reference))
      : await findChart(app.db, id);
  if (!chart || !(await canSeeChart(app, user, chart))) throw notFound();
  return chart;
}
