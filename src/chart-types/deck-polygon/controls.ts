import { linearColorSchemeControl, metricControl, renderCheckbox } from "../../chart-kit/controls/controls.ts";
import { colorPicker, legendRows, mapSection, queryRows, tooltipRows } from "../../chart-kit/map/map-controls.ts";
import { type FixedChoice, type Section, verbatim } from "../../chart-seam/control.ts";
import { msg } from "../../i18n/translate.ts";

const buckets = [2, 3, 5, 10].map((count): FixedChoice => [count, verbatim(String(count))]);

export const sections: readonly Section[] = [
  {
    label: msg("Query"),
    expanded: true,
    tab: "data",
    rows: [
      [
        {
          name: "line_column",
          label: msg("Polygon column"),
          widget: "columns",
          multi: false,
          sqlAllowed: true,
          required: true,
          description: msg("Column with the outline of each area (longitude, latitude)"),
        },
      ],
      [
        {
          name: "line_type",
          label: msg("Polygon encoding"),
          widget: "select",
          choices: [
            ["json", msg("JSON")],
            ["polyline", msg("Polyline")],
            ["geohash", msg("Geohash (square)")],
          ],
          default: "json",
        },
      ],
      [metricControl({ required: false, description: msg("Colors areas by value") })],
      [
        {
          name: "point_radius_fixed",
          label: msg("Elevation"),
          widget: "fixed-or-metric",
          default: { type: "fix", value: 0 },
          description: msg("Height of 3D areas, in meters"),
        },
      ],
      ...queryRows(),
      ...tooltipRows(),
    ],
  },
  mapSection(),
  {
    label: msg("Polygon settings"),
    expanded: true,
    tab: "customize",
    rows: [
      [linearColorSchemeControl()],
      [
        {
          name: "num_buckets",
          label: msg("Number of color steps"),
          widget: "select",
          choices: buckets,
          freeForm: true,
          numeric: true,
          default: 5,
          render: true,
          description: msg("Number of equal steps in the color scale"),
        },
      ],
      [
        {
          name: "break_points",
          label: msg("Color step limits"),
          widget: "select",
          choices: [],
          multi: true,
          freeForm: true,
          numeric: true,
          default: [],
          render: true,
          description: msg("Upper limits of the steps, instead of equal steps. For example, 10,50,100"),
        },
      ],
      [
        {
          name: "opacity",
          label: msg("Opacity"),
          widget: "slider",
          min: 1,
          max: 100,
          step: 1,
          default: 80,
          render: true,
        },
      ],
      [colorPicker("fill_color_picker", msg("Fill color"))],
      [colorPicker("stroke_color_picker", msg("Outline color"))],
      [renderCheckbox("filled", msg("Fill shapes"), true), renderCheckbox("stroked", msg("Show outline"), true)],
      [renderCheckbox("extruded", msg("3D (extruded)"), false)],
      [{ name: "line_width", label: msg("Line width"), widget: "number", min: 0, default: 0.5, render: true }],
      [{ name: "multiplier", label: msg("Elevation multiplier"), widget: "number", default: 1, render: true }],
      [renderCheckbox("reverse_long_lat", msg("Swap longitude and latitude"), false)],
      ...legendRows(),
    ],
  },
];
