import type { GalleryCase } from "../../chart-seam/chart-type.ts";

export const gallery: readonly GalleryCase[] = [
  {
    name: "When delays happen",
    dataset: "flights",
    formData: {
      x_axis: "hour",
      groupby: "weekday",
      metric: "late_share",
      sort_x_axis: "alpha_asc",
      row_limit: 1000,
      adhoc_filters: [{ clause: "WHERE", expressionType: "SIMPLE", subject: "hour", operator: ">=", comparator: 6 }],
    },
  },
  {
    name: "Departures by weekday and hour",
    dataset: "flights",
    formData: {
      x_axis: "hour",
      groupby: "weekday",
      metric: "count",
      legend_type: "piecewise",
      linear_color_scheme: "tessera_copper",
      normalize_across: "y",
    },
  },
  {
    name: "Unemployment by industry",
    dataset: "unemployment_across_industries",
    formData: {
      x_axis: "date",
      time_grain_sqla: "P1Y",
      groupby: "industry",
      metric: "avg_rate",
      sort_y_axis: "value_desc",
      show_values: true,
      y_axis_format: ".0%",
    },
  },
  {
    name: "Average daily high in Seattle",
    dataset: "seattle_weather",
    formData: {
      x_axis: "month",
      groupby: "year",
      metric: "avg_high",
      y_axis_format: ",.0f",
      show_values: true,
      sort_y_axis: "alpha_asc",
      linear_color_scheme: "tessera_diverging_warm",
    },
  },
];
