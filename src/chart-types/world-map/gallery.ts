import type { GalleryCase } from "../../chart-seam/chart-type.ts";

export const gallery: readonly GalleryCase[] = [
  {
    name: "Life expectancy, 2015",
    dataset: "health_and_income",
    formData: { entity: "country", country_fieldtype: "name", metric: "avg_life_expect" },
  },
  {
    name: "Income and population, 2015",
    dataset: "health_and_income",
    formData: {
      entity: "country",
      country_fieldtype: "name",
      metric: "avg_income",
      linear_color_scheme: "tessera_verdigris",
      show_bubbles: true,
      secondary_metric: "total_population",
    },
  },
  {
    name: "Countries with fertility data",
    dataset: "countries",
    formData: { entity: "country", country_fieldtype: "name", metric: "avg_fertility", color_by: "country" },
  },
];
