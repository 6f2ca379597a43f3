import type { GalleryCase } from "../../chart-seam/chart-type.ts";

const PLACE = { type: "latlong", latCol: "latitude", lonCol: "longitude" };

export const gallery: readonly GalleryCase[] = [
  {
    name: "Where the airports of the USA crowd",
    dataset: "airports",
    formData: { spatial: PLACE, size: "count", row_limit: 5000, radius_pixels: 20 },
  },
  {
    name: "Earthquakes of a week, by strength",
    dataset: "earthquakes",
    formData: { spatial: PLACE, size: "max_magnitude", linear_color_scheme: "tessera_copper" },
  },
  {
    name: "Earthquakes in California and Nevada",
    dataset: "earthquakes",
    formData: {
      spatial: PLACE,
      size: "count",
      radius_pixels: 25,
      linear_color_scheme: "schemeYlOrRd",
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
