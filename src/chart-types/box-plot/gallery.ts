import type { GalleryCase } from "../../chart-seam/chart-type.ts";

const average = (column: string, label: string) => ({
  expressionType: "SIMPLE",
  column: { column_name: column },
  aggregate: "AVG",
  label,
});

export const gallery: readonly GalleryCase[] = [
  {
    name: "How hot Seattle's months are",
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
    name: "Ratings of films by genre",
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
    name: "Life expectancy of countries by region",
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
