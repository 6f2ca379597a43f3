import type { GalleryCase } from "../chart-type.ts";

export const gallery: readonly GalleryCase[] = [
  {
    name: "Bird strikes by phase, size and damage",
    dataset: "birdstrikes",
    formData: {
      metrics: ["count"],
      groupby: ["phase_of_flight", "wildlife_size", "damage"],
      partition_threshold: 0.01,
    },
  },
  {
    name: "Takings by source and genre",
    dataset: "movies",
    formData: { metrics: ["total_gross"], groupby: ["source", "genre"], number_format: "$.3s", partition_limit: 6 },
  },
  {
    name: "Cars by origin and year",
    dataset: "cars",
    formData: {
      metrics: ["count"],
      groupby: ["origin"],
      granularity_sqla: "year",
      time_grain_sqla: "P1Y",
      time_series_option: "time_series",
      partition_limit: 20,
      partition_threshold: 0,
      date_time_format: "%Y",
    },
  },
];
