declare module "topojson-server" {
  import type { FeatureCollection, Geometry } from "geojson";
  import type { Objects, Topology } from "topojson-specification";

  /** Shared borders are kept once. */
  export function topology<P>(objects: Record<string, FeatureCollection<Geometry, P>>): Topology<Objects<object>>;
}

declare module "topojson-simplify" {
  import type { Objects, Topology } from "topojson-specification";

  /** Gives every point the area of the triangle that it makes with its neighbours. */
  export function presimplify(topology: Topology<Objects<object>>): Topology<Objects<object>>;
  /** Without the points of smaller triangles. */
  export function simplify(topology: Topology<Objects<object>>, minWeight: number): Topology<Objects<object>>;
}
