import type { GalleryCase } from "../../chart-seam/chart-type.ts";

export const gallery: readonly GalleryCase[] = [
  {
    name: "Late flights vs. goal",
    dataset: "flights",
    formData: {
      metric: "late_share",
      ranges: "0.1, 0.2, 0.3",
      range_labels: "Good, Fair, Poor",
      marker_lines: "0.15",
      marker_line_labels: "Goal",
      y_axis_format: ".0%",
    },
  },
  {
    name: "Movie length compared with two genres",
    dataset: "movies",
    formData: {
      metric: { expressionType: "SQL", sqlExpression: "AVG(running_time)", label: "Movie length (minutes)" },
      ranges: "60, 90, 120, 180",
      range_labels: "Short, Average, Long, Very long",
      markers: "96, 132",
      marker_labels: "Comedies, Dramas",
    },
  },
  {
    name: "Unemployment vs. the worst month",
    dataset: "unemployment_across_industries",
    formData: {
      metric: "latest_unemployed",
      ranges: "1000000, 2000000, 3000000",
      markers: "2194000",
      marker_labels: "Worst month",
      marker_lines: "700000",
      marker_line_labels: "2000 level",
    },
  },
  { name: "A measure alone", dataset: "seattle_weather", formData: { metric: "record_high" } },
];
