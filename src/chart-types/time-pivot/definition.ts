import {
  currencyControl,
  filtersControl,
  marginControl,
  metricControl,
  numberFormatControl,
  renderCheckbox,
  rowLimitControl,
  timeGrainControl,
  xAxisControl,
} from "../../chart-kit/controls/controls.ts";
import type { Section } from "../../chart-seam/control.ts";
import { defineChartType } from "../../chart-seam/define.ts";
import { baseAxis, baseQuery, queryContext, timeGrainOf } from "../../query/query-context.ts";
import { card } from "./card.ts";
import { periodOf } from "./periods.ts";
import { STARTING_COLOR, TimePivotForm } from "./schema.ts";
import { transform } from "./transform.ts";

const sections: readonly Section[] = [
  {
    label: "Query",
    expanded: true,
    tab: "data",
    rows: [
      [xAxisControl({ label: "Time column" })],
      [timeGrainControl()],
      [metricControl()],
      [filtersControl()],
      [rowLimitControl()],
      [
        {
          name: "freq",
          label: "Frequency",
          widget: "select",
          freeForm: true,
          render: true,
          default: "W-MON",
          choices: [
            ["AS", "Year (AS)"],
            ["52W-MON", "52 weeks ending Monday (52W-MON)"],
            ["W-SUN", "Week ending Sunday (W-SUN)"],
            ["W-MON", "Week ending Monday (W-MON)"],
            ["D", "Day (D)"],
            ["4W-MON", "4 weeks ending Monday (4W-MON)"],
          ],
          description:
            "Length of the periods to compare, as a pandas frequency: AS = year, D = day, W-MON = week ending Monday",
          validate: (value) =>
            periodOf(String(value)) ? undefined : "must be a pandas frequency such as AS, D or 4W-MON",
        },
      ],
    ],
  },
  {
    label: "Chart options",
    expanded: true,
    tab: "customize",
    rows: [
      [renderCheckbox("show_legend", "Show legend", false)],
      [
        {
          name: "line_interpolation",
          label: "Line style",
          widget: "select",
          choices: [
            ["linear", "Linear"],
            ["monotone", "Smooth"],
            ["step-before", "Step, start"],
            ["step-after", "Step, end"],
          ],
          default: "linear",
          render: true,
        },
      ],
      [
        {
          name: "color_picker",
          label: "Current period color",
          widget: "color",
          default: STARTING_COLOR,
          render: true,
        },
      ],
    ],
  },
  {
    label: "X-axis",
    tab: "customize",
    rows: [
      [{ name: "x_axis_label", label: "X-axis label", widget: "text", render: true }],
      [marginControl("bottom_margin", "Bottom margin")],
    ],
  },
  {
    label: "Y-axis",
    tab: "customize",
    rows: [
      [{ name: "y_axis_label", label: "Y-axis label", widget: "text", render: true }],
      [marginControl("left_margin", "Left margin")],
      [numberFormatControl({ name: "y_axis_format", label: "Value format" })],
      [currencyControl()],
      [{ name: "y_axis_bounds", label: "Axis bounds", widget: "bounds", default: [null, null], render: true }],
      [renderCheckbox("y_log_scale", "Logarithmic axis", false)],
    ],
  },
];

export const definition = defineChartType({
  card,
  sections,
  schema: TimePivotForm,
  buildQuery: (form) => {
    // Daily by default: at single moments, a count would always be the same.
    const grain = timeGrainOf(form) ?? (form.time_grain_sqla === undefined ? "P1D" : null);
    const axis = form.x_axis ? [baseAxis(form.x_axis, grain)] : [];
    return queryContext(form, [
      {
        ...baseQuery(form),
        columns: axis,
        metrics: form.metric ? [form.metric] : [],
        orderby: axis.map((column) => [column, true]),
      },
    ]);
  },
  transform,
});
