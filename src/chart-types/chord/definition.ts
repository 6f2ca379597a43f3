import {
  colorSchemeControl,
  filtersControl,
  metricControl as metricPicker,
  numberFormatControl,
  rowLimitControl,
  sortByMetricControl,
} from "../../chart-kit/controls/controls.ts";
import type { Control, Section } from "../../chart-seam/control.ts";
import { defineChartType } from "../../chart-seam/define.ts";
import { baseQuery, metricOrder, queryContext } from "../../query/query-context.ts";
import { card } from "./card.ts";
import { ChordForm } from "./schema.ts";
import { transform } from "./transform.ts";

const end = (name: string, label: string, description: string): Control => ({
  name,
  label,
  widget: "columns",
  multi: false,
  sqlAllowed: true,
  required: true,
  description,
});

const sections: readonly Section[] = [
  {
    label: "Query",
    expanded: true,
    tab: "data",
    rows: [
      [end("groupby", "Source", "Where each flow starts")],
      [end("columns", "Target", "Where each flow ends")],
      [metricPicker()],
      [filtersControl()],
      [rowLimitControl()],
      [sortByMetricControl({ default: false })],
    ],
  },
  {
    label: "Chart options",
    expanded: true,
    tab: "customize",
    rows: [[numberFormatControl({ name: "y_axis_format" })], [colorSchemeControl()]],
  },
];

export const definition = defineChartType({
  card,
  sections,
  schema: ChordForm,
  defaults: () => ({ sort_by_metric: true }),
  buildQuery: (form) =>
    queryContext(form, [
      {
        ...baseQuery(form),
        columns: [form.groupby, form.columns].filter((column) => column !== null && column !== undefined),
        metrics: form.metric ? [form.metric] : [],
        ...metricOrder(form, form.metric, [form.groupby, form.columns]),
      },
    ]),
  transform,
});
