import type { GalleryCase } from "../../chart-seam/chart-type.ts";

export const gallery: readonly GalleryCase[] = [
  {
    name: "Monthly highs and lows",
    dataset: "seattle_weather",
    formData: {
      x_axis: "date",
      time_grain_sqla: "P1M",
      metrics: ["avg_high", "avg_low"],
      y_axis_title: "°C",
      y_axis_title_position: "Top",
    },
  },
  {
    name: "Unemployment by industry",
    dataset: "unemployment_across_industries",
    formData: {
      x_axis: "date",
      time_grain_sqla: "P3M",
      metrics: ["unemployed"],
      groupby: ["industry"],
      limit: 4,
      timeseries_limit_metric: "unemployed",
      adhoc_filters: [
        {
          clause: "WHERE",
          expressionType: "SIMPLE",
          subject: "date",
          operator: "TEMPORAL_RANGE",
          comparator: "2000-01-01 : 2010-01-01",
        },
      ],
    },
  },
  {
    name: "Fertility rate",
    dataset: "gapminder",
    formData: {
      x_axis: "year",
      time_grain_sqla: "P1Y",
      metrics: ["children"],
      groupby: ["region"],
      markerEnabled: true,
      sort_series_type: "max",
    },
  },
  {
    name: "This year and last year",
    dataset: "sp500",
    formData: {
      x_axis: "date",
      time_grain_sqla: "P1M",
      metrics: ["avg_price"],
      time_compare: ["1 year ago"],
      adhoc_filters: [
        {
          clause: "WHERE",
          expressionType: "SIMPLE",
          subject: "date",
          operator: "TEMPORAL_RANGE",
          comparator: "2005-01-01 : 2010-04-01",
        },
      ],
      y_axis_format: "$,.0f",
    },
  },
];
