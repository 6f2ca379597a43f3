import { defineChartType } from "../../chart-seam/define.ts";
import type { FormData } from "../../model/form-data.ts";
import { card } from "./card.ts";
import { sections } from "./controls.ts";
import { buildQuery } from "./query.ts";
import { HeatmapForm } from "./schema.ts";
import { transform } from "./transform.ts";

export const definition = defineChartType({
  card,
  sections,
  schema: HeatmapForm,
  buildQuery,
  transform,
  migrate: fromHeatmap,
});

/** The legacy heatmap stores its axes as `all_columns_x` and `all_columns_y`. */
function fromHeatmap(formData: FormData): FormData {
  const { all_columns_x, all_columns_y, xscale_interval, yscale_interval, ...rest } = formData;
  if (formData.viz_type !== "heatmap" && all_columns_x === undefined) return formData;
  const { sort_by_metric, canvas_image_rendering, ...others } = rest;
  const isOlder = formData.viz_type === "heatmap";
  return {
    ...others,
    viz_type: "heatmap_v2",
    x_axis: isOlder ? (all_columns_x ?? others.x_axis) : (others.x_axis ?? all_columns_x),
    groupby: isOlder ? (all_columns_y ?? others.groupby) : (others.groupby ?? all_columns_y),
    xscale_interval: intervalOf(xscale_interval),
    yscale_interval: intervalOf(yscale_interval),
  };
}

function intervalOf(value: unknown): number {
  const interval = Number(value ?? -1);
  return Number.isFinite(interval) && interval > 1 ? interval : -1;
}
