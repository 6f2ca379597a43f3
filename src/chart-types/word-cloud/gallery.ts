import type { GalleryCase } from "../../chart-seam/chart-type.ts";

export const gallery: readonly GalleryCase[] = [
  {
    name: "Animals struck by aircraft",
    dataset: "birdstrikes",
    formData: { series: "species", metric: "count", row_limit: 60, rotation: "flat" },
  },
  {
    name: "Directors by box office",
    dataset: "movies",
    formData: {
      series: "director",
      metric: "total_gross",
      size_to: 44,
      adhoc_filters: [{ clause: "WHERE", expressionType: "SIMPLE", subject: "director", operator: "IS NOT NULL" }],
    },
  },
  {
    name: "Populous countries",
    dataset: "health_and_income",
    formData: { series: "country", metric: "total_population", row_limit: 50, rotation: "random" },
  },
];
