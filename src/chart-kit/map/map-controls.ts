import type { Collection, Control, FixedChoice, Section } from "../../chart-seam/control.ts";
import type { Message } from "../../i18n/message.ts";
import { msg, t } from "../../i18n/translate.ts";
import {
  colorSchemeControl,
  filtersControl,
  linearColorSchemeControl,
  numberFormatControl,
  renderCheckbox,
  rowLimitControl,
} from "../controls/controls.ts";
import type { ColorSchemeType } from "./map-form.ts";
import { mapStyleControl } from "./map-style.ts";

export const spatialPicker = (name: string, label: Message): Control => ({
  name,
  label,
  widget: "spatial",
  required: true,
  description: msg("A longitude and a latitude column, one column with both, or a geohash column"),
});

export const queryRows = (): Control[][] => [
  [filtersControl()],
  [rowLimitControl()],
  [
    {
      name: "filter_nulls",
      label: msg("Ignore null locations"),
      widget: "checkbox",
      default: true,
      description: msg("Exclude rows without a location from the query"),
    },
  ],
];

export const tooltipRows = (): Control[][] => [
  [tooltipContents()],
  [
    {
      name: "tooltip_template",
      label: msg("Tooltip template"),
      widget: "textarea",
      language: "html",
      default: "",
      render: true,
      description: msg("HTML for the tooltip (Handlebars template). Use '{{column}}' to show the value of a column"),
    },
  ],
];

const tooltipContents = (): Control => ({
  name: "tooltip_contents",
  label: msg("Tooltip contents"),
  widget: "columns",
  multi: true,
  sqlAllowed: true,
  metricsAllowed: true,
  default: [],
  description: msg("Columns and metrics shown in the tooltip. With a metric, rows are grouped"),
});

export const mapSection = (): Section => ({
  label: msg("Map"),
  tab: "data",
  rows: [
    [mapStyleControl()],
    [
      renderCheckbox("autozoom", msg("Fit to data"), {
        default: true,
        description: msg("Fit the view to the data. Off = use the view below"),
      }),
    ],
    [
      {
        name: "viewport",
        label: msg("View"),
        widget: "viewport",
        render: true,
        visible: ({ formData }) => formData.autozoom === false,
        keepWhenHidden: true,
      },
    ],
  ],
});

const SCHEME_NAMES: Readonly<Record<ColorSchemeType, Message>> = {
  fixed_color: msg("One color"),
  categorical_palette: msg("By category"),
  linear_palette: msg("By value"),
  color_breakpoints: msg("By value range"),
};

const RANGES: Collection = {
  title: msg("Range"),
  addText: msg("Add a range"),
  newEntry: { minValue: 0, maxValue: 1, color: { r: 66, g: 102, b: 198, a: 0.8 } },
  fields: [
    { name: "minValue", label: msg("From"), widget: "number", required: true },
    { name: "maxValue", label: msg("To"), widget: "number", required: true },
    { name: "color", label: msg("Color"), widget: "color" },
  ],
  describe: ({ minValue, maxValue }) => t("{from} to {to}", { from: String(minValue), to: String(maxValue) }),
  problem: ({ minValue, maxValue }) =>
    Number(minValue) > Number(maxValue) ? t("From can't be greater than To") : undefined,
};

export interface SchemeOptions {
  schemes: readonly ColorSchemeType[];
  default: ColorSchemeType;
}

export function colorRows({ schemes, default: initial }: SchemeOptions): Control[][] {
  const schemeOf = (formData: Readonly<Record<string, unknown>>) => formData.color_scheme_type ?? initial;
  const only = (scheme: ColorSchemeType) => ({
    visible: ({ formData }: { formData: Readonly<Record<string, unknown>> }) => schemeOf(formData) === scheme,
  });
  const controls: Record<ColorSchemeType, Control[][]> = {
    fixed_color: [[colorPicker("color_picker", msg("Color"), only("fixed_color"))]],
    categorical_palette: [[colorSchemeControl(only("categorical_palette"))]],
    linear_palette: [[linearColorSchemeControl(only("linear_palette"))]],
    color_breakpoints: [
      [
        {
          name: "color_breakpoints",
          label: msg("Ranges"),
          widget: "collection",
          render: true,
          default: [],
          ...RANGES,
          ...only("color_breakpoints"),
        },
      ],
      [colorPicker("default_breakpoint_color", msg("Other values"), only("color_breakpoints"))],
    ],
  };
  return [
    [
      {
        name: "color_scheme_type",
        label: msg("Color by"),
        widget: "select",
        choices: schemes.map((scheme): FixedChoice => [scheme, SCHEME_NAMES[scheme]]),
        default: initial,
        render: true,
      },
    ],
    ...schemes.flatMap((scheme) => controls[scheme]),
  ];
}

export const colorPicker = (name: string, label: Message, part: Partial<Control> = {}): Control =>
  ({ name, label, widget: "color", render: true, ...part }) as Control;

export const legendCorner = (): Control => ({
  name: "legend_position",
  label: msg("Legend"),
  widget: "select",
  choices: [
    [null, msg("None")],
    ["tl", msg("Top left")],
    ["tr", msg("Top right")],
    ["bl", msg("Bottom left")],
    ["br", msg("Bottom right")],
  ],
  default: "tr",
  render: true,
});

export const legendRows = (): Control[][] => [
  [legendCorner()],
  [numberFormatControl({ name: "legend_format", label: msg("Legend format") })],
];
