import type { GalleryCase } from "../../chart-seam/chart-type.ts";

export const gallery: readonly GalleryCase[] = [
  {
    name: "Departure delays",
    dataset: "flights",
    formData: {
      column: "delay",
      bins: 30,
      row_limit: 50_000,
      adhoc_filters: [
        { clause: "WHERE", expressionType: "SIMPLE", subject: "delay", operator: "<", comparator: 120 },
        { clause: "WHERE", expressionType: "SIMPLE", subject: "delay", operator: ">=", comparator: -30 },
      ],
      highlight_from: 15,
      x_axis_title: "Minutes late at departure",
    },
  },
  {
    name: "Movie ratings",
    dataset: "movies",
    formData: { column: "imdb_rating", bins: 10, y_axis_title: "Films", show_value: true },
  },
  {
    name: "Body mass by species",
    dataset: "penguins",
    formData: { column: "body_mass", groupby: ["species"], bins: 15, x_axis_title: "Body mass, grams" },
  },
  {
    name: "Distance flown, cumulative share",
    dataset: "flights",
    formData: {
      column: "distance",
      bins: 20,
      row_limit: 50_000,
      cumulative: true,
      normalize: true,
      x_axis_title: "Miles",
    },
  },
];
