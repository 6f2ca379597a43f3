declare module "d3-geo-projection" {
  import type { GeoPermissibleObjects, GeoProjection } from "d3-geo";
  import type { GeoJSON } from "geojson";

  export function geoProject(shape: GeoPermissibleObjects, projection: GeoProjection): GeoJSON;
}
