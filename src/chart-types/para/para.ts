import type { z } from "zod";
import {
  filtersControl,
  linearColorSchemeControl,
  metricControl as metricPicker,
  metricsControl as metricsPicker,
  orderDescControl,
  renderCheckbox,
  rowLimitControl,
  sortMetricControl,
} from "../../chart-kit/controls/controls.ts";
import { flag, text } from "../../chart-kit/timeseries/schema.ts";
import type { Section } from "../../chart-seam/control.ts";
import { defineChartType } from "../../chart-seam/define.ts";
import { metricLabel } from "../../model/adhoc.ts";
import { columnControl, FormData, metricControl, metricsControl } from "../../model/form-data.ts";
import { baseQuery, queryContext } from "../../query/query-context.ts";
import { paraCard } from "./card.ts";
import { transform } from "./transform.ts";

export const ParaForm = FormData.extend({
  series: columnControl,
  metrics: metricsControl,
  secondary_metric: metricControl,
  timeseries_limit_metric: metricControl,
  order_desc: flag(true),
  show_datatable: flag(false),
  include_series: flag(false),
  linear_color_scheme: text,
});
export type ParaForm = z.infer<typeof ParaForm>;

const sections: readonly Section[] = [
  {
    label: "Query",
    expanded: true,
    tab: "data",
    rows: [
      [
        {
          name: "series",
          label: "Dimension",
          widget: "columns",
          multi: false,
          sqlAllowed: true,
          required: true,
          description: "One line for each of its values",
        },
      ],
      [metricsPicker({ description: "One axis for each" })],
      [
        metricPicker({
          name: "secondary_metric",
          label: "Secondary metric",
          required: false,
          description: "Colors the lines",
        } as object),
      ],
      [filtersControl()],
      [sortMetricControl()],
      [orderDescControl()],
      [rowLimitControl()],
    ],
  },
  {
    label: "Chart options",
    expanded: true,
    tab: "customize",
    rows: [
      [renderCheckbox("show_datatable", "Data table", { default: false, description: "The rows below the lines" })],
      [
        renderCheckbox("include_series", "Include series", {
          default: false,
          description: "An axis for the dimension too",
        }),
      ],
      [linearColorSchemeControl()],
    ],
  },
];

/** Rows as lines over several axes. */
export const para = defineChartType({
  card: paraCard,
  sections,
  schema: ParaForm,
  buildQuery: (form) => {
    const known = new Set(form.metrics.map(metricLabel));
    const second = form.secondary_metric;
    const sort = form.timeseries_limit_metric;
    return queryContext(form, [
      {
        ...baseQuery(form),
        columns: form.series ? [form.series] : [],
        metrics: [...form.metrics, ...(second && !known.has(metricLabel(second)) ? [second] : [])],
        ...(sort ? { orderby: [[sort, !form.order_desc]] } : {}),
      },
    ]);
  },
  transform,
});
