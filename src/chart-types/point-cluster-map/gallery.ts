import type { GalleryCase } from "../../chart-seam/chart-type.ts";

const PLACE = { all_columns_x: "longitude", all_columns_y: "latitude" };

export const gallery: readonly GalleryCase[] = [
  { name: "Airports of the USA", dataset: "airports", formData: { ...PLACE, row_limit: 5000 } },
  {
    name: "One week of earthquakes, average magnitude",
    dataset: "earthquakes",
    formData: {
      ...PLACE,
      map_label: ["magnitude"],
      pandas_aggfunc: "mean",
      map_color: "#dc143c",
      global_opacity: 0.85,
    },
  },
  {
    name: "Airports around New York",
    dataset: "airports",
    formData: {
      ...PLACE,
      clustering_radius: "20",
      map_color: "#800080",
      viewport_longitude: -74,
      viewport_latitude: 41.2,
      viewport_zoom: 6,
    },
  },
];
