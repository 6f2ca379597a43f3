import type { GalleryCase } from "../../chart-seam/chart-type.ts";

const average = (column: string, label: string) => ({
  expressionType: "SIMPLE",
  column: { column_name: column },
  aggregate: "AVG",
  label,
});

export const gallery: readonly GalleryCase[] = [
  {
    name: "Daily highs in Seattle by month",
    dataset: "seattle_weather",
    formData: {
      columns: ["date"],
      groupby: ["month_of_year"],
      metrics: [average("temp_max", "High")],
      number_format: ",.0f",
      date_format: "%b",
    },
  },
  {
    name: "Movie ratings by genre",
    dataset: "movies",
    formData: {
      columns: ["title"],
      groupby: ["genre"],
      metrics: ["avg_imdb"],
      y_axis_title: "IMDB rating",
      y_axis_title_margin: 30,
    },
  },
  {
    name: "Life expectancy by region",
    dataset: "health_and_income",
    formData: {
      columns: ["country"],
      groupby: ["region"],
      metrics: ["avg_life_expect"],
      whiskerOptions: "5/95 percentiles",
      number_format: ",.0f",
    },
  },
];
