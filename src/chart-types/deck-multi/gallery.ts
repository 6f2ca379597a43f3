import type { GalleryCase } from "../../chart-seam/chart-type.ts";

const PLACE = { type: "latlong", latCol: "latitude", lonCol: "longitude" };
const ORIGIN = { type: "latlong", latCol: "origin_latitude", lonCol: "origin_longitude" };
const DESTINATION = { type: "latlong", latCol: "destination_latitude", lonCol: "destination_longitude" };

const WEST = {
  expressionType: "SIMPLE",
  clause: "WHERE",
  subject: "state",
  operator: "IN",
  comparator: ["WA", "OR", "CA", "NV", "ID"],
};

export const gallery: readonly GalleryCase[] = [
  {
    name: "Routes and their origin airports",
    dataset: "flight_routes",
    formData: {
      deck_slices: [
        {
          viz_type: "deck_arc",
          slice_name: "Routes",
          start_spatial: ORIGIN,
          end_spatial: DESTINATION,
          row_limit: 150,
          color_picker: { r: 92, g: 132, b: 232, a: 0.5 },
          target_color_picker: { r: 92, g: 132, b: 232, a: 0.5 },
          legend_position: null,
        },
        {
          viz_type: "deck_scatter",
          slice_name: "Airports",
          spatial: ORIGIN,
          point_radius_fixed: { type: "metric", value: "flights" },
          point_unit: "square_m",
          color_scheme_type: "fixed_color",
          color_picker: { r: 211, g: 121, b: 61, a: 0.85 },
          min_radius: 3,
          max_radius: 12,
        },
      ],
    },
  },
  {
    name: "Western airports: density and points",
    dataset: "airports",
    formData: {
      deck_slices: [
        {
          viz_type: "deck_hex",
          slice_name: "Density",
          spatial: PLACE,
          size: "count",
          extruded: false,
          row_limit: 5000,
          adhoc_filters: [WEST],
        },
        {
          viz_type: "deck_scatter",
          slice_name: "Airports",
          spatial: PLACE,
          point_radius_fixed: { type: "fix", value: 1 },
          color_scheme_type: "fixed_color",
          color_picker: { r: 211, g: 121, b: 61, a: 1 },
          min_radius: 2.5,
          max_radius: 2.5,
          row_limit: 5000,
          adhoc_filters: [WEST],
        },
      ],
    },
  },
  {
    name: "Earthquakes: heat map with strong ones as points",
    dataset: "earthquakes",
    formData: {
      deck_slices: [
        { viz_type: "deck_heatmap", slice_name: "All", spatial: PLACE, size: "count", row_limit: 5000 },
        {
          viz_type: "deck_scatter",
          slice_name: "Magnitude 4.5 and more",
          spatial: PLACE,
          point_radius_fixed: { type: "metric", value: "max_magnitude" },
          color_scheme_type: "fixed_color",
          color_picker: { r: 211, g: 121, b: 61, a: 0.85 },
          max_radius: 10,
          adhoc_filters: [
            { expressionType: "SIMPLE", clause: "WHERE", subject: "magnitude", operator: ">=", comparator: 4.5 },
          ],
        },
      ],
    },
  },
];
