import type { GalleryCase } from "../../chart-seam/chart-type.ts";

export const gallery: readonly GalleryCase[] = [
  {
    name: "London Underground",
    dataset: "london_tube_lines",
    formData: {
      line_column: "path",
      dimension: "line",
      color_scheme_type: "categorical_palette",
      line_width: 3,
      legend_position: "bl",
      label_colors: {
        Bakerloo: "#B36305",
        Central: "#E32017",
        Circle: "#D8B200",
        District: "#00782A",
        DLR: "#00A4A7",
        "Hammersmith & City": "#D889A3",
        Jubilee: "#868F98",
        Metropolitan: "#9B0056",
        Northern: "#5A5F66",
        Piccadilly: "#2A4BC4",
        Victoria: "#0098D4",
        "Waterloo & City": "#6FB8A5",
      },
    },
  },
  {
    name: "The Central line",
    dataset: "london_tube_lines",
    formData: {
      line_column: "path",
      line_width: 4,
      tooltip_contents: ["line"],
      color_picker: { r: 211, g: 82, b: 96, a: 1 },
      adhoc_filters: [
        { expressionType: "SIMPLE", clause: "WHERE", subject: "line", operator: "==", comparator: "Central" },
      ],
    },
  },
  {
    name: "All lines in one color",
    dataset: "london_tube_lines",
    formData: { line_column: "path", line_width: 2, tooltip_contents: ["line"] },
  },
];
