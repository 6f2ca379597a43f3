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
import type { Section } from "../../chart-seam/control.ts";
import { defineChartType } from "../../chart-seam/define.ts";
import { msg } from "../../i18n/translate.ts";
import { metricLabel } from "../../model/adhoc.ts";
import { baseQuery, queryContext } from "../../query/query-context.ts";
import { card } from "./card.ts";
import { ParaForm } from "./schema.ts";
import { transform } from "./transform.ts";

const sections: readonly Section[] = [
  {
    label: msg("Query"),
    expanded: true,
    tab: "data",
    rows: [
      [
        {
          name: "series",
          label: msg("Dimension"),
          widget: "columns",
          multi: false,
          sqlAllowed: true,
          required: true,
          description: msg("One line per value"),
        },
      ],
      [metricsPicker({ description: msg("One axis per metric") })],
      [
        metricPicker({
          name: "secondary_metric",
          label: msg("Secondary metric"),
          required: false,
          description: msg("Line color"),
        } as object),
      ],
      [filtersControl()],
      [sortMetricControl()],
      [orderDescControl()],
      [rowLimitControl()],
    ],
  },
  {
    label: msg("Chart options"),
    expanded: true,
    tab: "customize",
    rows: [
      [
        renderCheckbox("show_datatable", msg("Show data table"), {
          default: false,
          description: msg("Show the rows below the chart"),
        }),
      ],
      [
        renderCheckbox("include_series", msg("Include series"), {
          default: false,
          description: msg("Add an axis for the dimension"),
        }),
      ],
      [linearColorSchemeControl()],
    ],
  },
];

export const definition = defineChartType({
  card,
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
