import type { GalleryCase } from "../../chart-seam/chart-type.ts";

const sql = (sqlExpression: string, label: string) => ({ expressionType: "SQL", sqlExpression, label });
const pointAt = (longitude: string, latitude: string) =>
  sql(`'{"type":"Point","coordinates":[' || ${longitude} || ',' || ${latitude} || ']}'`, "Place");
const grid = (column: string, step: number) => `CAST(ROUND(${column} / ${step}) * ${step} AS INTEGER)`;

export const gallery: readonly GalleryCase[] = [
  {
    name: "Destinations from six airports",
    dataset: "flight_routes",
    formData: {
      selected_chart: {
        viz_type: "pie",
        slice_name: "Destinations",
        groupby: ["destination_state"],
        metric: "flights",
        threshold_for_other: 6,
        show_labels: false,
        show_legend: false,
        donut: true,
        innerRadius: 35,
        outerRadius: 95,
        adhoc_filters: [
          {
            expressionType: "SIMPLE",
            clause: "WHERE",
            subject: "origin",
            operator: "IN",
            comparator: ["SEA", "LAX", "DEN", "ORD", "ATL", "BOS"],
          },
        ],
      },
      geom_column: pointAt("origin_longitude", "origin_latitude"),
    },
  },
  {
    name: "Earthquakes by magnitude and region",
    dataset: "earthquakes",
    formData: {
      selected_chart: {
        viz_type: "pie",
        slice_name: "Magnitudes",
        groupby: ["magnitude_band"],
        metric: "count",
        show_labels: false,
        show_legend: false,
        outerRadius: 95,
      },
      geom_column: pointAt(grid("longitude", 30), grid("latitude", 30)),
      chart_size: { type: "FIXED", configs: { width: 48, height: 48 }, values: {} },
    },
  },
  {
    name: "Number of airports by area",
    dataset: "airports",
    formData: {
      selected_chart: { viz_type: "big_number_total", slice_name: "Airports", metric: "count" },
      geom_column: pointAt(grid("longitude", 12), grid("latitude", 8)),
      adhoc_filters: [
        { expressionType: "SIMPLE", clause: "WHERE", subject: "longitude", operator: ">", comparator: -130 },
        { expressionType: "SIMPLE", clause: "WHERE", subject: "latitude", operator: ">", comparator: 28 },
      ],
      chart_size: { type: "FIXED", configs: { width: 84, height: 44 }, values: {} },
      chart_background_color: { r: 66, g: 102, b: 198, a: 0.18 },
      chart_background_border_radius: 30,
    },
  },
];
