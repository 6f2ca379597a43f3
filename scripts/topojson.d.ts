declare module "topojson-server" {
  import type { FeatureCollection, Geometry } from "geojson";
  import type { Objects, Topology } from "topojson-specification";

  export function topology<P>(objects: Record<string, FeatureCollection<Geometry, P>>): Topology<Objects<object>>;
}

declare module "topojson-simplify" {
  import type { Objects, Topology } from "topojson-specification";

  /** Weights each point by the area of the triangle with its neighbors. */
  export function presimplify(topology: Topology<Objects<object>>): Topology<Objects<object>>;
  export function simplify(topology: Topology<Objects<object>>, minWeight: number): Topology<Objects<object>>;
}
