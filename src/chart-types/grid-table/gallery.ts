import type { GalleryCase } from "../../chart-seam/chart-type.ts";

export const gallery: readonly GalleryCase[] = [
  {
    name: "Movies",
    dataset: "movies",
    formData: {
      query_mode: "raw",
      all_columns: ["title", "genre", "release_date", "distributor", "worldwide_gross", "imdb_rating"],
      order_by_cols: ['["worldwide_gross", false]'],
      include_search: true,
      row_limit: 1000,
      column_config: { worldwide_gross: { d3NumberFormat: "$,.0f" }, imdb_rating: { d3NumberFormat: ".1f" } },
    },
  },
  {
    name: "Airports with totals",
    dataset: "flights",
    formData: {
      query_mode: "aggregate",
      groupby: ["origin_city"],
      metrics: ["count", "late_share", "avg_delay"],
      show_totals: true,
      page_length: 20,
    },
  },
  {
    name: "Bird strikes with server pagination",
    dataset: "birdstrikes",
    formData: {
      query_mode: "raw",
      all_columns: ["flight_date", "airport", "species", "phase_of_flight", "cost_total"],
      order_by_cols: ['["cost_total", false]'],
      server_pagination: true,
      server_page_length: 20,
      include_search: true,
    },
  },
];
