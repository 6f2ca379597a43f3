import type { GalleryCase } from "../../chart-seam/chart-type.ts";

export const gallery: readonly GalleryCase[] = [
  {
    name: "Daily highs in Seattle, 2015",
    dataset: "seattle_weather",
    formData: {
      granularity_sqla: "date",
      time_range: "2015-01-01 : 2016-01-01",
      metrics: ["avg_high"],
      cell_size: 16,
      y_axis_format: ",.0f",
      linear_color_scheme: "tessera_copper",
    },
  },
  {
    name: "Departures by hour, two weeks of March 2001",
    dataset: "flights",
    formData: {
      granularity_sqla: "date",
      time_range: "2001-03-05 : 2001-03-19",
      domain_granularity: "day",
      subdomain_granularity: "hour",
      metrics: ["count"],
      cell_size: 20,
      cell_radius: 2,
    },
  },
  {
    name: "Rainfall by month over four years",
    dataset: "seattle_weather",
    formData: {
      granularity_sqla: "date",
      time_range: "2012-01-01 : 2016-01-01",
      domain_granularity: "year",
      subdomain_granularity: "month",
      metrics: ["rainfall"],
      cell_size: 34,
      show_values: true,
      y_axis_format: ",.0f",
    },
  },
];
