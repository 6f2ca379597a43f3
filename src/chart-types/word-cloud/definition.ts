import {
  colorSchemeControl,
  filtersControl,
  metricControl as metricPicker,
  rowLimitControl,
  sortByMetricControl,
} from "../../chart-kit/controls/controls.ts";
import type { Control, Section } from "../../chart-seam/control.ts";
import { defineChartType } from "../../chart-seam/define.ts";
import { baseQuery, metricOrder, queryContext } from "../../query/query-context.ts";
import { card } from "./card.ts";
import { WordCloudForm } from "./schema.ts";
import { transform } from "./transform.ts";

const size = (name: string, label: string, value: number): Control => ({
  name,
  label,
  widget: "number",
  min: 1,
  default: value,
  render: true,
  description: "In pixels. Words shrink if they don't fit",
});

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
          description: "Column with the words",
        },
      ],
      [metricPicker({ description: "Word size" })],
      [filtersControl()],
      [rowLimitControl({ default: 100 })],
      [sortByMetricControl({ default: false })],
    ],
  },
  {
    label: "Options",
    expanded: true,
    tab: "customize",
    rows: [
      [size("size_from", "Minimum font size", 10), size("size_to", "Maximum font size", 70)],
      [
        {
          name: "rotation",
          label: "Word rotation",
          widget: "select",
          choices: [
            ["random", "random"],
            ["flat", "flat"],
            ["square", "square"],
          ],
          default: "square",
          render: true,
        },
      ],
      [colorSchemeControl()],
    ],
  },
];

export const definition = defineChartType({
  card,
  sections,
  schema: WordCloudForm,
  defaults: () => ({ sort_by_metric: true }),
  buildQuery: (form) =>
    queryContext(form, [
      {
        ...baseQuery(form),
        columns: form.series ? [form.series] : [],
        metrics: form.metric ? [form.metric] : [],
        ...metricOrder(form, form.metric, [form.series]),
      },
    ]),
  transform,
});
