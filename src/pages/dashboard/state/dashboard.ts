import type { DashboardChart, DashboardDetail } from "../../../api/dashboard/contract.ts";
import { shownLayout } from "../../../chart-types/shown-layout.ts";
import { t } from "../../../i18n/translate.ts";
import { type Layout, parseLayout } from "../../../model/dashboard-layout.ts";
import { type DashboardMetadata, parseDashboardMetadata } from "../../../model/dashboard-metadata.ts";
import type { Dataset } from "../../../model/dataset.ts";
import { DYNAMIC_GROUPBY, entriesOf, hasDimensions, suitsChart } from "../../../model/display-control.ts";
import { chartsInScope } from "../../../model/filter-scope.ts";
import type { FormData } from "../../../model/form-data.ts";
import { isDivider, type NativeFilter, type NativeFilterEntry } from "../../../model/native-filter.ts";

export interface Dashboard {
  detail: DashboardDetail;
  metadata: DashboardMetadata;
  layout: Layout;
  charts: ReadonlyMap<number, DashboardChart>;
  datasets: ReadonlyMap<number, Dataset>;
  entries: readonly NativeFilterEntry[];
  filters: readonly NativeFilter[];
  reach: ReadonlyMap<string, readonly number[]>;
}

export interface DashboardResponses {
  detail: DashboardDetail;
  charts: readonly DashboardChart[];
  datasets: readonly Dataset[];
}

/** An unreadable layout counts as empty, so that the charts are still shown. */
export function toDashboard({ detail, charts, datasets }: DashboardResponses): Dashboard {
  const metadata = parseDashboardMetadata(detail.json_metadata);
  const stored = orFallback(() => parseLayout(detail.position_json), {});
  const typed = charts.map(({ id, slice_name, form_data: { viz_type } }) => ({ id, slice_name, viz_type }));
  return dashboardOf({
    detail,
    metadata,
    layout: shownLayout(stored, typed),
    charts: new Map(charts.map((chart) => [chart.id, chart])),
    datasets: new Map(datasets.map((dataset) => [dataset.id, dataset])),
  });
}

type Parts = Pick<Dashboard, "detail" | "metadata" | "layout" | "charts" | "datasets">;

export function dashboardOf(parts: Parts): Dashboard {
  const entries = entriesOf(parts.metadata);
  const filters = entries.filter((entry): entry is NativeFilter => !isDivider(entry));
  const reach = new Map(filters.map((filter) => [filter.id, reachOf(filter, parts)]));
  return { ...parts, entries, filters, reach };
}

function reachOf(filter: NativeFilter, { layout, charts }: Parts): number[] {
  return chartsInScope(filter.scope, layout).filter((id) => {
    const form = charts.get(id)?.form_data;
    if (filter.filterType === DYNAMIC_GROUPBY && !hasDimensions(form ?? {})) return false;
    return suitsChart(filter, { datasetId: Number.parseInt(form?.datasource ?? "", 10), vizType: form?.viz_type });
  });
}

function orFallback<T>(read: () => T, fallback: T): T {
  try {
    return read();
  } catch {
    return fallback;
  }
}

export function datasetOf(dashboard: Dashboard, chartId: number): Dataset | undefined {
  const source = dashboard.charts.get(chartId)?.form_data.datasource;
  return dashboard.datasets.get(Number.parseInt(source ?? "", 10));
}

export function formDataOf(dashboard: Dashboard, chartId: number, urlParams: Record<string, string>): FormData {
  const chart = dashboard.charts.get(chartId);
  const { label_colors } = dashboard.metadata;
  return {
    ...(chart?.form_data as FormData),
    slice_id: chartId,
    dashboardId: dashboard.detail.id,
    ...(Object.keys(label_colors).length > 0
      ? { label_colors: { ...(chart?.form_data as FormData | undefined)?.label_colors, ...label_colors } }
      : {}),
    ...(Object.keys(urlParams).length > 0 ? { url_params: urlParams } : {}),
  };
}

export function chartTitle(dashboard: Dashboard, chartId: number): string {
  const tile = Object.values(dashboard.layout).find((component) => component.meta.chartId === chartId);
  const override = tile?.meta.sliceNameOverride;
  return (
    override ||
    dashboard.charts.get(chartId)?.slice_name ||
    tile?.meta.sliceName ||
    t("Chart {id}", { id: String(chartId) })
  );
}

export function canEditDashboard(
  detail: Pick<DashboardDetail, "owners" | "is_managed_externally" | "can_edit">,
  user: { userId: number; isAdmin: boolean; canWrite: boolean },
): boolean {
  if (!user.canWrite || detail.is_managed_externally) return false;
  return user.isAdmin || detail.can_edit === true || detail.owners.some((owner) => owner.id === user.userId);
}
