import { z } from "zod";
import { TooltipForm, tooltipParts } from "../../chart-kit/map/map-form.ts";
import { styleControls } from "../../chart-kit/map/map-style.ts";
import { flag, number, text } from "../../chart-kit/timeseries/schema.ts";
import type { QueryColumn, QueryMetric } from "../../model/adhoc.ts";
import { columnControl, columnsControl } from "../../model/form-data.ts";

export const AGGREGATORS = ["sum", "mean", "min", "max", "std", "var"] as const;
export const RADIUS_UNITS = ["Pixels", "Miles", "Kilometers"] as const;

const coordinate = z.preprocess(
  (value) => (value === "" || value === undefined ? null : value),
  z.coerce.number().nullable().catch(null),
);

export const PointClusterForm = TooltipForm.extend({
  ...styleControls,
  all_columns_x: columnControl,
  all_columns_y: columnControl,
  clustering_radius: number(60),
  groupby: columnsControl,
  point_radius: z.preprocess((value) => (value === "Auto" ? null : value), columnControl),
  point_radius_unit: z.enum(RADIUS_UNITS).catch("Pixels").default("Pixels"),
  map_label: columnsControl,
  pandas_aggfunc: z.enum(AGGREGATORS).catch("sum").default("sum"),
  render_while_dragging: flag(true),
  global_opacity: number(1),
  map_color: text,
  viewport_longitude: coordinate,
  viewport_latitude: coordinate,
  viewport_zoom: coordinate,
});
export type ClusterForm = z.infer<typeof PointClusterForm>;

export const COUNT: QueryMetric = { expressionType: "SQL", sqlExpression: "COUNT(*)", label: "count" };

export const isGrouped = (form: ClusterForm): boolean =>
  form.groupby.length > 0 || tooltipParts(form).some((part) => "metric" in part);

/** null = clusters show their number of points. */
export const labelColumn = (form: ClusterForm): QueryColumn | null =>
  form.map_label.find((column) => column !== "count") ?? null;

export const radiusColumn = (form: ClusterForm): QueryColumn | null => form.point_radius ?? null;
