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
          description: "The metric is computed for each of their values; a box shows how these results spread",
        } as object),
      ],
      [timeGrainControl(["columns"])],
      [groupbyControl({ description: "One box for each of their values" })],
      [metricsControl()],
      [filtersControl()],
      [seriesLimitControl("series_limit")],
      [sortMetricControl("series_limit_metric")],
      [rowLimitControl()],
      [
        {
          name: "whiskerOptions",
          label: "Whisker/outlier options",
          widget: "select",
          freeForm: true,
          choices: WHISKERS.map((name) => [name, name] as const),
          default: "Tukey",
          description: "How far the whiskers reach; what lies beyond them is drawn as points",
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
          label: "X tick layout",
          widget: "select",
          choices: TICK_LAYOUTS.map((key) => [key, key] as const),
          default: "auto",
          render: true,
        },
      ],
      [numberFormatControl()],
      [timeFormatControl()],
      [renderCheckbox("zoomable", "Data zoom", { default: false, description: "A slider below the chart" })],
    ],
  },
];
