import type { GalleryCase } from "../chart-type.ts";

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
    name: "Takings by genre",
    dataset: "movies",
    formData: { groupby: ["genre"], metric: "total_gross", threshold_for_other: 3, number_format: "$.3s" },
  },
  {
    name: "When birds strike",
    dataset: "birdstrikes",
    formData: { groupby: ["time_of_day"], metric: "count", roseType: "area" },
  },
];
