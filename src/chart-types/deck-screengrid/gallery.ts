import type { GalleryCase } from "../../chart-seam/chart-type.ts";

const PLACE = { type: "latlong", latCol: "latitude", lonCol: "longitude" };

export const gallery: readonly GalleryCase[] = [
  {
    name: "US airports on a screen grid",
    dataset: "airports",
    formData: { spatial: PLACE, size: "count", row_limit: 5000, grid_size: 12 },
  },
  {
    name: "One week of earthquakes",
    dataset: "earthquakes",
    formData: { spatial: PLACE, size: "count", linear_color_scheme: "tessera_copper", grid_size: 16 },
  },
  {
    name: "Airports in one color",
    dataset: "airports",
    formData: { spatial: PLACE, size: "count", row_limit: 5000, color_scheme_type: "fixed_color" },
  },
  {
    name: "Airports by step",
    dataset: "airports",
    formData: {
      spatial: PLACE,
      size: "count",
      row_limit: 5000,
      color_scheme_type: "categorical_palette",
      grid_size: 16,
    },
  },
];
