import type { ChartType } from "../../../chart-seam/chart-type.ts";
import type { AdhocFilter } from "../../../model/adhoc.ts";
import { type FormData, parseDatasource } from "../../../model/form-data.ts";

const TRANSIENT_KEYS = ["extra_form_data", "extra_filters", "url_params", "dashboardId", "chart_id", "form_data_key"];

/**
 * Drops filters added by a dashboard. If the chart has no time range filter of its own, an added one stays as "No
 * filter", to keep its control.
 */
export function savedForm(formData: FormData): FormData {
  const next: FormData = { ...formData };
  for (const key of TRANSIENT_KEYS) delete next[key];
  for (const [key, value] of Object.entries(formData)) {
    if (key.startsWith("adhoc_filters") && Array.isArray(value)) next[key] = savedFilters(value as AdhocFilter[]);
  }
  return next;
}

function savedFilters(filters: readonly AdhocFilter[]): AdhocFilter[] {
  const own = filters.filter((filter) => !filter.isExtra);
  if (own.some(isTimeRange)) return own;
  const added = filters.find((filter) => filter.isExtra && isTimeRange(filter));
  return added ? [...own, { ...added, isExtra: false, comparator: "No filter" }] : own;
}

function isTimeRange(filter: AdhocFilter): boolean {
  return filter.operator === "TEMPORAL_RANGE";
}

export interface ChartPayload {
  params: string;
  slice_name: string;
  viz_type: string;
  datasource_id: number;
  datasource_type: string;
  dashboards: number[];
  owners: number[];
  query_context: string;
}

export interface SaveInput {
  type: ChartType;
  formData: FormData;
  name: string;
  dashboards: readonly number[];
  /** Empty for a new chart, whose author becomes the owner. */
  owners: readonly number[];
}

export function chartPayload({ type, formData, name, dashboards, owners }: SaveInput): ChartPayload {
  const form = savedForm(formData);
  const { id, type: datasourceType } = parseDatasource(form.datasource ?? "");
  return {
    params: JSON.stringify(form),
    slice_name: name,
    viz_type: form.viz_type,
    datasource_id: id,
    datasource_type: datasourceType,
    dashboards: [...new Set(dashboards)],
    owners: [...owners],
    query_context: JSON.stringify({ ...type.buildQuery(form), form_data: form, force: false }),
  };
}
