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
import type { Section } from "../../chart-seam/control.ts";
import { TICK_LAYOUTS } from "./schema.ts";

const WHISKERS = [
  "Tukey",
  "Min/max (no outliers)",
  "2/98 percentiles",
  "5/95 percentiles",
  "9/91 percentiles",
  "10/90 percentiles",
] as const;

export const sections: readonly Section[] = [
  {
    label: "Query",
    expanded: true,
    tab: "data",
    rows: [
      [
        groupbyControl({
          name: "columns",
          label: "Distribute across",
          required: true,
          description:
            "The metric is calculated for each value of these columns. Each box shows how the results are distributed",
        } as object),
      ],
      [timeGrainControl(["columns"])],
      [groupbyControl({ description: "One box per value" })],
      [metricsControl()],
      [filtersControl()],
      [seriesLimitControl("series_limit")],
      [sortMetricControl("series_limit_metric")],
      [rowLimitControl()],
      [
        {
          name: "whiskerOptions",
          label: "Whiskers and outliers",
          widget: "select",
          freeForm: true,
          choices: WHISKERS.map((name) => [name, name] as const),
          default: "Tukey",
          description: "Range of the whiskers. Values outside are shown as outlier points",
        },
      ],
    ],
  },
  titlesSection(),
  {
    label: "Chart options",
    expanded: true,
    tab: "customize",
    rows: [
      [colorSchemeControl()],
      [
        {
          name: "x_ticks_layout",
          label: "X-axis label layout",
          widget: "select",
          choices: TICK_LAYOUTS.map((key) => [key, key] as const),
          default: "auto",
          render: true,
        },
      ],
      [numberFormatControl()],
      [timeFormatControl()],
      [
        renderCheckbox("zoomable", "Zoom slider", {
          default: false,
          description: "Show a slider below the chart to zoom in",
        }),
      ],
    ],
  },
];
