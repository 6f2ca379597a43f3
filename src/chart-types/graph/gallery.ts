import type { GalleryCase } from "../../chart-seam/chart-type.ts";

const busy = (least: number) => [
  { clause: "HAVING", expressionType: "SIMPLE", subject: "count", operator: ">=", comparator: least },
];

export const gallery: readonly GalleryCase[] = [
  {
    name: "Busiest routes of 2001",
    dataset: "flights",
    formData: {
      source: "origin",
      target: "destination",
      metric: "count",
      adhoc_filters: busy(4500),
      edgeSymbol: "none,none",
    },
  },
  {
    name: "Bird strikes by phase and damage",
    dataset: "birdstrikes",
    formData: {
      source: "phase_of_flight",
      target: "damage",
      metric: "count",
      layout: "circular",
      baseEdgeWidth: 6,
    },
  },
  {
    name: "Story sources and genres",
    dataset: "movies",
    formData: {
      source: "source",
      target: "genre",
      source_category: { expressionType: "SQL", sqlExpression: "'Source'", label: "from" },
      target_category: { expressionType: "SQL", sqlExpression: "'Genre'", label: "to" },
      metric: "count",
      row_limit: 60,
    },
  },
];
