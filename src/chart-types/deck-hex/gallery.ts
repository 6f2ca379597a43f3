import type { GalleryCase } from "../../chart-seam/chart-type.ts";

const PLACE = { type: "latlong", latCol: "latitude", lonCol: "longitude" };

export const gallery: readonly GalleryCase[] = [
  {
    name: "Where the airports of the USA are",
    dataset: "airports",
    formData: { spatial: PLACE, size: "count", row_limit: 5000, extruded: false },
  },
  {
    name: "Airports, standing",
    dataset: "airports",
    formData: { spatial: PLACE, size: "count", row_limit: 5000, linear_color_scheme: "tessera_copper" },
  },
  {
    name: "Earthquakes of California and Nevada",
    dataset: "earthquakes",
    formData: {
      spatial: PLACE,
      size: "count",
      extruded: false,
      grid_size: 15000,
      linear_color_scheme: "tessera_copper",
      adhoc_filters: [
        {
          expressionType: "SIMPLE",
          clause: "WHERE",
          subject: "network",
          operator: "IN",
          comparator: ["nc", "ci", "nn"],
        },
      ],
    },
  },
];
