import {
  colorSchemeControl,
  filtersControl,
  isMissing,
  metricsControl,
  numberFormatControl,
  renderCheckbox,
  rowLimitControl,
  timeFormatControl,
} from "../../chart-kit/controls/controls.ts";
import { legendRows, titlesSection } from "../../chart-kit/controls/customize-controls.ts";
import { type Control, type Problem, type Section, verbatim } from "../../chart-seam/control.ts";
import type { Message } from "../../i18n/message.ts";
import { msg, t } from "../../i18n/translate.ts";
import { clockOf } from "./bars.ts";

const column = (
  name: string,
  label: Message,
  more: { multi?: boolean; required?: boolean; description?: Message; accepts?: "temporal" },
): Control => ({
  name,
  label,
  widget: "columns",
  multi: more.multi ?? false,
  sqlAllowed: true,
  ...(more.multi ? { default: [] } : {}),
  ...(more.required ? { required: true } : {}),
  ...(more.accepts ? { accepts: more.accepts } : {}),
  ...(more.description ? { description: more.description } : {}),
});

function boundsProblem(value: unknown): Problem | undefined {
  if (isMissing(value)) return undefined;
  const parts = typeof value === "string" ? value.split(/\s*-\s*/) : Array.isArray(value) ? value : [];
  const isFine = parts.length === 2 && parts.every((part) => part === null || clockOf(String(part)) !== undefined);
  return isFine ? undefined : (label) => t("{label} must look like 08:00 - 18:00", { label });
}

export const sections: readonly Section[] = [
  {
    label: msg("Query"),
    expanded: true,
    tab: "data",
    rows: [
      [column("start_time", msg("Start time"), { required: true, accepts: "temporal" })],
      [column("end_time", msg("End time"), { required: true, accepts: "temporal" })],
      [column("y_axis", msg("Y-axis"), { multi: true, required: true, description: msg("One row per value") })],
      [column("series", msg("Dimension"), { description: msg("Bar color") })],
      [
        {
          name: "subcategories",
          label: msg("Subcategories"),
          widget: "checkbox",
          default: false,
          render: true,
          description: msg("Show a separate row for each value of the dimension"),
          visible: ({ formData }) => !isMissing(formData.series),
        },
      ],
      [
        metricsControl({
          name: "tooltip_metrics",
          label: msg("Tooltip metrics"),
          required: false,
          description: msg("Shown in the tooltip of each bar"),
        } as Partial<Control>),
      ],
      [
        column("tooltip_columns", msg("Tooltip columns"), {
          multi: true,
          description: msg("Shown in the tooltip of each bar"),
        }),
      ],
      [filtersControl()],
      [{ name: "order_by_cols", label: msg("Sort by"), widget: "order-by", default: [] }],
      [rowLimitControl()],
    ],
  },
  titlesSection({ withPosition: false }),
  {
    label: msg("Chart options"),
    expanded: true,
    tab: "customize",
    rows: [
      [colorSchemeControl()],
      [renderCheckbox("zoomable", msg("Zoom slider"), false)],
      [
        renderCheckbox("show_extra_controls", msg("Show subcategory control"), {
          default: false,
          description: msg("Viewers can turn subcategories on and off on the chart"),
          visible: ({ formData }) => !isMissing(formData.series),
        }),
      ],
    ],
  },
  { label: msg("Legend"), tab: "customize", rows: legendRows() },
  {
    label: msg("X-axis"),
    tab: "customize",
    rows: [
      [
        {
          name: "x_axis_time_bounds",
          label: msg("Time bounds"),
          widget: "text",
          placeholder: verbatim("08:00 - 18:00"),
          render: true,
          description: msg(
            "Time at which the axis starts on the first day and ends on the last day. For example, 08:00 - 18:00",
          ),
          validate: boundsProblem,
        },
      ],
      [timeFormatControl({ name: "x_axis_time_format", label: msg("Time format") })],
    ],
  },
  {
    label: msg("Tooltip"),
    tab: "customize",
    rows: [
      [timeFormatControl({ name: "tooltipTimeFormat", label: msg("Time format") })],
      [numberFormatControl({ name: "tooltipValuesFormat", label: msg("Number format") })],
    ],
  },
];
