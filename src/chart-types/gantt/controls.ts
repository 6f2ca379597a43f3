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
import type { Control, Section } from "../../chart-seam/control.ts";
import { clockOf } from "./bars.ts";

const column = (
  name: string,
  label: string,
  more: { multi?: boolean; required?: boolean; description?: string; accepts?: "temporal" },
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

function boundsProblem(value: unknown): string | undefined {
  if (isMissing(value)) return undefined;
  const parts = typeof value === "string" ? value.split(/\s*-\s*/) : Array.isArray(value) ? value : [];
  const isFine = parts.length === 2 && parts.every((part) => part === null || clockOf(String(part)) !== undefined);
  return isFine ? undefined : "must look like 08:00 - 18:00";
}

export const sections: readonly Section[] = [
  {
    label: "Query",
    expanded: true,
    tab: "data",
    rows: [
      [column("start_time", "Start time", { required: true, accepts: "temporal" })],
      [column("end_time", "End time", { required: true, accepts: "temporal" })],
      [column("y_axis", "Y-axis", { multi: true, required: true, description: "One row per value" })],
      [column("series", "Dimension", { description: "Bar color" })],
      [
        {
          name: "subcategories",
          label: "Subcategories",
          widget: "checkbox",
          default: false,
          render: true,
          description: "Show a separate row for each value of the dimension",
          visible: ({ formData }) => !isMissing(formData.series),
        },
      ],
      [
        metricsControl({
          name: "tooltip_metrics",
          label: "Tooltip metrics",
          required: false,
          description: "Shown in the tooltip of each bar",
        } as Partial<Control>),
      ],
      [column("tooltip_columns", "Tooltip columns", { multi: true, description: "Shown in the tooltip of each bar" })],
      [filtersControl()],
      [{ name: "order_by_cols", label: "Sort by", widget: "order-by", default: [] }],
      [rowLimitControl()],
    ],
  },
  titlesSection({ withPosition: false }),
  {
    label: "Chart options",
    expanded: true,
    tab: "customize",
    rows: [
      [colorSchemeControl()],
      [renderCheckbox("zoomable", "Zoom slider", false)],
      [
        renderCheckbox("show_extra_controls", "Show subcategory control", {
          default: false,
          description: "Viewers can turn subcategories on and off on the chart",
          visible: ({ formData }) => !isMissing(formData.series),
        }),
      ],
    ],
  },
  { label: "Legend", tab: "customize", rows: legendRows() },
  {
    label: "X-axis",
    tab: "customize",
    rows: [
      [
        {
          name: "x_axis_time_bounds",
          label: "Time bounds",
          widget: "text",
          placeholder: "08:00 - 18:00",
          render: true,
          description:
            "Time at which the axis starts on the first day and ends on the last day. For example, 08:00 - 18:00",
          validate: boundsProblem,
        },
      ],
      [timeFormatControl({ name: "x_axis_time_format", label: "Time format" })],
    ],
  },
  {
    label: "Tooltip",
    tab: "customize",
    rows: [
      [timeFormatControl({ name: "tooltipTimeFormat", label: "Time format" })],
      [numberFormatControl({ name: "tooltipValuesFormat", label: "Number format" })],
    ],
  },
];
