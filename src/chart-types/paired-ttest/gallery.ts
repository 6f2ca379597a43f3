import type { GalleryCase } from "../../chart-seam/chart-type.ts";

export const gallery: readonly GalleryCase[] = [
  {
    name: "Unemployment by industry, 2000 to 2010",
    dataset: "unemployment_across_industries",
    formData: { granularity_sqla: "date", metrics: ["avg_rate"], groupby: ["industry"] },
  },
  {
    name: "Delays by weekday",
    dataset: "flights",
    formData: {
      granularity_sqla: "date",
      time_grain_sqla: "P1W",
      metrics: ["late_share", "avg_delay"],
      groupby: ["weekday"],
      liftvalue_precision: 1,
      pvalue_precision: 4,
    },
  },
  {
    name: "Monthly rainfall by year",
    dataset: "seattle_weather",
    formData: {
      granularity_sqla: "month_of_year",
      metrics: ["rainfall"],
      groupby: ["year"],
      liftvalue_precision: 1,
      significance_level: 0.1,
    },
  },
];
