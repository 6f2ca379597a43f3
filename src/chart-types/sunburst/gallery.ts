import type { GalleryCase } from "../../chart-seam/chart-type.ts";

export const gallery: readonly GalleryCase[] = [
  {
    name: "Bird strikes by phase, size and damage",
    dataset: "birdstrikes",
    formData: {
      columns: ["phase_of_flight", "wildlife_size", "damage"],
      metric: "count",
      show_labels: true,
      show_labels_threshold: 2,
    },
  },
  {
    name: "Cars by origin, cylinders and year",
    dataset: "cars",
    formData: {
      columns: ["origin", "cylinders"],
      metric: "count",
      show_labels: true,
      show_total: true,
      label_type: "key_value",
    },
  },
  {
    name: "Box office to budget ratio by source and genre",
    dataset: "movies",
    formData: {
      columns: ["source", "genre"],
      metric: {
        expressionType: "SIMPLE",
        column: { column_name: "production_budget" },
        aggregate: "SUM",
        label: "Budget",
      },
      secondary_metric: "total_gross",
      show_labels: true,
      show_labels_threshold: 3,
      number_format: "$.3s",
      adhoc_filters: [{ clause: "WHERE", expressionType: "SIMPLE", subject: "source", operator: "IS NOT NULL" }],
    },
  },
];
