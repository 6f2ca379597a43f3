import type { GalleryCase } from "../../chart-seam/chart-type.ts";

const weather = { x_axis: "date", time_grain_sqla: "P1M" };

export const gallery: readonly GalleryCase[] = [
  {
    name: "Rainfall and temperature",
    dataset: "seattle_weather",
    formData: {
      ...weather,
      metrics: ["rainfall"],
      seriesType: "bar",
      metrics_b: ["avg_high"],
      seriesTypeB: "smooth",
      yAxisIndexB: 1,
      y_axis_title: "mm",
      y_axis_title_position: "Top",
      yAxisTitleSecondary: "°C",
    },
  },
  {
    name: "Flights and late share",
    dataset: "flights",
    formData: {
      x_axis: "date",
      time_grain_sqla: "P1W",
      metrics: ["count"],
      area: true,
      metrics_b: ["late_share"],
      yAxisIndexB: 1,
      y_axis_format_secondary: ".0%",
      adhoc_filters: [
        {
          clause: "WHERE",
          expressionType: "SIMPLE",
          subject: "date",
          operator: "TEMPORAL_RANGE",
          comparator: "2001-01-01 : 2001-06-25",
        },
      ],
      adhoc_filters_b: [
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
    name: "Unemployment by industry and overall rate",
    dataset: "unemployment_across_industries",
    formData: {
      x_axis: "date",
      time_grain_sqla: "P1Y",
      metrics: ["avg_rate"],
      seriesType: "bar",
      yAxisIndex: 1,
      y_axis_format_secondary: ".0%",
      metrics_b: ["unemployed"],
      groupby_b: ["industry"],
      limit_b: 4,
      timeseries_limit_metric_b: "unemployed",
      markerEnabledB: true,
      adhoc_filters: [
        {
          clause: "WHERE",
          expressionType: "SIMPLE",
          subject: "date",
          operator: "TEMPORAL_RANGE",
          comparator: "2000-01-01 : 2010-01-01",
        },
      ],
      adhoc_filters_b: [
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
    name: "Longest and average delays",
    dataset: "flights",
    formData: {
      x_axis: "hour",
      metrics: ["p90_delay"],
      seriesType: "bar",
      metrics_b: ["median_delay"],
      seriesTypeB: "scatter",
      markerSizeB: 9,
      x_axis_title: "Hour of the day",
      y_axis_title: "minutes",
      y_axis_title_position: "Top",
    },
  },
];
