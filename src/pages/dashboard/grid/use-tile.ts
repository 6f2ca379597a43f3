import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ShownRows } from "../../../chart-seam/table-column.ts";
import { emitsFilters } from "../../../chart-types/index.ts";
import { selectionOf } from "../../../model/cross-filter.ts";
import { type DataMaskMap, dimensionsIn } from "../../../model/data-mask.ts";
import { CONTROL_SERIES, withDimensions } from "../../../model/display-control.ts";
import type { FormData } from "../../../model/form-data.ts";
import { can } from "../../../web/session/session.ts";
import { useDashboardPage, useView } from "../state/context.ts";
import { type Dashboard, datasetOf, formDataOf } from "../state/dashboard.ts";
import { badgeOf, extraFormDataOf, gateOf, layerFiltersOf } from "../state/masks.ts";

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
  const extra = useConditions(extraFormDataOf, view, chartId);
  const layers = useConditions(layerFiltersOf, view, chartId);
  const colorsText = JSON.stringify(dashboard.metadata.label_colors);
  const { id } = dashboard.detail;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only these parts of a dashboard affect the form data
  const own = useMemo(() => formDataOf(dashboard, chartId, urlParams), [view.chart, colorsText, id, urlParams]);
  // Other filters don't change the form data: a new object would draw the chart again.
  const dimensions = JSON.stringify(dimensionsIn(extra));
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the dimensions of `extra` matter
  const dimensioned = useMemo(() => withDimensions(own, extra), [own, dimensions]);
  const formData = useMemo(
    (): FormData => (layers ? { ...dimensioned, ...layers } : dimensioned),
    [dimensioned, layers],
  );
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
  const emits = emitsFilters(formData.viz_type) && dashboard.metadata.cross_filters_enabled && !hideChartControls;
  const isTruncated = formData.limit !== own.limit && (results?.[0]?.colnames?.length ?? 0) > CONTROL_SERIES;
  const seriesLimit = isTruncated ? CONTROL_SERIES : undefined;
  const dataset = datasetOf(dashboard, chartId);
  const shown = useRef<ShownRows>(undefined);
  const keepShown = useCallback((rows: ShownRows | undefined) => {
    shown.current = rows;
  }, []);
  return { ...view, shown, keepShown, extra, formData, gate, badges, selected, emits, seriesLimit, dataset };
}

export type Tile = ReturnType<typeof useTile>;

const isOn = (text: string | undefined) => text === "true" || text === "1";

/** Access to the dataset itself, not only through the dashboard; only then the response includes its database. */
export const hasDatasetAccess = ({ dataset }: Pick<Tile, "dataset">): boolean => dataset?.database !== undefined;

export const canDrillBy = ({ dataset }: Pick<Tile, "dataset">): boolean =>
  can("can_drill", "Dashboard") && (hasDatasetAccess({ dataset }) || can("can_samples", "Datasource"));

export function canDrill({ dataset }: Pick<Tile, "dataset">): boolean {
  return dataset !== undefined && canDrillBy({ dataset }) && dataset.database?.disable_drill_to_detail !== true;
}

function useConditions<T>(
  read: (dashboard: Dashboard, masks: DataMaskMap, chartId: number) => T,
  { dashboard, applied }: { dashboard: Dashboard; applied: DataMaskMap },
  chartId: number,
): T {
  const text = useMemo(() => JSON.stringify(read(dashboard, applied, chartId)), [read, dashboard, applied, chartId]);
  return useMemo(() => JSON.parse(text) as T, [text]);
}

/** Scroll container of the tiles; one more screen around it counts as visible. */
export const SCROLLER = "data-dashboard-scroller";

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

/** The latest value from while the tile was near the visible area, so that other tiles don't request data. */
export function useLastVisible<T>(value: T, isNear: boolean): { value: T; wasVisible: boolean } {
  const latest = useRef(value);
  const wasVisible = useRef(false);
  if (isNear) {
    latest.current = value;
    wasVisible.current = true;
  }
  return { value: latest.current, wasVisible: wasVisible.current };
}

export function isFigureType(vizType: string): boolean {
  return vizType.startsWith("big_number") || vizType === "pop_kpi";
}
