import type { GalleryCase } from "../../chart-seam/chart-type.ts";

export const gallery: readonly GalleryCase[] = [
  {
    name: "Busiest origins",
    dataset: "flights",
    formData: {
      x_axis: "origin",
      metrics: ["count"],
      orientation: "horizontal",
      row_limit: 10,
      show_value: true,
      x_axis_sort: "count",
      x_axis_sort_asc: false,
    },
  },
  {
    name: "Rainfall by month",
    dataset: "seattle_weather",
    formData: { x_axis: "month", metrics: ["rainfall"], y_axis_title: "Millimeters in four years" },
  },
  {
    name: "Bird strikes by species",
    dataset: "birdstrikes",
    formData: { x_axis: "species", metrics: ["count"], row_limit: 12, show_value: true },
  },
  {
    name: "Sun or rain, by month",
    dataset: "seattle_weather",
    formData: { x_axis: "month", metrics: ["count"], groupby: ["weather"], stack: "Stack", contributionMode: "row" },
  },
  {
    name: "Jobs gained and lost",
    dataset: "us_employment",
    formData: { x_axis: "month", time_grain_sqla: "P1M", metrics: ["net_change"] },
  },
  {
    name: "Deaths from disasters",
    dataset: "disasters",
    formData: {
      x_axis: "decade",
      metrics: ["total_deaths"],
      groupby: ["kind"],
      stack: "Stack",
      show_value: true,
      adhoc_filters: [{ clause: "WHERE", expressionType: "SIMPLE", subject: "is_total", operator: "IS FALSE" }],
    },
  },
  {
    name: "Seattle seasons by year",
    dataset: "seattle_weather",
    formData: {
      x_axis: "date",
      time_grain_sqla: "P1M",
      metrics: ["avg_high"],
      x_axis_time_format: "%b",
      matrixify_enable: true,
      matrixify_mode_rows: "metrics",
      matrixify_rows: ["avg_high", "rainfall", "avg_wind"],
      matrixify_mode_columns: "dimensions",
      matrixify_dimension_columns: { dimension: "year", values: [] },
      matrixify_dimension_selection_mode_columns: "all",
      matrixify_row_height: 150,
    },
  },
];
