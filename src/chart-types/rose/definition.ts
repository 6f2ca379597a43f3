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
import { msg } from "../../i18n/translate.ts";
import { card } from "./card.ts";
import { RoseForm } from "./schema.ts";
import { transform } from "./transform.ts";

const sections: readonly Section[] = [
  timeSection({ column: { required: true } }),
  {
    label: msg("Query"),
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
          label: msg("Contribution"),
          widget: "checkbox",
          default: false,
          description: msg("Show percentages of each period's total"),
        },
      ],
      [rowLimitControl()],
    ],
  },
  { ...rollingSection, visible: () => true },
  { ...comparisonSection, visible: () => true },
  { ...resampleSection, visible: () => true },
  {
    label: msg("Chart options"),
    expanded: true,
    tab: "customize",
    rows: [
      [colorSchemeControl()],
      [numberFormatControl()],
      [timeFormatControl({ name: "date_time_format" })],
      [
        renderCheckbox("rich_tooltip", msg("Rich tooltip"), {
          default: true,
          description: msg("Show all series for the period"),
        }),
      ],
      [
        renderCheckbox("rose_area_proportion", msg("Use area proportions"), {
          default: false,
          description: msg("Size petals by area instead of length"),
        }),
      ],
      [renderCheckbox("show_legend", msg("Show legend"), true)],
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
