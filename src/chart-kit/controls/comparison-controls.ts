import type { Control, ControlState } from "../../chart-seam/control.ts";
import { isEmptyValue } from "../../chart-seam/define.ts";
import { CANNOT_BE_EMPTY } from "../../chart-seam/problems.ts";
import { msg } from "../../i18n/translate.ts";
import { shiftProblem } from "./time-shift.ts";

export const timeCompareRows: readonly (readonly Control[])[] = [
  [
    {
      name: "time_compare",
      label: msg("Time shift"),
      widget: "select",
      clearable: true,
      freeForm: true,
      validate: shiftProblem,
      choices: [
        ["1 day ago", msg("1 day ago")],
        ["1 week ago", msg("1 week ago")],
        ["1 month ago", msg("1 month ago")],
        ["1 year ago", msg("1 year ago")],
        ["custom", msg("Custom date")],
        ["inherit", msg("Inherit range from time filters")],
      ],
      description: msg(
        "Compares each metric with an earlier time range. Requires a time range with a start and an end",
      ),
    },
  ],
  [
    {
      name: "start_date_offset",
      label: msg("Shift start date"),
      widget: "time-offset",
      description: msg("First day of the earlier range, or an offset such as 3 weeks ago"),
      validate: (value) => (isEmptyValue(value) ? CANNOT_BE_EMPTY : shiftProblem(value)),
      visible: (state) => state.formData.time_compare === "custom",
      keepWhenHidden: true,
    },
  ],
  [
    {
      name: "comparison_range_label",
      label: msg("Comparison range"),
      widget: "comparison-range",
      render: true,
      visible: (state) => !isEmptyValue(state.formData.time_compare),
    },
  ],
];

export function changeColorRows(isCompared: (state: ControlState) => boolean): readonly (readonly Control[])[] {
  return [
    [
      {
        name: "comparison_color_enabled",
        label: msg("Basic conditional formatting"),
        widget: "checkbox",
        default: false,
        render: true,
        description: msg("Color increases and decreases"),
        visible: isCompared,
        keepWhenHidden: true,
      },
    ],
    [
      {
        name: "comparison_color_scheme",
        label: msg("Color scheme"),
        widget: "select",
        choices: [
          ["Green", msg("Green for increase, red for decrease")],
          ["Red", msg("Red for increase, green for decrease")],
        ],
        default: "Green",
        render: true,
        visible: (state) => isCompared(state) && state.formData.comparison_color_enabled === true,
        keepWhenHidden: true,
      },
    ],
  ];
}

export function offsetOf({
  time_compare,
  start_date_offset,
}: {
  time_compare?: string | null;
  start_date_offset?: string | null;
}): string | undefined {
  if (!time_compare) return undefined;
  return time_compare === "custom" ? (start_date_offset ?? undefined) : time_compare;
}
