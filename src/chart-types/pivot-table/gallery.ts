import type { GalleryCase } from "../../chart-seam/chart-type.ts";

export const gallery: readonly GalleryCase[] = [
  {
    name: "Late flights by month with exact totals",
    dataset: "flights",
    formData: {
      groupbyRows: ["destination_city"],
      groupbyColumns: ["date"],
      time_grain_sqla: "P1M",
      metrics: ["late_share"],
      adhoc_filters: [
        {
          clause: "WHERE",
          expressionType: "SQL",
          sqlExpression: "destination IN ('ORD','ATL','DFW','LAX','PHX','DTW','MSP','EWR','BOS','SEA','LAS','DEN')",
        },
      ],
      rowTotals: true,
      colTotals: true,
      rowOrder: "value_z_to_a",
      conditional_formatting: [{ column: "late_share", operator: "None", colorScheme: "colorWarning" }],
    },
  },
  {
    name: "Bird strikes and costs by time of day and phase",
    dataset: "birdstrikes",
    formData: {
      groupbyRows: ["time_of_day", "phase_of_flight"],
      groupbyColumns: ["wildlife_size"],
      metrics: ["count", "total_cost"],
      combineMetric: true,
      rowTotals: true,
      colTotals: true,
      rowSubTotals: true,
      rowSubtotalPosition: true,
    },
  },
  {
    name: "Life expectancy by region and country",
    dataset: "gapminder",
    formData: {
      groupbyRows: ["region", "country"],
      groupbyColumns: ["year"],
      time_grain_sqla: "P1Y",
      metrics: ["life_expectancy"],
      rowSubTotals: true,
      colTotals: true,
      valueFormat: ",.1f",
      conditional_formatting: [
        { column: "life_expectancy", operator: "<", targetValue: 55, colorScheme: "colorError" },
      ],
    },
  },
  {
    name: "Movies by rating and genre, percent of rating",
    dataset: "movies",
    formData: {
      groupbyRows: ["genre"],
      groupbyColumns: ["mpaa_rating"],
      metrics: ["count"],
      aggregateFunction: "Sum as Fraction of Columns",
      colTotals: true,
      rowOrder: "value_z_to_a",
      colOrder: "value_z_to_a",
    },
  },
  {
    name: "Movie budgets and ratings, metrics on rows",
    dataset: "movies",
    formData: {
      groupbyRows: ["creative_type"],
      groupbyColumns: ["source"],
      metrics: ["count", "total_gross", "avg_imdb"],
      metricsLayout: "ROWS",
      combineMetric: true,
      rowTotals: true,
    },
  },
];
