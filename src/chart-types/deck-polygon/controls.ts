import { linearColorSchemeControl, metricControl, renderCheckbox } from "../../chart-kit/controls/controls.ts";
import { colorPicker, legendRows, mapSection, queryRows, tooltipRows } from "../../chart-kit/map/map-controls.ts";
import type { Choice, Section } from "../../chart-seam/control.ts";

const buckets = [2, 3, 5, 10].map((count): Choice => [count, String(count)]);

export const sections: readonly Section[] = [
  {
    label: "Query",
    expanded: true,
    tab: "data",
    rows: [
      [
        {
          name: "line_column",
          label: "Polygon column",
          widget: "columns",
          multi: false,
          sqlAllowed: true,
          required: true,
          description: "Column with the outline of each area (longitude, latitude)",
        },
      ],
      [
        {
          name: "line_type",
          label: "Polygon encoding",
          widget: "select",
          choices: [
            ["json", "JSON"],
            ["polyline", "Polyline"],
            ["geohash", "Geohash (square)"],
          ],
          default: "json",
        },
      ],
      [metricControl({ required: false, description: "Colors areas by value" })],
      [
        {
          name: "point_radius_fixed",
          label: "Elevation",
          widget: "fixed-or-metric",
          default: { type: "fix", value: 0 },
          description: "Height of 3D areas, in meters",
        },
      ],
      ...queryRows(),
      ...tooltipRows(),
    ],
  },
  mapSection(),
  {
    label: "Polygon settings",
    expanded: true,
    tab: "customize",
    rows: [
      [linearColorSchemeControl()],
      [
        {
          name: "num_buckets",
          label: "Number of color steps",
          widget: "select",
          choices: buckets,
          freeForm: true,
          numeric: true,
          default: 5,
          render: true,
          description: "Number of equal steps in the color scale",
        },
      ],
      [
        {
          name: "break_points",
          label: "Color step limits",
          widget: "select",
          choices: [],
          multi: true,
          freeForm: true,
          numeric: true,
          default: [],
          render: true,
          description: "Upper limits of the steps, instead of equal steps. For example, 10,50,100",
        },
      ],
      [{ name: "opacity", label: "Opacity", widget: "slider", min: 1, max: 100, step: 1, default: 80, render: true }],
      [colorPicker("fill_color_picker", "Fill color")],
      [colorPicker("stroke_color_picker", "Outline color")],
      [renderCheckbox("filled", "Fill shapes", true), renderCheckbox("stroked", "Show outline", true)],
      [renderCheckbox("extruded", "3D (extruded)", false)],
      [{ name: "line_width", label: "Line width", widget: "number", min: 0, default: 0.5, render: true }],
      [{ name: "multiplier", label: "Elevation multiplier", widget: "number", default: 1, render: true }],
      [renderCheckbox("reverse_long_lat", "Swap longitude and latitude", false)],
      ...legendRows(),
    ],
  },
];
