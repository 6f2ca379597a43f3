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
import { msg, t } from "../../i18n/translate.ts";
import { baseAxis, baseQuery, queryContext, timeGrainOf } from "../../query/query-context.ts";
import { card } from "./card.ts";
import { periodOf } from "./periods.ts";
import { STARTING_COLOR, TimePivotForm } from "./schema.ts";
import { transform } from "./transform.ts";

const sections: readonly Section[] = [
  {
    label: msg("Query"),
    expanded: true,
    tab: "data",
    rows: [
      [xAxisControl({ label: msg("Time column") })],
      [timeGrainControl()],
      [metricControl()],
      [filtersControl()],
      [rowLimitControl()],
      [
        {
          name: "freq",
          label: msg("Frequency"),
          widget: "select",
          freeForm: true,
          render: true,
          default: "W-MON",
          choices: [
            ["AS", msg("Year (AS)")],
            ["52W-MON", msg("52 weeks ending Monday (52W-MON)")],
            ["W-SUN", msg("Week ending Sunday (W-SUN)")],
            ["W-MON", msg("Week ending Monday (W-MON)")],
            ["D", msg("Day (D)")],
            ["4W-MON", msg("4 weeks ending Monday (4W-MON)")],
          ],
          description: msg(
            "Length of the periods to compare, as a pandas frequency: AS = year, D = day, W-MON = week ending Monday",
          ),
          validate: (value) =>
            periodOf(String(value))
              ? undefined
              : (label) => t("{label} must be a pandas frequency such as AS, D or 4W-MON", { label }),
        },
      ],
    ],
  },
  {
    label: msg("Chart options"),
    expanded: true,
    tab: "customize",
    rows: [
      [renderCheckbox("show_legend", msg("Show legend"), false)],
      [
        {
          name: "line_interpolation",
          label: msg("Line style"),
          widget: "select",
          choices: [
            ["linear", msg("Linear")],
            ["monotone", msg("Smooth")],
            ["step-before", msg("Step, start")],
            ["step-after", msg("Step, end")],
          ],
          default: "linear",
          render: true,
        },
      ],
      [
        {
          name: "color_picker",
          label: msg("Current period color"),
          widget: "color",
          default: STARTING_COLOR,
          render: true,
        },
      ],
    ],
  },
  {
    label: msg("X-axis"),
    tab: "customize",
    rows: [
      [{ name: "x_axis_label", label: msg("X-axis label"), widget: "text", render: true }],
      [marginControl("bottom_margin", msg("Bottom margin"))],
    ],
  },
  {
    label: msg("Y-axis"),
    tab: "customize",
    rows: [
      [{ name: "y_axis_label", label: msg("Y-axis label"), widget: "text", render: true }],
      [marginControl("left_margin", msg("Left margin"))],
      [numberFormatControl({ name: "y_axis_format", label: msg("Value format") })],
      [currencyControl()],
      [{ name: "y_axis_bounds", label: msg("Axis bounds"), widget: "bounds", default: [null, null], render: true }],
      [renderCheckbox("y_log_scale", msg("Logarithmic axis"), false)],
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
