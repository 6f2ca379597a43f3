import type { GalleryCase } from "../../chart-seam/chart-type.ts";

export const gallery: readonly GalleryCase[] = [
  {
    name: "Unemployment by industry",
    dataset: "unemployment_across_industries",
    formData: { x_axis: "date", time_grain_sqla: "P1M", metrics: ["unemployed"], groupby: ["industry"] },
  },
  {
    name: "Change since 2000, shared scale",
    dataset: "unemployment_across_industries",
    formData: {
      x_axis: "date",
      time_grain_sqla: "P1M",
      metrics: ["avg_rate"],
      groupby: ["industry"],
      limit: 6,
      horizon_color_scale: "change",
      series_height: 40,
      y_axis_format: ".1%",
    },
  },
  {
    name: "Monthly job gains and losses",
    dataset: "us_employment",
    formData: { x_axis: "month", time_grain_sqla: "P1M", metrics: ["net_change"], series_height: 100 },
  },
  {
    name: "Weather by metric",
    dataset: "seattle_weather",
    formData: {
      x_axis: "date",
      time_grain_sqla: "P1W",
      metrics: ["avg_high", "avg_low", "rainfall", "avg_wind"],
      series_height: 50,
    },
  },
];
