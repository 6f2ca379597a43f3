import type { GalleryCase } from "../../chart-seam/chart-type.ts";

export const gallery: readonly GalleryCase[] = [
  {
    name: "Worst destinations",
    dataset: "flights",
    formData: {
      query_mode: "aggregate",
      groupby: ["destination"],
      metrics: ["avg_distance", "count", "avg_delay", "late_share"],
      timeseries_limit_metric: "late_share",
      adhoc_filters: [
        { clause: "HAVING", expressionType: "SIMPLE", subject: "COUNT(*)", operator: ">=", comparator: 600 },
      ],
      row_limit: 100,
      show_cell_bars: false,
      column_config: {
        destination: { customColumnName: "To" },
        avg_distance: { customColumnName: "Miles" },
        count: { customColumnName: "Flights" },
        avg_delay: { customColumnName: "Avg delay" },
        late_share: { customColumnName: "Late", showCellBars: true },
      },
    },
  },
  {
    name: "Budgets and box office by genre",
    dataset: "movies",
    formData: {
      query_mode: "aggregate",
      groupby: ["genre"],
      metrics: ["count", "total_gross", "avg_imdb"],
      percent_metrics: ["total_gross"],
      show_totals: true,
      row_limit: 50,
    },
  },
  {
    name: "Movies",
    dataset: "movies",
    formData: {
      query_mode: "raw",
      all_columns: [
        "title",
        "release_date",
        "genre",
        "director",
        "production_budget",
        "worldwide_gross",
        "imdb_rating",
      ],
      order_by_cols: ['["worldwide_gross", false]'],
      include_search: true,
      row_limit: 1000,
      table_timestamp_format: "%Y-%m-%d",
      show_cell_bars: false,
      column_config: {
        production_budget: { d3NumberFormat: "$,.0f" },
        worldwide_gross: { d3NumberFormat: "$,.0f", showCellBars: true },
      },
      conditional_formatting: [
        { column: "imdb_rating", operator: "≥", targetValue: 7.5, colorScheme: "colorSuccess" },
        { column: "imdb_rating", operator: "<", targetValue: 5, colorScheme: "colorError" },
      ],
    },
  },
  {
    name: "Unemployment, January 2010 vs. a year earlier",
    dataset: "unemployment_across_industries",
    formData: {
      query_mode: "aggregate",
      groupby: ["industry"],
      metrics: ["unemployed"],
      adhoc_filters: [
        {
          clause: "WHERE",
          expressionType: "SIMPLE",
          subject: "date",
          operator: "TEMPORAL_RANGE",
          comparator: "2010-01-01 : 2010-02-01",
        },
      ],
      time_compare: "1 year ago",
      comparison_color_enabled: true,
      comparison_color_scheme: "Red",
    },
  },
  {
    name: "Bird strikes with server pagination",
    dataset: "birdstrikes",
    formData: {
      query_mode: "raw",
      all_columns: ["flight_date", "airport", "species", "phase_of_flight", "damage", "cost_total"],
      order_by_cols: ['["cost_total", false]'],
      server_pagination: true,
      server_page_length: 20,
      include_search: true,
    },
  },
];
