import type { GalleryCase } from "../../chart-seam/chart-type.ts";

export const gallery: readonly GalleryCase[] = [
  {
    name: "Seattle weather by month",
    dataset: "seattle_weather",
    formData: {
      granularity_sqla: "month_of_year",
      metrics: ["count"],
      groupby: ["weather"],
      date_time_format: "%b",
      rose_area_proportion: true,
    },
  },
  {
    name: "Rainfall by month",
    dataset: "seattle_weather",
    formData: { granularity_sqla: "month_of_year", metrics: ["rainfall"], date_time_format: "%B" },
  },
  {
    name: "Bird strikes by year and damage",
    dataset: "birdstrikes",
    formData: {
      granularity_sqla: "flight_date",
      time_grain_sqla: "P1Y",
      metrics: ["count"],
      groupby: ["wildlife_size"],
      adhoc_filters: [
        {
          clause: "WHERE",
          expressionType: "SIMPLE",
          subject: "flight_date",
          operator: "TEMPORAL_RANGE",
          comparator: "1990-01-01 : 2002-01-01",
        },
      ],
    },
  },
];
