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
          description: "Outlines in longitude and latitude",
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
      [metricControl({ required: false, description: "Colors the areas" })],
      [
        {
          name: "point_radius_fixed",
          label: "Elevation",
          widget: "fixed-or-metric",
          default: { type: "fix", value: 0 },
          description: "Meters, of extruded areas",
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
          label: "Number of buckets",
          widget: "select",
          choices: buckets,
          freeForm: true,
          numeric: true,
          default: 5,
          render: true,
          description: "Steps of the color scale",
        },
      ],
      [
        {
          name: "break_points",
          label: "Bucket break points",
          widget: "select",
          choices: [],
          multi: true,
          freeForm: true,
          numeric: true,
          default: [],
          render: true,
          description: "Where the steps end, instead of steps of equal width",
        },
      ],
      [{ name: "opacity", label: "Opacity", widget: "slider", min: 1, max: 100, step: 1, default: 80, render: true }],
      [colorPicker("fill_color_picker", "Fill color")],
      [colorPicker("stroke_color_picker", "Stroke color")],
      [renderCheckbox("filled", "Filled", true), renderCheckbox("stroked", "Stroked", true)],
      [renderCheckbox("extruded", "Extruded", false)],
      [{ name: "line_width", label: "Line width", widget: "number", min: 0, default: 0.5, render: true }],
      [{ name: "multiplier", label: "Multiplier of the elevation", widget: "number", default: 1, render: true }],
      [renderCheckbox("reverse_long_lat", "Reverse longitude and latitude", false)],
      ...legendRows(),
    ],
  },
];
