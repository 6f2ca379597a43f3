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
    name: "Unemployed people by industry, stacked",
    dataset: "unemployment_across_industries",
    formData: { ...industries, stack: "Stack" },
  },
  {
    name: "Unemployment share by industry",
    dataset: "unemployment_across_industries",
    formData: { ...industries, stack: "Expand", show_extra_controls: true },
  },
  {
    name: "Unemployment by industry, stream",
    dataset: "unemployment_across_industries",
    formData: { ...industries, limit: 8, stack: "Stream", seriesType: "smooth" },
  },
  {
    name: "Population by region",
    dataset: "gapminder",
    formData: { x_axis: "year", time_grain_sqla: "P1Y", metrics: ["population"], groupby: ["region"], stack: "Stack" },
  },
];
