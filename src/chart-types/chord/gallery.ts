import type { GalleryCase } from "../../chart-seam/chart-type.ts";

const busy = (...codes: readonly string[]) =>
  ["origin", "destination"].map((subject) => ({
    clause: "WHERE",
    expressionType: "SIMPLE",
    subject,
    operator: "IN",
    comparator: codes,
  }));

export const gallery: readonly GalleryCase[] = [
  {
    name: "Flights between large airports",
    dataset: "flights",
    formData: {
      groupby: "origin",
      columns: "destination",
      metric: "count",
      adhoc_filters: busy("ATL", "ORD", "DFW", "LAX", "PHX", "DEN", "LAS", "SFO"),
    },
  },
  {
    name: "Bird strikes by phase and size",
    dataset: "birdstrikes",
    formData: { groupby: "phase_of_flight", columns: "wildlife_size", metric: "count" },
  },
  {
    name: "Story sources and genres",
    dataset: "movies",
    formData: { groupby: "source", columns: "genre", metric: "total_gross", row_limit: 40, y_axis_format: "$.3s" },
  },
];
