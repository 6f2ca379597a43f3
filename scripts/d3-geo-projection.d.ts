declare module "d3-geo-projection" {
  import type { GeoPermissibleObjects, GeoProjection } from "d3-geo";
  import type { GeoJSON } from "geojson";

  /** The shape as the projection puts it on a plane. */
  export function geoProject(shape: GeoPermissibleObjects, projection: GeoProjection): GeoJSON;
}
