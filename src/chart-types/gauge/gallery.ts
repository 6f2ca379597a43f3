import type { GalleryCase } from "../../chart-seam/chart-type.ts";

export const gallery: readonly GalleryCase[] = [
  {
    name: "Flights 15+ minutes late",
    dataset: "flights",
    formData: { metric: "late_share", max_val: 0.5, number_format: ".0%", split_number: 5 },
  },
  {
    name: "Critics' ratings of movies",
    dataset: "movies",
    formData: {
      metric: "avg_tomatoes",
      min_val: 0,
      max_val: 100,
      intervals: "40,60,100",
      interval_color_indices: "7,2,9",
      number_format: ",.0f",
      value_formatter: "{value} of 100",
      show_progress: false,
      show_split_line: true,
    },
  },
  {
    name: "Fuel economy by origin",
    dataset: "cars",
    formData: {
      groupby: ["origin"],
      metric: "avg_mpg",
      max_val: 40,
      overlap: false,
      show_pointer: false,
      round_cap: true,
      number_format: ",.1f",
    },
  },
  {
    name: "Life expectancy on a half circle",
    dataset: "health_and_income",
    formData: {
      metric: "avg_life_expect",
      min_val: 40,
      max_val: 90,
      start_angle: 180,
      end_angle: 0,
      value_formatter: "{value} years",
      number_format: ",.1f",
      show_axis_tick: true,
      split_number: 5,
    },
  },
];
