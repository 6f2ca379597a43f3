import { defineChartType } from "../../chart-seam/define.ts";
import type { FormData } from "../../model/form-data.ts";
import { baseQuery, queryContext } from "../../query/query-context.ts";
import { card } from "./card.ts";
import { sections } from "./controls.ts";
import { BubbleForm } from "./schema.ts";
import { transform } from "./transform.ts";

export const definition = defineChartType({
  card,
  sections,
  schema: BubbleForm,
  buildQuery: (form) =>
    queryContext(form, [
      {
        ...baseQuery(form),
        columns: [form.entity, form.series].filter((column) => column !== null && column !== undefined),
        metrics: [form.x, form.y, form.size].filter((metric) => metric !== null && metric !== undefined),
        ...(form.orderby ? { orderby: [[form.orderby, !form.order_desc]] } : {}),
      },
    ]),
  transform,
  migrate: fromBubble,
});

function fromBubble(formData: FormData): FormData {
  if (formData.viz_type !== "bubble") return formData;
  const {
    x_axis_label,
    y_axis_label,
    x_axis_format,
    x_log_scale,
    y_log_scale,
    left_margin,
    bottom_margin,
    limit,
    ...rest
  } = formData;
  return {
    ...rest,
    viz_type: "bubble_v2",
    row_limit: limit === undefined || limit === null ? formData.row_limit : Number(limit),
    x_axis_title: formData.x_axis_title ?? x_axis_label,
    y_axis_title: formData.y_axis_title ?? y_axis_label,
    xAxisFormat: formData.xAxisFormat ?? x_axis_format,
    logXAxis: formData.logXAxis ?? x_log_scale,
    logYAxis: formData.logYAxis ?? y_log_scale,
  };
}
