import type { GalleryCase } from "../../chart-seam/chart-type.ts";

export const gallery: readonly GalleryCase[] = [
  {
    name: "Flights by delay",
    dataset: "flights",
    formData: { groupby: ["lateness"], metric: "count", label_type: 5, percent_calculation_type: "total" },
  },
  {
    name: "Bird strikes by phase of flight",
    dataset: "birdstrikes",
    formData: { groupby: ["phase_of_flight"], metric: "count", label_type: 3 },
  },
  {
    name: "Box office by story type",
    dataset: "movies",
    formData: { groupby: ["creative_type"], metric: "total_gross", label_type: 4, number_format: "$.3s" },
  },
  {
    name: "Cars by cylinders",
    dataset: "cars",
    formData: { groupby: ["cylinders"], metric: "count", label_type: 6, percent_calculation_type: "prev_step" },
  },
];
