import type { GalleryCase } from "../../chart-seam/chart-type.ts";

export const gallery: readonly GalleryCase[] = [
  {
    name: "Unemployment by county, 2009",
    dataset: "us_counties",
    formData: {
      line_column: "outline",
      metric: "avg_rate",
      stroked: false,
      opacity: 90,
      tooltip_contents: ["county", { item_type: "metric", metric_name: "avg_rate" }],
    },
  },
  {
    name: "London boroughs by area",
    dataset: "london_boroughs",
    formData: {
      line_column: "outline",
      metric: "area",
      linear_color_scheme: "tessera_verdigris",
      tooltip_contents: ["name", "square_km"],
    },
  },
  {
    name: "London boroughs raised by area",
    dataset: "london_boroughs",
    formData: {
      line_column: "outline",
      metric: "area",
      extruded: true,
      point_radius_fixed: { type: "metric", value: "area" },
      multiplier: 60,
      linear_color_scheme: "tessera_copper",
      tooltip_contents: ["name", "square_km"],
    },
  },
];
