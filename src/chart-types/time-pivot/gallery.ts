import type { GalleryCase } from "../../chart-seam/chart-type.ts";

export const gallery: readonly GalleryCase[] = [
  {
    name: "Temperature this year vs. earlier years",
    dataset: "seattle_weather",
    formData: {
      x_axis: "date",
      time_grain_sqla: "P1W",
      metric: "avg_high",
      freq: "AS",
      line_interpolation: "monotone",
      y_axis_label: "°C",
      show_legend: true,
      adhoc_filters: [
        {
          clause: "WHERE",
          expressionType: "SIMPLE",
          subject: "date",
          operator: "TEMPORAL_RANGE",
          comparator: "2012-01-02 : 2016-01-01",
        },
      ],
    },
  },
  {
    name: "Flights by week",
    dataset: "flights",
    formData: {
      x_axis: "date",
      time_grain_sqla: "P1D",
      metric: "count",
      freq: "W-SUN",
      adhoc_filters: [
        {
          clause: "WHERE",
          expressionType: "SIMPLE",
          subject: "date",
          operator: "TEMPORAL_RANGE",
          comparator: "2001-01-01 : 2001-06-25",
        },
      ],
    },
  },
  {
    name: "Unemployment through the year",
    dataset: "unemployment_across_industries",
    formData: { x_axis: "date", time_grain_sqla: "P1M", metric: "unemployed", freq: "AS" },
  },
];
