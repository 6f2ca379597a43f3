import type { Choice, Collection, Control, Section } from "../../chart-seam/control.ts";
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

/** Controls that maps share. */

export const spatialPicker = (name: string, label: string): Control => ({
  name,
  label,
  widget: "spatial",
  required: true,
  description: "Two columns with longitude and latitude, one column with both, or a geohash",
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
      description: "Leave rows without a place out of the query",
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
      description:
        "Markup that tells of a mark, in Handlebars: {{column}} is the value of a column that the map asks for",
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
  description: "Columns and metrics that the tooltip tells of a mark. With a metric, a mark is drawn for each group",
});

/** Where the map looks. */
export const mapSection = (): Section => ({
  label: "Map",
  tab: "data",
  rows: [
    [mapStyleControl()],
    [
      renderCheckbox("autozoom", "Fit to the data", {
        default: true,
        description: "Show all data whenever they change; otherwise the view below",
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
  color_breakpoints: "By ranges of values",
};

const RANGES: Collection = {
  noun: "range",
  newEntry: { minValue: 0, maxValue: 1, color: { r: 66, g: 102, b: 198, a: 0.8 } },
  fields: [
    { name: "minValue", label: "From", widget: "number", required: true },
    { name: "maxValue", label: "To", widget: "number", required: true },
    { name: "color", label: "Color", widget: "color" },
  ],
  describe: ({ minValue, maxValue }) => `${minValue} to ${maxValue}`,
  problem: ({ minValue, maxValue }) => (Number(minValue) > Number(maxValue) ? "From must not be above To" : undefined),
};

export interface SchemeOptions {
  schemes: readonly ColorSchemeType[];
  default: ColorSchemeType;
}

/** How marks are coloured, and what each way needs. */
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
