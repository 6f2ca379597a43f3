import type { GalleryCase } from "../chart-type.ts";

export const gallery: readonly GalleryCase[] = [
  {
    name: "Out of work, by industry",
    dataset: "unemployment_across_industries",
    formData: {
      x_axis: "date",
      time_grain_sqla: "P1M",
      metrics: ["unemployed"],
      groupby: ["industry"],
      limit: 6,
      timeseries_limit_metric: "unemployed",
    },
  },
  {
    name: "The index, monthly",
    dataset: "sp500",
    formData: { x_axis: "date", time_grain_sqla: "P1M", metrics: ["avg_price"], y_axis_format: "$,.0f", area: true },
  },
  {
    name: "Warm weeks ahead: a forecast",
    dataset: "seattle_weather",
    formData: {
      x_axis: "date",
      time_grain_sqla: "P1W",
      metrics: ["avg_high"],
      forecastEnabled: true,
      forecastPeriods: 26,
      forecastInterval: 0.8,
      y_axis_title: "°C",
      y_axis_title_position: "Top",
    },
  },
  {
    name: "Late flights, with a target",
    dataset: "flights",
    formData: {
      x_axis: "date",
      time_grain_sqla: "P1W",
      metrics: ["late_share"],
      groupby: ["origin"],
      limit: 3,
      timeseries_limit_metric: "count",
      adhoc_filters: [
        { clause: "WHERE", expressionType: "SIMPLE", subject: "origin", operator: "IN", comparator: ["ORD", "ATL"] },
      ],
      annotation_layers: [
        {
          name: "Target",
          annotationType: "FORMULA",
          value: "0.2",
          style: "dashed",
          width: 1,
          show: true,
          showLabel: true,
        },
      ],
    },
  },
  {
    name: "Highs and lows, smoothed over a month",
    dataset: "seattle_weather",
    formData: {
      x_axis: "date",
      time_grain_sqla: "P1D",
      metrics: ["avg_high", "avg_low"],
      rolling_type: "mean",
      rolling_periods: 30,
      min_periods: 0,
      y_axis_title: "°C",
      y_axis_title_position: "Top",
    },
  },
  {
    name: "Longer lives",
    dataset: "gapminder",
    formData: {
      x_axis: "year",
      time_grain_sqla: "P1Y",
      metrics: ["life_expectancy"],
      groupby: ["country"],
      limit: 10,
      timeseries_limit_metric: "population",
      truncateYAxis: true,
      sort_series_type: "max",
    },
  },
];
