import {
  filtersControl,
  linearColorSchemeControl,
  metricsControl,
  numberFormatControl,
  renderCheckbox,
  timeFormatControl,
} from "../../chart-kit/controls/controls.ts";
import type { Control, Section } from "../../chart-seam/control.ts";
import { DOMAINS, SUBDOMAINS } from "./schema.ts";

const number = (name: string, label: string, part: { default: number; description: string }): Control => ({
  name,
  label,
  widget: "number",
  integer: true,
  min: 0,
  render: true,
  ...part,
});

export const sections: readonly Section[] = [
  {
    label: "Time",
    expanded: true,
    tab: "data",
    rows: [
      [
        {
          name: "granularity_sqla",
          label: "Time column",
          widget: "columns",
          multi: false,
          accepts: "temporal",
          required: true,
        },
      ],
      [
        {
          name: "time_range",
          label: "Time range",
          widget: "time-range",
          required: true,
          validate: (value) => (value === "No filter" ? "must have a start and an end" : undefined),
        },
      ],
    ],
  },
  {
    label: "Query",
    expanded: true,
    tab: "data",
    rows: [
      [
        {
          name: "domain_granularity",
          label: "Block unit",
          widget: "select",
          choices: DOMAINS.map((key) => [key, key] as const),
          default: "month",
          description: "Time unit of each block, such as a month",
        },
        {
          name: "subdomain_granularity",
          label: "Cell unit",
          widget: "select",
          choices: SUBDOMAINS.map((key) => [key, key] as const),
          default: "day",
          description: "Time unit of each cell in a block, such as a day",
          validate: (value, { formData }) =>
            SUBDOMAINS.indexOf(value as "day") > DOMAINS.indexOf((formData.domain_granularity ?? "month") as "day")
              ? "must be shorter than the block unit"
              : undefined,
        },
      ],
      [metricsControl()],
      [filtersControl()],
    ],
  },
  {
    label: "Chart options",
    expanded: true,
    tab: "customize",
    rows: [
      [linearColorSchemeControl()],
      [
        number("cell_size", "Cell size", { default: 10, description: "Maximum size in pixels. Cells shrink to fit" }),
        number("cell_padding", "Cell padding", { default: 2, description: "Space between cells, in pixels" }),
      ],
      [
        number("cell_radius", "Cell radius", { default: 0, description: "Corner radius, in pixels" }),
        number("steps", "Color steps", { default: 10, description: "Number of colors in the scale" }),
      ],
      [numberFormatControl({ name: "y_axis_format" })],
      [timeFormatControl({ name: "x_axis_time_format", label: "Time format" })],
      [renderCheckbox("show_legend", "Legend", true)],
      [renderCheckbox("show_values", "Show values", false)],
      [renderCheckbox("show_metric_name", "Show metric names", true)],
    ],
  },
];
