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
  timeGrainControl,
  xAxisControl,
} from "../../chart-kit/controls/controls.ts";
import { legendRows, titlesSection } from "../../chart-kit/controls/customize-controls.ts";
import { migrateLines } from "../../chart-kit/timeseries/migrate.ts";
import { buildTimeseriesQuery } from "../../chart-kit/timeseries/query.ts";
import { TimeseriesForm } from "../../chart-kit/timeseries/schema.ts";
import { annotationSection } from "../../chart-kit/timeseries/sections.ts";
import type { Section } from "../../chart-seam/control.ts";
import { defineChartType } from "../../chart-seam/define.ts";
import { msg } from "../../i18n/translate.ts";
import { card } from "./card.ts";
import { transform } from "./transform.ts";

const sections: readonly Section[] = [
  {
    label: msg("Query"),
    expanded: true,
    tab: "data",
    rows: [
      [xAxisControl({ label: msg("Time column") })],
      [timeGrainControl()],
      [metricsControl()],
      [groupbyControl()],
      [filtersControl()],
      [seriesLimitControl(), rowLimitControl()],
      [sortMetricControl()],
      [orderDescControl()],
    ],
  },
  rollingSection,
  comparisonSection,
  resampleSection,
  annotationSection,
  titlesSection(),
  {
    label: msg("Chart options"),
    expanded: true,
    tab: "customize",
    rows: [
      [colorSchemeControl()],
      [numberFormatControl({ name: "y_axis_format", label: msg("Value format"), default: "+,.0%" })],
      [timeFormatControl({ name: "x_axis_time_format", label: msg("Time format") })],
      [renderCheckbox("truncateYAxis", msg("Truncate axis"), false)],
      [
        {
          name: "y_axis_bounds",
          label: msg("Axis bounds"),
          widget: "bounds",
          default: [null, null],
          render: true,
          visible: ({ formData }) => formData.truncateYAxis === true,
        },
      ],
      [renderCheckbox("rich_tooltip", msg("Rich tooltip"), true)],
    ],
  },
  { label: msg("Legend"), tab: "customize", rows: legendRows() },
];

export const definition = defineChartType({
  card,
  sections,
  schema: TimeseriesForm,
  migrate: migrateLines,
  buildQuery: (form) => buildTimeseriesQuery(form),
  transform,
});
