import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type GeoPermissibleObjects,
  type GeoProjection,
  geoAlbersUsa,
  geoArea,
  geoAzimuthalEqualArea,
  geoCentroid,
} from "d3-geo";
import { geoProject } from "d3-geo-projection";
import type { Feature, FeatureCollection, MultiPolygon, Polygon } from "geojson";
import { quantize } from "topojson-client";
import { topology } from "topojson-server";
import { presimplify, simplify } from "topojson-simplify";
import type { Topology } from "topojson-specification";
import { arranged, type Part, partsOf, span } from "./region-parts.ts";

/**
 * `node scripts/run.mjs scripts/regions.ts FILE`: extracts the regions of every country, one line each, from Natural
 * Earth's "Admin 1 – States, Provinces" at 1:10 million (public domain) as GeoJSON. Shapes are projected with equal
 * area, 1000 units wide, y pointing up, with remote regions moved next to the rest.
 */
const WIDTH = 1000;
/** Corners whose triangle is smaller are cut, in square units of WIDTH. */
const DETAIL = 1.5;
const TARGET = join(import.meta.dirname, "..", "src", "chart-types", "country-map", "regions.ndjson");

interface Region {
  iso_a2: string;
  iso_3166_2: string | null;
  name: string | null;
  name_en: string | null;
}
type Shape = Feature<Polygon | MultiPolygon, Region>;

const [file = ""] = process.argv.slice(2);
const { features } = JSON.parse(readFileSync(file, "utf8")) as FeatureCollection<Polygon | MultiPolygon, Region>;
for (const { geometry } of features) wind(geometry);
const byCountry = Map.groupBy(features, ({ properties }) => properties.iso_a2);
const lines = [...byCountry]
  .filter(([code, shapes]) => /^[A-Z]{2}$/.test(code) && code !== "AQ" && shapes.length > 1)
  .sort(([a], [b]) => a.localeCompare(b))
  .map(([code, shapes]) => JSON.stringify({ code, topology: topologyOf(code, shapes) }));
writeFileSync(TARGET, `${lines.join("\n")}\n`);
console.log(`${lines.length} countries`);

/**
 * d3 and GeoJSON differ in whether land is to the left or the right of its outline. No region covers half of the earth.
 */
function wind(geometry: Polygon | MultiPolygon): void {
  const rings = geometry.type === "Polygon" ? geometry.coordinates : geometry.coordinates.flat();
  const isInsideOut = (ring: (typeof rings)[number]) => geoArea({ type: "Polygon", coordinates: [ring] }) > 2 * Math.PI;
  const polygons = geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
  for (const ring of rings) {
    const isHole = !polygons.some(([outline]) => outline === ring);
    if (isInsideOut(ring) !== isHole) ring.reverse();
  }
}

function topologyOf(code: string, shapes: readonly Shape[]): Topology {
  const projection = projectionOf(code, shapes);
  const parts = shapes.flatMap((shape, region) => flatParts(shape, region, projection));
  const isKnown = (region: number) => shapes[region] !== undefined && codeOf(shapes[region].properties) !== undefined;
  const scaledParts = scaled(arranged(parts).filter(({ isRemote, region }) => !isRemote || isKnown(region)));
  const regions = shapes.flatMap(({ properties }, region) => {
    const coordinates = scaledParts.filter((part) => part.region === region).map(({ rings }) => rings as number[][][]);
    if (coordinates.length === 0) return [];
    return [
      {
        type: "Feature" as const,
        properties: named(properties),
        geometry: { type: "MultiPolygon" as const, coordinates },
      },
    ];
  });
  const whole = topology({ regions: { type: "FeatureCollection", features: regions } });
  return quantize(simplify(presimplify(whole), DETAIL), 5000);
}

/** With its ISO 3166-2 code, if any, and its English name if different. */
function named(region: Region) {
  const { name, name_en } = region;
  const code = codeOf(region);
  const title = name ?? name_en ?? code ?? "";
  return { code, name: title, ...(name_en && name_en !== title ? { english: name_en } : {}) };
}

function codeOf({ iso_3166_2 }: Region): string | undefined {
  return iso_3166_2 && /^[A-Z]{2}-[A-Z0-9]{1,3}$/.test(iso_3166_2) ? iso_3166_2 : undefined;
}

/** Centered on the largest part of the country, or on the contiguous US states. */
function projectionOf(code: string, shapes: readonly Shape[]): GeoProjection {
  if (code === "US") return geoAlbersUsa().scale(1300).translate([0, 0]);
  const rough = geoAzimuthalEqualArea().rotate(turnOf(shapes)).scale(WIDTH).translate([0, 0]);
  const core = arranged(shapes.flatMap((shape, region) => flatParts(shape, region, rough)));
  const [west, south, east, north] = span(core.filter(({ isRemote }) => !isRemote));
  const middle = rough.invert?.([(west + east) / 2, -(south + north) / 2]) ?? [0, 0];
  return geoAzimuthalEqualArea().rotate([-middle[0], -middle[1]]).scale(WIDTH).translate([0, 0]);
}

function turnOf(shapes: readonly Shape[]): [number, number] {
  const sizes = shapes.map((shape) => JSON.stringify(shape.geometry).length);
  const [x, y] = geoCentroid(shapes[sizes.indexOf(Math.max(...sizes))] as GeoPermissibleObjects);
  return [-x, -y];
}

function flatParts(shape: Shape, region: number, projection: GeoProjection): Part[] {
  const { geometry } = geoProject(shape, projection) as Shape;
  return geometry ? partsOf(geometry, region) : [];
}

function scaled(parts: readonly Part[]): Part[] {
  const [west, south, east, north] = span(parts);
  const factor = WIDTH / Math.max(east - west, north - south);
  const place = ([x = 0, y = 0]: readonly number[]) => [(x - west) * factor, (y - south) * factor];
  return parts.map((part) => ({ ...part, rings: part.rings.map((ring) => ring.map(place)) }));
}
