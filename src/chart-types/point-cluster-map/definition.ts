import { tooltipParts } from "../../chart-kit/map/map-form.ts";
import { distinct } from "../../chart-kit/map/map-query.ts";
import { locationFilters } from "../../chart-kit/map/spatial.ts";
import { defineChartType } from "../../chart-seam/define.ts";
import { t } from "../../i18n/translate.ts";
import { columnLabel, metricLabel, type QueryMetric } from "../../model/adhoc.ts";
import type { FormData } from "../../model/form-data.ts";
import { baseQuery, queryContext } from "../../query/query-context.ts";
import { card } from "./card.ts";
import { sections } from "./controls.ts";
import { type ClusterForm, COUNT, isGrouped, labelColumn, PointClusterForm, radiusColumn } from "./schema.ts";
import { transform } from "./transform.ts";

export const definition = defineChartType({
  card,
  sections,
  schema: PointClusterForm,
  validate: (form): Record<string, string> =>
    isGroupedByPlace(form) ? {} : { groupby: t("[Longitude] and [Latitude] columns must be present in [Group By]") },
  buildQuery: (form) => {
    const base = baseQuery(form);
    const places = placesOf(form);
    const shown = tooltipParts(form);
    const tooltipColumns = shown.flatMap((part) => ("column" in part ? part.column : []));
    const tooltipMetrics = shown.flatMap((part) => ("metric" in part ? part.metric : []));
    const columns = [...places, ...form.groupby, labelColumn(form), radiusColumn(form), ...tooltipColumns];
    const metrics: QueryMetric[] = isGrouped(form) ? distinct([COUNT, ...tooltipMetrics], metricLabel) : [];
    return queryContext(form, [
      {
        ...base,
        filters: [...(base.filters ?? []), ...locationFilters(places)],
        columns: distinct(columns, columnLabel),
        ...(metrics.length > 0 ? { metrics, orderby: [[COUNT, false]] } : {}),
      },
    ]);
  },
  transform,
  migrate: fromMapbox,
});

const placesOf = (form: ClusterForm) =>
  [form.all_columns_x, form.all_columns_y].filter((one) => one !== null && one !== undefined);

function isGroupedByPlace(form: ClusterForm): boolean {
  const grouped = new Set(form.groupby.map(columnLabel));
  return grouped.size === 0 || placesOf(form).every((column) => grouped.has(columnLabel(column)));
}

function fromMapbox(formData: FormData): FormData {
  if (formData.viz_type !== "mapbox") return formData;
  const { mapbox_label, mapbox_color, ...others } = formData;
  return {
    ...others,
    viz_type: "point_cluster_map",
    map_label: formData.map_label ?? mapbox_label,
    map_color: formData.map_color ?? mapbox_color,
    map_renderer: formData.map_renderer ?? "mapbox",
  };
}
