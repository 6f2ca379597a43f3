import type { GalleryCase } from "../../chart-seam/chart-type.ts";

export const gallery: readonly GalleryCase[] = [
  {
    name: "S&P 500, monthly",
    dataset: "sp500",
    formData: { x_axis: "date", time_grain_sqla: "P1M", metrics: ["avg_price"], y_axis_format: "$,.0f" },
  },
  {
    name: "Unemployment as a stream",
    dataset: "unemployment_across_industries",
    formData: {
      x_axis: "date",
      time_grain_sqla: "P1M",
      metrics: ["unemployed"],
      groupby: ["industry"],
      limit: 6,
      timeseries_limit_metric: "unemployed",
      stack: "Stream",
    },
  },
  {
    name: "Delays grow during the day",
    dataset: "flights",
    formData: {
      x_axis: "hour",
      metrics: ["avg_delay", "p90_delay"],
      x_axis_title: "Hour of the day",
      y_axis_title: "minutes",
      y_axis_title_position: "Top",
    },
  },
  {
    name: "Life expectancy with markers",
    dataset: "gapminder",
    formData: {
      x_axis: "year",
      time_grain_sqla: "P1Y",
      metrics: ["life_expectancy"],
      groupby: ["region"],
      markerEnabled: true,
      truncateYAxis: true,
    },
  },
];
