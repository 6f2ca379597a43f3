import type { GalleryCase } from "../../chart-seam/chart-type.ts";

const sql = (sqlExpression: string, label: string) => ({ expressionType: "SQL", sqlExpression, label });

export const gallery: readonly GalleryCase[] = [
  {
    name: "Airports by US state",
    dataset: "airports",
    formData: {
      select_country: "usa",
      entity: sql("'US-' || state", "State"),
      metric: "count",
      adhoc_filters: [
        {
          expressionType: "SIMPLE",
          clause: "WHERE",
          subject: "state",
          operator: "NOT IN",
          comparator: ["AS", "CQ", "GU", "PR", "VI"],
        },
        { expressionType: "SIMPLE", clause: "WHERE", subject: "state", operator: "IS NOT NULL" },
      ],
    },
  },
  {
    name: "Bird strikes by state",
    dataset: "birdstrikes",
    formData: {
      select_country: "usa",
      entity: "state",
      metric: "count",
      linear_color_scheme: "tessera_copper",
    },
  },
  {
    name: "Flights from western states",
    dataset: "flight_routes",
    formData: {
      select_country: "usa",
      entity: "origin_state",
      metric: "flights",
      linear_color_scheme: "tessera_verdigris",
      adhoc_filters: [
        {
          expressionType: "SIMPLE",
          clause: "WHERE",
          subject: "origin_state",
          operator: "IN",
          comparator: ["WA", "OR", "CA", "NV", "ID", "MT", "WY", "UT", "CO", "AZ", "NM"],
        },
      ],
    },
  },
];
