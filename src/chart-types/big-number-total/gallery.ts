import type { GalleryCase } from "../../chart-seam/chart-type.ts";

export const gallery: readonly GalleryCase[] = [
  {
    name: "Departures",
    dataset: "flights",
    formData: { metric: "count", y_axis_format: ",d", subtitle: "January to June 2001" },
  },
  {
    name: "Flights 15+ minutes late",
    dataset: "flights",
    formData: { metric: "late_share", subtitle: "of all departures" },
  },
  {
    name: "Worldwide box office",
    dataset: "movies",
    formData: { metric: "total_gross", currency_format: { symbol: "USD", symbolPosition: "prefix" } },
  },
  {
    name: "Strongest earthquake",
    dataset: "earthquakes",
    formData: {
      metric: "max_magnitude",
      show_metric_name: true,
      header_font_size: 0.5,
      conditional_formatting: [
        {
          column: "max_magnitude",
          operator: "≥",
          targetValue: 5,
          colorScheme: "colorError",
          objectFormatting: "TEXT_COLOR",
        },
      ],
    },
  },
];
