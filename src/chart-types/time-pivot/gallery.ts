import type { GalleryCase } from "../chart-type.ts";

export const gallery: readonly GalleryCase[] = [
  {
    name: "This year's warmth against the years before",
    dataset: "seattle_weather",
    formData: {
      x_axis: "date",
      time_grain_sqla: "P1W",
      metric: "avg_high",
      freq: "AS",
      line_interpolation: "monotone",
      y_axis_label: "°C",
      show_legend: true,
    },
  },
  {
    name: "Flights of the weeks",
    dataset: "flights",
    formData: { x_axis: "date", time_grain_sqla: "P1D", metric: "count", freq: "W-SUN" },
  },
  {
    name: "Out of work through the year",
    dataset: "unemployment_across_industries",
    formData: { x_axis: "date", time_grain_sqla: "P1M", metric: "unemployed", freq: "AS" },
  },
];
