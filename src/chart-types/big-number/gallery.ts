import type { GalleryCase } from "../../chart-seam/chart-type.ts";

const WHOLE_WEEKS = {
  clause: "WHERE",
  expressionType: "SIMPLE",
  subject: "date",
  operator: "TEMPORAL_RANGE",
  comparator: "2001-01-01 : 2001-06-25",
};

export const gallery: readonly GalleryCase[] = [
  {
    name: "Departures",
    dataset: "flights",
    formData: {
      x_axis: "date",
      time_grain_sqla: "P1W",
      metric: "count",
      adhoc_filters: [WHOLE_WEEKS],
      aggregation: "sum",
      y_axis_format: ",d",
      compare_lag: 1,
      compare_suffix: "in the last week",
      start_y_axis_at_zero: false,
    },
  },
  {
    name: "Flights 15+ minutes late",
    dataset: "flights",
    formData: {
      x_axis: "date",
      time_grain_sqla: "P1W",
      metric: "late_share",
      adhoc_filters: [WHOLE_WEEKS],
      aggregation: "raw",
      compare_lag: 4,
      compare_suffix: "vs. four weeks earlier",
      comparison_color_enabled: true,
      comparison_color_scheme: "Red",
      start_y_axis_at_zero: false,
    },
  },
  {
    name: "S&P 500 index",
    dataset: "sp500",
    formData: {
      x_axis: "date",
      time_grain_sqla: "P1M",
      metric: "avg_price",
      compare_lag: 12,
      compare_suffix: "in a year",
      start_y_axis_at_zero: false,
      show_timestamp: true,
      color_picker: { r: 66, g: 102, b: 198, a: 1 },
    },
  },
  {
    name: "Average daily high in Seattle",
    dataset: "seattle_weather",
    formData: {
      x_axis: "date",
      time_grain_sqla: "P1M",
      metric: "avg_high",
      aggregation: "mean",
      subtitle: "°C, 2012 to 2015",
      show_x_axis: true,
      show_y_axis: true,
      rolling_type: "mean",
      rolling_periods: 3,
      min_periods: 0,
    },
  },
];
