import type { GalleryCase } from "../../chart-seam/chart-type.ts";

const PLACE = { type: "latlong", latCol: "latitude", lonCol: "longitude" };

export const gallery: readonly GalleryCase[] = [
  {
    name: "One week of earthquakes by magnitude",
    dataset: "earthquakes",
    formData: {
      spatial: PLACE,
      point_radius_fixed: { type: "metric", value: "max_magnitude" },
      color_scheme_type: "linear_palette",
      linear_color_scheme: "tessera_copper",
      max_radius: 9,
      tooltip_contents: ["place"],
    },
  },
  {
    name: "US airports",
    dataset: "airports",
    formData: {
      spatial: PLACE,
      point_radius_fixed: { type: "fix", value: 2.5 },
      color_scheme_type: "fixed_color",
      tooltip_contents: ["name", "city", "state"],
      tooltip_template: "<b>{{name}}</b><br>{{city}}, {{state}}",
      row_limit: 5000,
    },
  },
  {
    name: "Earthquakes by reporting network",
    dataset: "earthquakes",
    formData: {
      spatial: PLACE,
      dimension: "network",
      tooltip_contents: ["place", "magnitude", "depth"],
      legend_position: "bl",
    },
  },
  {
    name: "Strong earthquakes by magnitude range",
    dataset: "earthquakes",
    formData: {
      spatial: PLACE,
      point_radius_fixed: { type: "metric", value: "max_magnitude" },
      color_scheme_type: "color_breakpoints",
      color_breakpoints: [
        { minValue: 2.5, maxValue: 4, color: { r: 233, g: 165, b: 92, a: 0.7 } },
        { minValue: 4, maxValue: 5.5, color: { r: 222, g: 105, b: 52, a: 0.8 } },
        { minValue: 5.5, maxValue: 9, color: { r: 196, g: 30, b: 58, a: 0.95 } },
      ],
      max_radius: 9,
      adhoc_filters: [
        { expressionType: "SIMPLE", clause: "WHERE", subject: "magnitude", operator: ">=", comparator: 2.5 },
      ],
      tooltip_contents: ["place"],
    },
  },
];
