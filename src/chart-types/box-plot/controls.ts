import {
  colorSchemeControl,
  filtersControl,
  groupbyControl,
  metricsControl,
  numberFormatControl,
  renderCheckbox,
  rowLimitControl,
  seriesLimitControl,
  sortMetricControl,
  timeFormatControl,
  timeGrainControl,
} from "../../chart-kit/controls/controls.ts";
import { titlesSection } from "../../chart-kit/controls/customize-controls.ts";
import { TICK_LAYOUT_NAMES } from "../../chart-kit/controls/tick-layouts.ts";
import type { FixedChoice, Section } from "../../chart-seam/control.ts";
import { msg } from "../../i18n/translate.ts";
import { TICK_LAYOUTS } from "./schema.ts";

const WHISKERS: readonly FixedChoice[] = [
  ["Tukey", msg("Tukey")],
  ["Min/max (no outliers)", msg("Min/max (no outliers)")],
  ["2/98 percentiles", msg("2/98 percentiles")],
  ["5/95 percentiles", msg("5/95 percentiles")],
  ["9/91 percentiles", msg("9/91 percentiles")],
  ["10/90 percentiles", msg("10/90 percentiles")],
];

export const sections: readonly Section[] = [
  {
    label: msg("Query"),
    expanded: true,
    tab: "data",
    rows: [
      [
        groupbyControl({
          name: "columns",
          label: msg("Distribute across"),
          required: true,
          description: msg(
            "The metric is calculated for each value of these columns. Each box shows how the results are distributed",
          ),
        } as object),
      ],
      [timeGrainControl(["columns"])],
      [groupbyControl({ description: msg("One box per value") })],
      [metricsControl()],
      [filtersControl()],
      [seriesLimitControl("series_limit")],
      [sortMetricControl("series_limit_metric")],
      [rowLimitControl()],
      [
        {
          name: "whiskerOptions",
          label: msg("Whiskers and outliers"),
          widget: "select",
          freeForm: true,
          choices: WHISKERS,
          default: "Tukey",
          description: msg("Range of the whiskers. Values outside are shown as outlier points"),
        },
      ],
    ],
  },
  titlesSection(),
  {
    label: msg("Chart options"),
    expanded: true,
    tab: "customize",
    rows: [
      [colorSchemeControl()],
      [
        {
          name: "x_ticks_layout",
          label: msg("X-axis label layout"),
          widget: "select",
          choices: TICK_LAYOUTS.map((key) => [key, TICK_LAYOUT_NAMES[key]] as const),
          default: "auto",
          render: true,
        },
      ],
      [numberFormatControl()],
      [timeFormatControl()],
      [
        renderCheckbox("zoomable", msg("Zoom slider"), {
          default: false,
          description: msg("Show a slider below the chart to zoom in"),
        }),
      ],
    ],
  },
];
