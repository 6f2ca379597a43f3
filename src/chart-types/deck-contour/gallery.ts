import type { GalleryCase } from "../../chart-seam/chart-type.ts";

const PLACE = { type: "latlong", latCol: "latitude", lonCol: "longitude" };

export const gallery: readonly GalleryCase[] = [
  {
    name: "Airport density",
    dataset: "airports",
    formData: { spatial: PLACE, size: "count", row_limit: 5000, cellSize: 150000 },
  },
  {
    name: "Earthquakes in California and Nevada",
    dataset: "earthquakes",
    formData: {
      spatial: PLACE,
      size: "count",
      cellSize: 40000,
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
  {
    name: "Contour lines of airport density",
    dataset: "airports",
    formData: {
      spatial: PLACE,
      size: "count",
      row_limit: 5000,
      cellSize: 150000,
      contours: [
        { lowerThreshold: 8, color: { r: 80, g: 148, b: 247, a: 1 }, strokeWidth: 1.5 },
        { lowerThreshold: 14, color: { r: 66, g: 102, b: 198, a: 1 }, strokeWidth: 2 },
        { lowerThreshold: 22, color: { r: 211, g: 121, b: 61, a: 1 }, strokeWidth: 2.5 },
      ],
    },
  },
];
