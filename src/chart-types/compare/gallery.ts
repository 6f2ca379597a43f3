import type { GalleryCase } from "../../chart-seam/chart-type.ts";

export const gallery: readonly GalleryCase[] = [
  {
    name: "S&P 500 since 2000",
    dataset: "sp500",
    formData: { x_axis: "date", time_grain_sqla: "P1M", metrics: ["avg_price"] },
  },
  {
    name: "Employment change by industry since 2000",
    dataset: "unemployment_across_industries",
    formData: {
      x_axis: "date",
      time_grain_sqla: "P1Y",
      metrics: ["unemployed"],
      groupby: ["industry"],
      limit: 5,
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
    name: "Population growth by region",
    dataset: "gapminder",
    formData: {
      x_axis: "year",
      time_grain_sqla: "P1Y",
      metrics: ["population"],
      groupby: ["region"],
      sort_series_type: "max",
    },
  },
];
