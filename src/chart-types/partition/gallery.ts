import type { GalleryCase } from "../../chart-seam/chart-type.ts";

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
    name: "Box office by source and genre",
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
  {
    name: "Bird strikes by size vs. a year earlier",
    dataset: "birdstrikes",
    formData: {
      metrics: ["count"],
      groupby: ["wildlife_size"],
      granularity_sqla: "flight_date",
      time_grain_sqla: "P1Y",
      time_range: "1996-01-01 : 2002-01-01",
      time_series_option: "adv_anal",
      time_compare: ["1 year ago"],
      partition_threshold: 0,
      date_time_format: "%Y",
    },
  },
];
