import type { GalleryCase } from "../../chart-seam/chart-type.ts";

export const gallery: readonly GalleryCase[] = [
  {
    name: "London boroughs",
    dataset: "london_boroughs",
    formData: { geojson: "outline", tooltip_contents: ["name", "square_km"] },
  },
  {
    name: "Large boroughs with labels",
    dataset: "london_boroughs",
    formData: {
      geojson: "outline",
      tooltip_contents: ["name"],
      enable_labels: true,
      label_property_name: "name",
      label_size: 12,
      adhoc_filters: [
        { expressionType: "SIMPLE", clause: "WHERE", subject: "square_km", operator: ">=", comparator: 55 },
      ],
      fill_color_picker: { r: 8, g: 133, b: 128, a: 0.18 },
      stroke_color_picker: { r: 8, g: 133, b: 128, a: 1 },
    },
  },
  {
    name: "Points built as GeoJSON in SQL",
    dataset: "earthquakes",
    formData: {
      geojson: {
        expressionType: "SQL",
        label: "point",
        sqlExpression: "'{\"type\":\"Point\",\"coordinates\":[' || longitude || ',' || latitude || ']}'",
      },
      fill_color_picker: { r: 211, g: 121, b: 61, a: 0.6 },
      stroked: false,
      tooltip_contents: ["place", "magnitude"],
    },
  },
];
