import type { GalleryCase } from "../../chart-seam/chart-type.ts";

export const gallery: readonly GalleryCase[] = [
  {
    name: "Population by region and country, 2015",
    dataset: "health_and_income",
    formData: { groupby: ["region", "country"], metric: "total_population" },
  },
  {
    name: "Box office by genre",
    dataset: "movies",
    formData: { groupby: ["genre"], metric: "total_gross", number_format: "$.3s" },
  },
  {
    name: "Bird strikes by phase, size and damage",
    dataset: "birdstrikes",
    formData: { groupby: ["phase_of_flight", "wildlife_size", "damage"], metric: "count", label_type: "Key" },
  },
  {
    name: "Cars by origin and cylinders",
    dataset: "cars",
    formData: { groupby: ["origin", "cylinders"], metric: "count", show_upper_labels: false },
  },
];
