import type { GalleryCase } from "../../chart-seam/chart-type.ts";

export const gallery: readonly GalleryCase[] = [
  {
    name: "Days by weather",
    dataset: "seattle_weather",
    formData: { groupby: ["weather"], metric: "count", label_type: "key_percent" },
  },
  {
    name: "Penguins by island",
    dataset: "penguins",
    formData: { groupby: ["island"], metric: "count", donut: true, innerRadius: 50, show_total: true },
  },
  {
    name: "Box office by genre",
    dataset: "movies",
    formData: { groupby: ["genre"], metric: "total_gross", threshold_for_other: 3, number_format: "$.3s" },
  },
  {
    name: "Bird strikes by phase of flight",
    dataset: "birdstrikes",
    formData: { groupby: ["time_of_day"], metric: "count", roseType: "area" },
  },
  {
    name: "Bird strikes by phase and bird size",
    dataset: "birdstrikes",
    formData: {
      groupby: ["time_of_day"],
      metric: "count",
      donut: true,
      label_type: "percent",
      matrixify_enable: true,
      matrixify_mode_rows: "dimensions",
      matrixify_dimension_rows: { dimension: "wildlife_size", values: ["Small", "Medium", "Large"] },
      matrixify_mode_columns: "dimensions",
      matrixify_dimension_columns: {
        dimension: "phase_of_flight",
        values: ["Approach", "Climb", "Landing Roll", "Take-off run"],
      },
      matrixify_row_height: 180,
    },
  },
];
