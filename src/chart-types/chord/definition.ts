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
import type { Message } from "../../i18n/message.ts";
import { msg } from "../../i18n/translate.ts";
import { baseQuery, metricOrder, queryContext } from "../../query/query-context.ts";
import { card } from "./card.ts";
import { ChordForm } from "./schema.ts";
import { transform } from "./transform.ts";

const end = (name: string, label: Message, description: Message): Control => ({
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
    label: msg("Query"),
    expanded: true,
    tab: "data",
    rows: [
      [end("groupby", msg("Source"), msg("Where each flow starts"))],
      [end("columns", msg("Target"), msg("Where each flow ends"))],
      [metricPicker()],
      [filtersControl()],
      [rowLimitControl()],
      [sortByMetricControl({ default: false })],
    ],
  },
  {
    label: msg("Chart options"),
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
