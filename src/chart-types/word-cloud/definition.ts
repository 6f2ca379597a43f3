import {
  colorSchemeControl,
  filtersControl,
  metricControl as metricPicker,
  rowLimitControl,
  sortByMetricControl,
} from "../../chart-kit/controls/controls.ts";
import type { Control, Section } from "../../chart-seam/control.ts";
import { defineChartType } from "../../chart-seam/define.ts";
import type { Message } from "../../i18n/message.ts";
import { msg } from "../../i18n/translate.ts";
import { baseQuery, metricOrder, queryContext } from "../../query/query-context.ts";
import { card } from "./card.ts";
import { WordCloudForm } from "./schema.ts";
import { transform } from "./transform.ts";

const size = (name: string, label: Message, value: number): Control => ({
  name,
  label,
  widget: "number",
  min: 1,
  default: value,
  render: true,
  description: msg("In pixels. Words shrink if they don't fit"),
});

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
          description: msg("Column with the words"),
        },
      ],
      [metricPicker({ description: msg("Word size") })],
      [filtersControl()],
      [rowLimitControl({ default: 100 })],
      [sortByMetricControl({ default: false })],
    ],
  },
  {
    label: msg("Options"),
    expanded: true,
    tab: "customize",
    rows: [
      [size("size_from", msg("Minimum font size"), 10), size("size_to", msg("Maximum font size"), 70)],
      [
        {
          name: "rotation",
          label: msg("Word rotation"),
          widget: "select",
          choices: [
            ["random", msg("Random")],
            ["flat", msg("Flat")],
            ["square", msg("Square")],
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
