import type { GalleryCase } from "../../chart-seam/chart-type.ts";

const average = (column: string, label: string) => ({
  expressionType: "SIMPLE",
  column: { column_name: column },
  aggregate: "AVG",
  label,
});

export const gallery: readonly GalleryCase[] = [
  {
    name: "Health and wealth by country, 2015",
    dataset: "health_and_income",
    formData: {
      series: "region",
      entity: "country",
      x: "avg_income",
      y: "avg_life_expect",
      size: "total_population",
      max_bubble_size: "75",
      logXAxis: true,
      x_axis_title: "Income per person, dollars",
      y_axis_title: "Life expectancy, years",
    },
  },
  {
    name: "Cars: horsepower and fuel economy",
    dataset: "cars",
    formData: {
      series: "origin",
      entity: "name",
      x: "avg_horsepower",
      y: "avg_mpg",
      size: "avg_weight",
      max_bubble_size: "15",
      x_axis_title: "Horsepower",
      y_axis_title: "Miles per gallon",
    },
  },
  {
    name: "Genres by budget and rating",
    dataset: "movies",
    formData: {
      entity: "genre",
      x: "avg_budget",
      y: average("imdb_rating", "Rating"),
      size: "total_gross",
      max_bubble_size: "50",
      show_legend: false,
      x_axis_title: "Average budget",
      y_axis_title: "IMDb rating",
    },
  },
];
