import type { GalleryCase } from "../../chart-seam/chart-type.ts";

export const gallery: readonly GalleryCase[] = [
  {
    name: "Hot days",
    dataset: "seattle_weather",
    formData: { x_axis: "date", time_grain_sqla: "P1D", metrics: ["record_high"], markerSize: 4 },
  },
  {
    name: "Budgets and ratings",
    dataset: "movies",
    formData: {
      x_axis: "imdb_rating",
      metrics: ["avg_budget"],
      x_axis_title: "IMDB rating",
      y_axis_title: "Average budget",
      y_axis_title_margin: 15,
    },
  },
  {
    name: "Heavier cars use more fuel",
    dataset: "cars",
    formData: {
      x_axis: "weight_lbs",
      metrics: ["avg_mpg"],
      groupby: ["origin"],
      x_axis_title: "Weight, pounds",
      y_axis_title: "Miles per gallon",
      y_axis_title_margin: 15,
    },
  },
];
