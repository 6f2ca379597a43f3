import type { GalleryCase } from "../../chart-seam/chart-type.ts";

export const gallery: readonly GalleryCase[] = [
  {
    name: "The index since the start of the century",
    dataset: "sp500",
    formData: { x_axis: "date", time_grain_sqla: "P1M", metrics: ["avg_price"] },
  },
  {
    name: "Where work was lost, since 2000",
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
    name: "More people, by region",
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
