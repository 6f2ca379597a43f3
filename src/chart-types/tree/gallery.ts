import type { GalleryCase } from "../../chart-seam/chart-type.ts";

export const gallery: readonly GalleryCase[] = [
  {
    name: "Countries in Sub-Saharan Africa",
    dataset: "health_and_income",
    formData: {
      id: "country",
      parent: "region",
      metric: "total_population",
      root_node_id: "Sub-Saharan Africa",
      layout: "radial",
      child_label_position: "right",
    },
  },
  {
    name: "Genres of movies based on books",
    dataset: "movies",
    formData: {
      id: { expressionType: "SQL", sqlExpression: "source || ': ' || genre", label: "id" },
      parent: "source",
      name: "genre",
      metric: "total_gross",
      child_label_position: "right",
      adhoc_filters: [
        {
          clause: "WHERE",
          expressionType: "SIMPLE",
          subject: "source",
          operator: "==",
          comparator: "Based on Book/Short Story",
        },
      ],
    },
  },
  {
    name: "Bird strikes by phase of flight",
    dataset: "birdstrikes",
    formData: {
      id: "phase_of_flight",
      parent: { expressionType: "SQL", sqlExpression: "'All strikes'", label: "parent" },
      metric: "count",
      orient: "TB",
      node_label_position: "top",
      symbol: "circle",
      symbolSize: 13,
    },
  },
];
