import { createFormData } from "../../../api/explore/contract.ts";
import type { AdhocFilter } from "../../../model/adhoc.ts";
import { type ExtraFormData, mergeExtraFormData } from "../../../model/data-mask.ts";
import { type FormData, parseDatasource } from "../../../model/form-data.ts";
import { call } from "../../../web/client/client.ts";
import type { Tile } from "./use-tile.ts";

type Opened = Pick<Tile, "formData" | "extra" | "dashboard">;

export async function openExplore(tile: Opened, chartId: number): Promise<void> {
  window.location.assign(await exploreUrl(tile, chartId));
}

/** Includes the dashboard id, so that a copy saved from there can be added to it. */
async function exploreUrl({ formData, extra, dashboard: { charts } }: Opened, chartId: number): Promise<string> {
  const dashboard = formData.dashboardId === undefined ? "" : `&dashboard_id=${formData.dashboardId}`;
  const plain = `/explore/?slice_id=${chartId}${dashboard}`;
  if (Object.keys(extra).length === 0 || !formData.datasource) return plain;
  const { id, type } = parseDatasource(formData.datasource);
  const body = {
    datasource_id: id,
    datasource_type: type,
    chart_id: chartId,
    // Without the dashboard's colors, which would be saved with the chart.
    form_data: JSON.stringify({
      ...withVisibleFilters(formData, extra),
      label_colors: charts.get(chartId)?.form_data.label_colors,
    }),
  };
  try {
    const { key } = await call(createFormData, { body });
    return `${plain}&form_data_key=${encodeURIComponent(key)}`;
  } catch {
    return plain;
  }
}

/**
 * Makes the dashboard's filters extra filters of the chart: Explore shows them, and saving drops them. Time grain, time
 * column and filters on SQL expressions stay in the extra form data.
 */
export function withVisibleFilters(formData: FormData, extra: ExtraFormData): FormData {
  const merged = mergeExtraFormData([formData.extra_form_data ?? undefined, extra]);
  const { filters = [], adhoc_filters = [], time_range, ...rest } = merged;
  const visible = filters.flatMap(({ col, op, val, isExact }): AdhocFilter[] => {
    if (typeof col !== "string") return [];
    const filter = { clause: "WHERE", expressionType: "SIMPLE", subject: col, operator: op, comparator: val } as const;
    return [{ ...filter, isExtra: true, ...(isExact ? { isExact } : {}) }];
  });
  const hidden = filters.filter(({ col }) => typeof col !== "string");
  const own = formData.adhoc_filters ?? [];
  const hasTimeFilter = time_range !== undefined && own.some((filter) => filter.operator === "TEMPORAL_RANGE");
  const ranged = hasTimeFilter
    ? own.map((filter) =>
        filter.operator === "TEMPORAL_RANGE" ? { ...filter, comparator: time_range, isExtra: true } : filter,
      )
    : own;
  return {
    ...formData,
    adhoc_filters: [...ranged, ...visible, ...adhoc_filters.map((filter) => ({ ...filter, isExtra: true }))],
    extra_form_data: {
      ...rest,
      ...(hidden.length > 0 ? { filters: hidden } : {}),
      ...(time_range !== undefined && !hasTimeFilter ? { time_range } : {}),
    },
  };
}
