import type { GalleryCase } from "../../chart-seam/chart-type.ts";

const ENDS = {
  start_spatial: { type: "latlong", latCol: "origin_latitude", lonCol: "origin_longitude" },
  end_spatial: { type: "latlong", latCol: "destination_latitude", lonCol: "destination_longitude" },
  tooltip_contents: ["origin_city", "destination_city", "flights"],
};
const only = (subject: string, operator: string, comparator: unknown) => ({
  expressionType: "SIMPLE",
  clause: "WHERE",
  subject,
  operator,
  comparator,
});

export const gallery: readonly GalleryCase[] = [
  {
    name: "Flights from Chicago",
    dataset: "flight_routes",
    formData: { ...ENDS, stroke_width: 1.5, adhoc_filters: [only("origin", "==", "ORD")] },
  },
  {
    name: "Busiest US routes",
    dataset: "flight_routes",
    formData: { ...ENDS, adhoc_filters: [only("flights", ">=", 4000)] },
  },
  {
    name: "Flights from three hubs",
    dataset: "flight_routes",
    formData: {
      ...ENDS,
      dimension: "origin_city",
      color_scheme_type: "categorical_palette",
      adhoc_filters: [only("origin", "IN", ["SEA", "ATL", "DEN"])],
    },
  },
];
