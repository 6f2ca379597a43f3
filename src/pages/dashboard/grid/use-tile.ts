import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ShownRows } from "../../../chart-seam/table-column.ts";
import { chartCard } from "../../../chart-types/index.ts";
import { selectionOf } from "../../../model/cross-filter.ts";
import type { DataMaskMap } from "../../../model/data-mask.ts";
import { CONTROL_SERIES, withDimensions } from "../../../model/display-control.ts";
import type { FormData } from "../../../model/form-data.ts";
import { can } from "../../../web/session/session.ts";
import { useDashboardPage, useView } from "../state/context.ts";
import { type Dashboard, datasetOf, formDataOf } from "../state/dashboard.ts";
import { badgeOf, extraFormDataOf, gateOf, layerFiltersOf } from "../state/masks.ts";

/** Everything a chart's tile draws from, with identities that only change when the content does. */
export function useTile(chartId: number) {
  const { urlParams, hideChartControls } = useDashboardPage();
  const view = useView((state) => ({
    dashboard: state.dashboard,
    chart: state.dashboard.charts.get(chartId),
    state: state.charts[chartId],
    refreshKey: state.refresh[chartId]?.key ?? 0,
    force: state.refresh[chartId]?.force ?? isOn(urlParams.force),
    isHighlighted: state.highlighted.has(chartId),
    isFullscreen: state.fullscreen === chartId,
    isExpanded: state.expanded[chartId] ?? false,
    ownState: state.ownStates[chartId],
    applied: state.applied,
    failedFilters: state.failedFilters,
  }));
  const { dashboard, applied } = view;
  const extra = useReaching(extraFormDataOf, view, chartId);
  const layers = useReaching(layerFiltersOf, view, chartId);
  const colorsText = JSON.stringify(dashboard.metadata.label_colors);
  const { id } = dashboard.detail;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the form data takes of a dashboard; edits of the rest draw no chart anew
  const own = useMemo(() => formDataOf(dashboard, chartId, urlParams), [view.chart, colorsText, id, urlParams]);
  const formData = useMemo((): FormData => ({ ...withDimensions(own, extra), ...layers }), [own, extra, layers]);
  const { failedFilters } = view;
  const gate = useMemo(
    () => gateOf({ dashboard, applied, failedFilters }, chartId),
    [dashboard, applied, chartId, failedFilters],
  );
  const results = view.state?.results;
  const badges = useMemo(
    () => badgeOf({ dashboard, applied }, chartId, results),
    [dashboard, applied, chartId, results],
  );
  const mask = applied[String(chartId)];
  const selected = useMemo(() => selectionOf(mask), [mask]);
  const behaviors = chartCard(formData.viz_type ?? "")?.behaviors ?? [];
  const emits = behaviors.includes("cross-filter") && dashboard.metadata.cross_filters_enabled && !hideChartControls;
  const isCut = formData.limit !== own.limit && (results?.[0]?.colnames?.length ?? 0) > CONTROL_SERIES;
  const seriesLimit = isCut ? CONTROL_SERIES : undefined;
  const dataset = datasetOf(dashboard, chartId);
  const shown = useRef<ShownRows>(undefined);
  const keepShown = useCallback((rows: ShownRows | undefined) => {
    shown.current = rows;
  }, []);
  return { ...view, shown, keepShown, extra, formData, gate, badges, selected, emits, seriesLimit, dataset };
}

export type Tile = ReturnType<typeof useTile>;

/** An address may ask for fresh answers: `force=true`. */
const isOn = (text: string | undefined) => text === "true" || text === "1";

/** By a permission on the dataset, not through the dashboard alone: only then is its database known here. */
export const readsDataset = ({ dataset }: Pick<Tile, "dataset">): boolean => dataset?.database !== undefined;

/** Whether the user may see the chart by other columns. */
export const mayDrillBy = ({ dataset }: Pick<Tile, "dataset">): boolean =>
  can("can_drill", "Dashboard") && (readsDataset({ dataset }) || can("can_samples", "Datasource"));

/** Whether the user may see the rows behind the chart: a permission, and the database may turn it off. */
export function mayDrill({ dataset }: Pick<Tile, "dataset">): boolean {
  return dataset !== undefined && mayDrillBy({ dataset }) && dataset.database?.disable_drill_to_detail !== true;
}

/** What filters contribute, the same object while it says the same. */
function useReaching<T>(
  read: (dashboard: Dashboard, masks: DataMaskMap, chartId: number) => T,
  { dashboard, applied }: { dashboard: Dashboard; applied: DataMaskMap },
  chartId: number,
): T {
  const text = useMemo(() => JSON.stringify(read(dashboard, applied, chartId)), [read, dashboard, applied, chartId]);
  return useMemo(() => JSON.parse(text) as T, [text]);
}

/** Scrolling area that tiles watch; everything within one more screen of it counts as in view. */
export const SCROLLER = "data-dashboard-scroller";

/** Whether the element is within a screen of being seen. Without IntersectionObserver it always is. */
export function useNearView(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(typeof IntersectionObserver === "undefined");
  useEffect(() => {
    const target = element.current;
    if (!target || typeof IntersectionObserver === "undefined") return;
    const observer = new IntersectionObserver((entries) => setIsNear(entries.some((entry) => entry.isIntersecting)), {
      root: target.closest(`[${SCROLLER}]`),
      rootMargin: "100% 0px",
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return isNear;
}

/** Keeps the value a tile last had in view while it is out of view, so that only tiles in view ask for data. */
export function useHeld<T>(value: T, isNear: boolean): { value: T; wasSeen: boolean } {
  const held = useRef(value);
  const wasSeen = useRef(false);
  if (isNear) {
    held.current = value;
    wasSeen.current = true;
  }
  return { value: held.current, wasSeen: wasSeen.current };
}

/** Chart types whose tile is one number. */
export function isFigureType(vizType: string): boolean {
  return vizType.startsWith("big_number") || vizType === "pop_kpi";
}
