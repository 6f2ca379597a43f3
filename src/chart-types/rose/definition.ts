import { comparisonSection, resampleSection, rollingSection } from "../../chart-kit/controls/analytics-controls.ts";
import {
  colorSchemeControl,
  filtersControl,
  groupbyControl,
  metricsControl,
  numberFormatControl,
  orderDescControl,
  renderCheckbox,
  rowLimitControl,
  seriesLimitControl,
  sortMetricControl,
  timeFormatControl,
} from "../../chart-kit/controls/controls.ts";
import { timeSection } from "../../chart-kit/controls/time-section.ts";
import { migrateComparison } from "../../chart-kit/timeseries/migrate.ts";
import { buildTimeseriesQuery } from "../../chart-kit/timeseries/query.ts";
import type { Section } from "../../chart-seam/control.ts";
import { defineChartType } from "../../chart-seam/define.ts";
import { card } from "./card.ts";
import { RoseForm } from "./schema.ts";
import { transform } from "./transform.ts";

const sections: readonly Section[] = [
  timeSection({ column: { required: true } }),
  {
    label: "Query",
    expanded: true,
    tab: "data",
    rows: [
      [metricsControl()],
      [filtersControl()],
      [groupbyControl()],
      [seriesLimitControl()],
      [sortMetricControl()],
      [orderDescControl()],
      [
        {
          name: "contribution",
          label: "Contribution",
          widget: "checkbox",
          default: false,
          description: "Show percentages of each period's total",
        },
      ],
      [rowLimitControl()],
    ],
  },
  { ...rollingSection, visible: () => true },
  { ...comparisonSection, visible: () => true },
  { ...resampleSection, visible: () => true },
  {
    label: "Chart options",
    expanded: true,
    tab: "customize",
    rows: [
      [colorSchemeControl()],
      [numberFormatControl()],
      [timeFormatControl({ name: "date_time_format" })],
      [
        renderCheckbox("rich_tooltip", "Rich tooltip", {
          default: true,
          description: "Show all series of the period",
        }),
      ],
      [
        renderCheckbox("rose_area_proportion", "Use area proportions", {
          default: false,
          description: "Size petals by area instead of length",
        }),
      ],
      [renderCheckbox("show_legend", "Show legend", true)],
    ],
  },
];

export const definition = defineChartType({
  card,
  sections,
  schema: RoseForm,
  migrate: migrateComparison,
  defaults: (dataset) => (dataset?.main_dttm_col ? { granularity_sqla: dataset.main_dttm_col } : {}),
  buildQuery: (form) => buildTimeseriesQuery(asTimeseries(form)),
  transform,
});

function asTimeseries(form: RoseForm): RoseForm {
  return {
    ...form,
    x_axis: form.granularity_sqla ?? form.x_axis,
    ...(form.contribution ? { contributionMode: "row" } : {}),
  };
}
