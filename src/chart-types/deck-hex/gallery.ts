import type { GalleryCase } from "../../chart-seam/chart-type.ts";

const PLACE = { type: "latlong", latCol: "latitude", lonCol: "longitude" };

export const gallery: readonly GalleryCase[] = [
  {
    name: "US airports",
    dataset: "airports",
    formData: { spatial: PLACE, size: "count", row_limit: 5000, extruded: false },
  },
  {
    name: "US airports in 3D",
    dataset: "airports",
    formData: { spatial: PLACE, size: "count", row_limit: 5000, linear_color_scheme: "tessera_copper" },
  },
  {
    name: "Earthquakes in California and Nevada",
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
