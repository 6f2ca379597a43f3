import type { Choice, Collection, Control, Section } from "../../chart-seam/control.ts";
import { msg } from "../../i18n/translate.ts";
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

export const spatialPicker = (name: string, label: string): Control => ({
  name,
  label,
  widget: "spatial",
  required: true,
  description: "A longitude and a latitude column, one column with both, or a geohash column",
});

export const queryRows = (): Control[][] => [
  [filtersControl()],
  [rowLimitControl()],
  [
    {
      name: "filter_nulls",
      label: "Ignore null locations",
      widget: "checkbox",
      default: true,
      description: "Exclude rows without a location from the query",
    },
  ],
];

export const tooltipRows = (): Control[][] => [
  [tooltipContents()],
  [
    {
      name: "tooltip_template",
      label: "Tooltip template",
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
  label: "Tooltip contents",
  widget: "columns",
  multi: true,
  sqlAllowed: true,
  metricsAllowed: true,
  default: [],
  description: "Columns and metrics shown in the tooltip. With a metric, rows are grouped",
});

export const mapSection = (): Section => ({
  label: "Map",
  tab: "data",
  rows: [
    [mapStyleControl()],
    [
      renderCheckbox("autozoom", "Fit to data", {
        default: true,
        description: "Fit the view to the data. Off = use the view below",
      }),
    ],
    [
      {
        name: "viewport",
        label: "View",
        widget: "viewport",
        render: true,
        visible: ({ formData }) => formData.autozoom === false,
        keepWhenHidden: true,
      },
    ],
  ],
});

const SCHEME_NAMES: Readonly<Record<ColorSchemeType, string>> = {
  fixed_color: "One color",
  categorical_palette: "By category",
  linear_palette: "By value",
  color_breakpoints: "By value range",
};

const RANGES: Collection = {
  title: msg("Range"),
  addText: msg("Add a range"),
  newEntry: { minValue: 0, maxValue: 1, color: { r: 66, g: 102, b: 198, a: 0.8 } },
  fields: [
    { name: "minValue", label: "From", widget: "number", required: true },
    { name: "maxValue", label: "To", widget: "number", required: true },
    { name: "color", label: "Color", widget: "color" },
  ],
  describe: ({ minValue, maxValue }) => `${minValue} to ${maxValue}`,
  problem: ({ minValue, maxValue }) =>
    Number(minValue) > Number(maxValue) ? "From can't be greater than To" : undefined,
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
    fixed_color: [[colorPicker("color_picker", "Color", only("fixed_color"))]],
    categorical_palette: [[colorSchemeControl(only("categorical_palette"))]],
    linear_palette: [[linearColorSchemeControl(only("linear_palette"))]],
    color_breakpoints: [
      [
        {
          name: "color_breakpoints",
          label: "Ranges",
          widget: "collection",
          render: true,
          default: [],
          ...RANGES,
          ...only("color_breakpoints"),
        },
      ],
      [colorPicker("default_breakpoint_color", "Other values", only("color_breakpoints"))],
    ],
  };
  return [
    [
      {
        name: "color_scheme_type",
        label: "Color by",
        widget: "select",
        choices: schemes.map((scheme): Choice => [scheme, SCHEME_NAMES[scheme]]),
        default: initial,
        render: true,
      },
    ],
    ...schemes.flatMap((scheme) => controls[scheme]),
  ];
}

export const colorPicker = (name: string, label: string, part: Partial<Control> = {}): Control =>
  ({ name, label, widget: "color", render: true, ...part }) as Control;

export const legendCorner = (): Control => ({
  name: "legend_position",
  label: "Legend",
  widget: "select",
  choices: [
    [null, "None"],
    ["tl", "Top left"],
    ["tr", "Top right"],
    ["bl", "Bottom left"],
    ["br", "Bottom right"],
  ],
  default: "tr",
  render: true,
});

export const legendRows = (): Control[][] => [
  [legendCorner()],
  [numberFormatControl({ name: "legend_format", label: "Legend format" })],
];
