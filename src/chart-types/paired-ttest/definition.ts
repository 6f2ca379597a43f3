import {
  filtersControl,
  groupbyControl,
  metricsControl as metricsPicker,
  rowLimitControl,
} from "../../chart-kit/controls/controls.ts";
import { timeSection } from "../../chart-kit/controls/time-section.ts";
import type { Control, Section } from "../../chart-seam/control.ts";
import { defineChartType } from "../../chart-seam/define.ts";
import type { Message } from "../../i18n/message.ts";
import { msg } from "../../i18n/translate.ts";
import { baseAxis, baseQuery, queryContext, timeGrainOf } from "../../query/query-context.ts";
import { card } from "./card.ts";
import { PairedTtestForm } from "./schema.ts";
import { transform } from "./transform.ts";

const precision = (name: string, label: Message, value: number): Control => ({
  name,
  label,
  widget: "number",
  integer: true,
  min: 0,
  max: 12,
  default: value,
  render: true,
  description: msg("Number of decimals"),
});

const sections: readonly Section[] = [
  timeSection({
    column: { required: true },
    grain: { description: msg("Groups are compared in each period") },
  }),
  {
    label: msg("Query"),
    expanded: true,
    tab: "data",
    rows: [[metricsPicker()], [filtersControl()], [groupbyControl({ required: true })], [rowLimitControl()]],
  },
  {
    label: msg("Parameters"),
    expanded: true,
    tab: "customize",
    rows: [
      [
        {
          name: "significance_level",
          label: msg("Significance level"),
          widget: "number",
          min: 0,
          max: 1,
          step: 0.01,
          default: 0.05,
          render: true,
          description: msg("Highest p-value that counts as significant, such as 0.05"),
        },
      ],
      [precision("pvalue_precision", msg("p-value precision"), 6)],
      [precision("liftvalue_precision", msg("Lift precision"), 4)],
    ],
  },
];

export const definition = defineChartType({
  card,
  sections,
  schema: PairedTtestForm,
  defaults: (dataset) => (dataset?.main_dttm_col ? { granularity_sqla: dataset.main_dttm_col } : {}),
  buildQuery: (form) => {
    const time = form.granularity_sqla;
    return queryContext(form, [
      {
        ...baseQuery(form),
        columns: [...(time ? [baseAxis(time, timeGrainOf(form))] : []), ...form.groupby],
        metrics: form.metrics,
        ...(time ? { orderby: [[time, true]] } : {}),
      },
    ]);
  },
  transform,
});
