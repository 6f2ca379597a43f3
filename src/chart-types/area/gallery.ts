import type { GalleryCase } from "../../chart-seam/chart-type.ts";

const industries = {
  x_axis: "date",
  time_grain_sqla: "P1M",
  metrics: ["unemployed"],
  groupby: ["industry"],
  limit: 5,
  timeseries_limit_metric: "unemployed",
};

export const gallery: readonly GalleryCase[] = [
  {
    name: "Out of work, stacked",
    dataset: "unemployment_across_industries",
    formData: { ...industries, stack: "Stack" },
  },
  {
    name: "Shares of those out of work",
    dataset: "unemployment_across_industries",
    formData: { ...industries, stack: "Expand", show_extra_controls: true },
  },
  {
    name: "A stream of industries",
    dataset: "unemployment_across_industries",
    formData: { ...industries, limit: 8, stack: "Stream", seriesType: "smooth" },
  },
  {
    name: "People, by region",
    dataset: "gapminder",
    formData: { x_axis: "year", time_grain_sqla: "P1Y", metrics: ["population"], groupby: ["region"], stack: "Stack" },
  },
];
