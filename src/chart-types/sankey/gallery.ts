import type { GalleryCase } from "../../chart-seam/chart-type.ts";

export const gallery: readonly GalleryCase[] = [
  {
    name: "Busiest routes of 2001",
    dataset: "flights",
    formData: { source: "origin", target: "destination", metric: "count", row_limit: 40 },
  },
  {
    name: "Bird strikes: from phase to damage",
    dataset: "birdstrikes",
    formData: { source: "phase_of_flight", target: "damage", metric: "count" },
  },
  {
    name: "Story sources to genres",
    dataset: "movies",
    formData: { source: "source", target: "genre", metric: "total_gross", row_limit: 40 },
  },
  {
    name: "Cars by origin and cylinders",
    dataset: "cars",
    formData: { source: "origin", target: "cylinders", metric: "count" },
  },
];
