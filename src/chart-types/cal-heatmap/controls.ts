import {
  filtersControl,
  linearColorSchemeControl,
  metricsControl,
  numberFormatControl,
  renderCheckbox,
  timeFormatControl,
} from "../../chart-kit/controls/controls.ts";
import type { Control, Section } from "../../chart-seam/control.ts";
import type { Message } from "../../i18n/message.ts";
import { msg, t } from "../../i18n/translate.ts";
import { DOMAINS, SUBDOMAINS } from "./schema.ts";

const UNIT_NAMES = {
  min: msg("Minute"),
  hour: msg("Hour"),
  day: msg("Day"),
  week: msg("Week"),
  month: msg("Month"),
  year: msg("Year"),
} as const;

const number = (name: string, label: Message, part: { default: number; description: Message }): Control => ({
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
    label: msg("Time"),
    expanded: true,
    tab: "data",
    rows: [
      [
        {
          name: "granularity_sqla",
          label: msg("Time column"),
          widget: "columns",
          multi: false,
          accepts: "temporal",
          required: true,
        },
      ],
      [
        {
          name: "time_range",
          label: msg("Time range"),
          widget: "time-range",
          required: true,
          validate: (value) =>
            value === "No filter" ? (label) => t("{label} must have a start and an end", { label }) : undefined,
        },
      ],
    ],
  },
  {
    label: msg("Query"),
    expanded: true,
    tab: "data",
    rows: [
      [
        {
          name: "domain_granularity",
          label: msg("Block unit"),
          widget: "select",
          choices: DOMAINS.map((key) => [key, UNIT_NAMES[key]] as const),
          default: "month",
          description: msg("Time unit of each block, such as a month"),
        },
        {
          name: "subdomain_granularity",
          label: msg("Cell unit"),
          widget: "select",
          choices: SUBDOMAINS.map((key) => [key, UNIT_NAMES[key]] as const),
          default: "day",
          description: msg("Time unit of each cell in a block, such as a day"),
          validate: (value, { formData }) =>
            SUBDOMAINS.indexOf(value as "day") > DOMAINS.indexOf((formData.domain_granularity ?? "month") as "day")
              ? (label) => t("{label} must be shorter than the block unit", { label })
              : undefined,
        },
      ],
      [metricsControl()],
      [filtersControl()],
    ],
  },
  {
    label: msg("Chart options"),
    expanded: true,
    tab: "customize",
    rows: [
      [linearColorSchemeControl()],
      [
        number("cell_size", msg("Cell size"), {
          default: 10,
          description: msg("Maximum size in pixels. Cells shrink to fit"),
        }),
        number("cell_padding", msg("Cell padding"), { default: 2, description: msg("Space between cells, in pixels") }),
      ],
      [
        number("cell_radius", msg("Cell radius"), { default: 0, description: msg("Corner radius, in pixels") }),
        number("steps", msg("Color steps"), { default: 10, description: msg("Number of colors in the scale") }),
      ],
      [numberFormatControl({ name: "y_axis_format" })],
      [timeFormatControl({ name: "x_axis_time_format", label: msg("Time format") })],
      [renderCheckbox("show_legend", msg("Legend"), true)],
      [renderCheckbox("show_values", msg("Show values"), false)],
      [renderCheckbox("show_metric_name", msg("Show metric names"), true)],
    ],
  },
];
