import type { GalleryCase } from "../../chart-seam/chart-type.ts";

export const gallery: readonly GalleryCase[] = [
  {
    name: "Unemployment by quarter",
    dataset: "unemployment_across_industries",
    formData: {
      x_axis: "date",
      time_grain_sqla: "P3M",
      metrics: ["unemployed"],
      groupby: ["industry"],
      limit: 3,
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
    name: "S&P 500, stepped by quarter",
    dataset: "sp500",
    formData: {
      x_axis: "date",
      time_grain_sqla: "P3M",
      metrics: ["avg_price"],
      seriesType: "end",
      area: true,
      y_axis_format: "$,.0f",
    },
  },
  {
    name: "Monthly rainfall, step in the middle",
    dataset: "seattle_weather",
    formData: {
      x_axis: "date",
      time_grain_sqla: "P1M",
      metrics: ["rainfall"],
      seriesType: "middle",
      y_axis_title: "mm",
      y_axis_title_position: "Top",
    },
  },
  {
    name: "Bird strikes, stacked by size",
    dataset: "birdstrikes",
    formData: {
      x_axis: "flight_date",
      time_grain_sqla: "P1Y",
      metrics: ["count"],
      groupby: ["wildlife_size"],
      stack: "Stack",
      area: true,
      adhoc_filters: [
        {
          clause: "WHERE",
          expressionType: "SIMPLE",
          subject: "flight_date",
          operator: "TEMPORAL_RANGE",
          comparator: "1990-01-01 : 2002-01-01",
        },
      ],
    },
  },
];
