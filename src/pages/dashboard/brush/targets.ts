import { crossFilterMask, type MarkSelection } from "../../../model/cross-filter.ts";
import type { ChartDataResult, QueryContext } from "../../../model/query-context.ts";
import type { LiveChart } from "../../../web/chart-view/live-chart.ts";
import { crossFilters, extraFormDataOf } from "../state/masks.ts";
import type { DashboardStore, DashboardView } from "../state/store.ts";

/** A chart that a range in another one would filter. */
export interface Target {
  chartId: number;
  live: LiveChart;
  results: readonly ChartDataResult[];
  /** Changes when the user refreshes it. */
  refreshKey: number;
  /** Its request without the range; undefined if it can't be asked in one piece. */
  context: QueryContext | undefined;
}

export type AnswerableTarget = Target & { context: QueryContext };

export const isAnswerable = (target: Target): target is AnswerableTarget => target.context !== undefined;

/** The visible charts that have data and that a selection in `source` reaches. */
export function targetsOf(store: DashboardStore, source: number, selection: MarkSelection): Target[] {
  const view = store.getState();
  const masks = { ...view.applied, [String(source)]: crossFilterMask(source, selection) };
  const reach = crossFilters(view.dashboard, masks).find(({ chartId }) => chartId === source)?.reach ?? [];
  return reach.filter(isOnScreen).flatMap((chartId) => targetOf(view, source, chartId));
}

function targetOf(view: DashboardView, source: number, chartId: number): Target[] {
  const state = view.charts[chartId];
  if (!state?.results || state.status === "failed") return [];
  const live = view.liveOf(chartId);
  const context = contextOf(view, { source, chartId }, null);
  return [{ chartId, live, results: state.results, refreshKey: view.refresh[chartId]?.key ?? 0, context }];
}

/** The request of a chart while `selection` is made in `source`. */
export function contextOf(
  view: DashboardView,
  { source, chartId }: { source: number; chartId: number },
  selection: MarkSelection | null,
): QueryContext | undefined {
  const masks = { ...view.applied, [String(source)]: crossFilterMask(source, selection) };
  const context = view.liveOf(chartId).contextOf?.(extraFormDataOf(view.dashboard, masks, chartId));
  return context && context.queries.length > 0 ? context : undefined;
}

export function isOnScreen(chartId: number): boolean {
  const tile = document.querySelector(`[data-tile="${chartId}"]`);
  if (!tile) return false;
  const { top, bottom } = tile.getBoundingClientRect();
  return bottom >= 0 && top <= window.innerHeight;
}
