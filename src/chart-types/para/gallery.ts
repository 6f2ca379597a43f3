import type { GalleryCase } from "../../chart-seam/chart-type.ts";

const average = (column: string, label: string) => ({
  expressionType: "SIMPLE",
  column: { column_name: column },
  aggregate: "AVG",
  label,
});

export const gallery: readonly GalleryCase[] = [
  {
    name: "Cars, colored by weight",
    dataset: "cars",
    formData: {
      series: "name",
      metrics: [
        "avg_mpg",
        average("cylinders", "Cylinders"),
        average("displacement", "Displacement"),
        "avg_horsepower",
        average("acceleration", "Acceleration"),
      ],
      secondary_metric: "avg_weight",
    },
  },
  {
    name: "Seattle weather by month",
    dataset: "seattle_weather",
    formData: {
      series: "month",
      metrics: ["avg_high", "avg_low", "rainfall", "avg_wind"],
      secondary_metric: "avg_high",
      include_series: true,
    },
  },
  {
    name: "Movie genres",
    dataset: "movies",
    formData: {
      series: "genre",
      metrics: ["count", "avg_budget", "total_gross", "avg_imdb", "avg_tomatoes"],
      show_datatable: true,
    },
  },
];
