import {
  countChoices,
  filtersControl,
  groupbyControl,
  linearColorSchemeControl,
  metricsControl,
  numberFormatControl,
  orderDescControl,
  rowLimitControl,
  seriesLimitControl,
  sortMetricControl,
  timeGrainControl,
  xAxisControl,
} from "../../chart-kit/controls/controls.ts";
import { migrateLines } from "../../chart-kit/timeseries/migrate.ts";
import { buildTimeseriesQuery } from "../../chart-kit/timeseries/query.ts";
import type { Section } from "../../chart-seam/control.ts";
import { defineChartType } from "../../chart-seam/define.ts";
import { msg } from "../../i18n/translate.ts";
import { card } from "./card.ts";
import { HorizonForm } from "./schema.ts";
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
  {
    label: msg("Chart options"),
    expanded: true,
    tab: "customize",
    rows: [
      [
        {
          name: "series_height",
          label: msg("Series height"),
          widget: "select",
          choices: countChoices(10, 25, 40, 50, 75, 100, 150, 200),
          freeForm: true,
          numeric: true,
          default: 25,
          render: true,
          description: msg("Row height, in pixels"),
        },
      ],
      [
        {
          name: "horizon_color_scale",
          label: msg("Scale"),
          widget: "select",
          choices: [
            ["series", msg("Series: each row has its own scale")],
            ["overall", msg("Overall: all rows share one scale")],
            ["change", msg("Change: relative to each row's first value")],
          ],
          default: "series",
          render: true,
        },
      ],
      [linearColorSchemeControl({ default: "tessera_diverging" })],
      [numberFormatControl({ name: "y_axis_format", label: msg("Value format") })],
    ],
  },
];

export const definition = defineChartType({
  card,
  sections,
  schema: HorizonForm,
  migrate: migrateLines,
  buildQuery: (form) => buildTimeseriesQuery(form),
  transform,
});
