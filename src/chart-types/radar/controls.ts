import {
  colorSchemeControl,
  currencyControl,
  filtersControl,
  groupbyControl,
  metricsControl,
  numberFormatControl,
  renderCheckbox,
  rowLimitControl,
  sortMetricControl,
  timeFormatControl,
} from "../../chart-kit/controls/controls.ts";
import { legendRows } from "../../chart-kit/controls/customize-controls.ts";
import type { Section } from "../../chart-seam/control.ts";
import type { Message } from "../../i18n/message.ts";
import { msg } from "../../i18n/translate.ts";
import { LABEL_POSITIONS } from "./schema.ts";

const POSITION_NAMES: Readonly<Record<(typeof LABEL_POSITIONS)[number], Message>> = {
  top: msg("Top"),
  left: msg("Left"),
  right: msg("Right"),
  bottom: msg("Bottom"),
  inside: msg("Inside"),
  insideLeft: msg("Inside left"),
  insideRight: msg("Inside right"),
  insideTop: msg("Inside top"),
  insideBottom: msg("Inside bottom"),
  insideTopLeft: msg("Inside top left"),
  insideBottomLeft: msg("Inside bottom left"),
  insideTopRight: msg("Inside top right"),
  insideBottomRight: msg("Inside bottom right"),
};

export const sections: readonly Section[] = [
  {
    label: msg("Query"),
    expanded: true,
    tab: "data",
    rows: [
      [groupbyControl()],
      [metricsControl()],
      [sortMetricControl()],
      [filtersControl()],
      [rowLimitControl({ default: 10 })],
    ],
  },
  { label: msg("Chart options"), expanded: true, tab: "customize", rows: [[colorSchemeControl()]] },
  { label: msg("Legend"), tab: "customize", rows: legendRows() },
  {
    label: msg("Labels"),
    tab: "customize",
    rows: [
      [renderCheckbox("show_labels", msg("Show labels"), true)],
      [
        {
          name: "label_type",
          label: msg("Label type"),
          widget: "select",
          choices: [
            ["value", msg("Value")],
            ["key_value", msg("Category and value")],
          ],
          default: "value",
          render: true,
        },
      ],
      [
        {
          name: "label_position",
          label: msg("Label position"),
          widget: "select",
          choices: LABEL_POSITIONS.map((key) => [key, POSITION_NAMES[key]] as const),
          default: "top",
          render: true,
        },
      ],
      [numberFormatControl()],
      [currencyControl()],
      [timeFormatControl()],
    ],
  },
  {
    label: msg("Radar"),
    expanded: true,
    tab: "customize",
    rows: [
      [
        {
          name: "column_config",
          label: msg("Customize metrics"),
          widget: "column-config",
          render: true,
          description: msg("Minimum and maximum of each metric's axis"),
        },
      ],
      [
        renderCheckbox("is_circle", msg("Circular shape"), {
          default: false,
          description: msg("Use circles instead of polygons"),
        }),
      ],
    ],
  },
];
