import { z } from "zod";
import {
  colorSchemeControl,
  filtersControl,
  metricControl as metricPicker,
  rowLimitControl,
  sortByMetricControl,
} from "../../chart-kit/controls/controls.ts";
import { flag, number } from "../../chart-kit/timeseries/schema.ts";
import type { Control, Section } from "../../chart-seam/control.ts";
import { defineChartType } from "../../chart-seam/define.ts";
import { columnControl, FormData, metricControl } from "../../model/form-data.ts";
import { baseQuery, metricOrder, queryContext } from "../../query/query-context.ts";
import { wordCloudCard } from "./card.ts";
import { transform } from "./transform.ts";

export const WordCloudForm = FormData.extend({
  series: columnControl,
  metric: metricControl,
  sort_by_metric: flag(false),
  size_from: number(10),
  size_to: number(70),
  rotation: z.enum(["square", "flat", "random"]).catch("square").default("square"),
});
export type WordCloudForm = z.infer<typeof WordCloudForm>;

const size = (name: string, label: string, value: number): Control => ({
  name,
  label,
  widget: "number",
  min: 1,
  default: value,
  render: true,
  description: "Pixels; all shrink where there is no room",
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
          description: "The words",
        },
      ],
      [metricPicker({ description: "Sizes the words" })],
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

/** Words as large as their metric. */
export const wordCloud = defineChartType({
  card: wordCloudCard,
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
