import type { GalleryCase } from "../../chart-seam/chart-type.ts";

const average = (column: string, label: string) => ({
  expressionType: "SIMPLE",
  column: { column_name: column },
  aggregate: "AVG",
  label,
});

export const gallery: readonly GalleryCase[] = [
  {
    name: "Penguins by species",
    dataset: "penguins",
    formData: {
      groupby: ["species"],
      metrics: [
        average("beak_length", "Beak length"),
        average("beak_depth", "Beak depth"),
        average("flipper_length", "Flipper length"),
        average("body_mass", "Body mass"),
      ],
      show_labels: false,
    },
  },
  {
    name: "Cars by origin",
    dataset: "cars",
    formData: {
      groupby: ["origin"],
      metrics: [
        "avg_mpg",
        "avg_horsepower",
        "avg_weight",
        average("displacement", "Displacement"),
        average("acceleration", "Acceleration"),
        average("cylinders", "Cylinders"),
      ],
      is_circle: true,
      show_labels: false,
    },
  },
  {
    name: "One year of Seattle weather",
    dataset: "seattle_weather",
    formData: {
      metrics: ["avg_high", "avg_low", "record_high", "avg_wind", "wet_share"],
      label_type: "value",
    },
  },
];
