import type { GalleryCase } from "../../chart-seam/chart-type.ts";

const PLACE = { type: "latlong", latCol: "latitude", lonCol: "longitude" };

export const gallery: readonly GalleryCase[] = [
  {
    name: "US airport density",
    dataset: "airports",
    formData: { spatial: PLACE, size: "count", row_limit: 5000, radius_pixels: 20 },
  },
  {
    name: "One week of earthquakes by magnitude",
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
