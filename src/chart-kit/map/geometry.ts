import polyline from "@mapbox/polyline";
import type { Feature, GeoJsonObject, Geometry } from "geojson";
import geohash from "ngeohash";
import type { DataValue } from "../../model/query-context.ts";
import { type Bounds, boundsOf } from "./bounds.ts";
import { type Position, toPosition } from "./spatial.ts";

export const LINE_TYPES = ["json", "polyline", "geohash"] as const;
export type LineType = (typeof LINE_TYPES)[number];

/**
 * null when the text isn't a line. Encoded polylines define their own order; Superset requires reversing them to get
 * correct positions, so `isReversed` is ignored for them here.
 */
export function pointsIn(value: DataValue | undefined, type: LineType, isReversed: boolean): Position[] | null {
  if (value === null || value === undefined || value === "") return null;
  const points = READERS[type](String(value));
  const placed = points?.flatMap((point) => {
    const [a, b] = Array.isArray(point) ? point : [];
    const at = isReversed && type !== "polyline" ? toPosition(b, a) : toPosition(a, b);
    return at ? [at] : [];
  });
  return placed && placed.length > 1 ? placed : null;
}

const READERS: Readonly<Record<LineType, (text: string) => unknown[] | null>> = {
  json: (text) => pointsOfJson(maybeJson(text)),
  polyline: (text) => polyline.decode(text).map(([latitude, longitude]) => [longitude, latitude]),
  geohash: (text) => {
    const hash = text.trim().toLowerCase();
    if (!/^[0-9b-hjkmnp-z]+$/.test(hash)) return null;
    const [south, west, north, east] = geohash.decode_bbox(hash);
    return [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ];
  },
};

function pointsOfJson(value: unknown): unknown[] | null {
  if (Array.isArray(value)) return value;
  const geometry = geometryOf(value);
  switch (geometry?.type) {
    case "LineString":
      return geometry.coordinates;
    case "MultiLineString":
    case "Polygon":
      return geometry.coordinates[0] ?? null;
    case "MultiPolygon":
      return geometry.coordinates[0]?.[0] ?? null;
    default:
      return null;
  }
}

export function areaIn(value: DataValue | undefined, type: LineType, isReversed: boolean): Geometry | null {
  const geometry = type === "json" && !isReversed ? geometryOf(maybeJson(String(value))) : null;
  if (geometry && /Polygon$/.test(geometry.type)) return geometry;
  const ring = pointsIn(value, type, isReversed);
  return ring && ring.length > 2 ? { type: "Polygon", coordinates: [closed(ring).map(([x, y]) => [x, y])] } : null;
}

const closed = (ring: Position[]): Position[] => {
  const [first] = ring;
  const last = ring.at(-1);
  return first && last && (first[0] !== last[0] || first[1] !== last[1]) ? [...ring, first] : ring;
};

export function featuresIn(value: DataValue | undefined): Feature[] {
  const parsed = maybeJson(String(value ?? "")) as (GeoJsonObject & { features?: unknown }) | undefined;
  if (parsed?.type === "FeatureCollection" && Array.isArray(parsed.features)) {
    return parsed.features.flatMap((one) => featureOf(one) ?? []);
  }
  return featureOf(parsed) ?? [];
}

function featureOf(value: unknown): Feature[] | null {
  const geometry = geometryOf(value);
  if (!geometry) return null;
  const { properties } = value as { properties?: unknown };
  const named = typeof properties === "object" && properties !== null ? (properties as Record<string, unknown>) : {};
  return [{ type: "Feature", geometry, properties: named }];
}

const KINDS = /^(Point|MultiPoint|LineString|MultiLineString|Polygon|MultiPolygon)$/;

function geometryOf(value: unknown): Geometry | null {
  const { type, geometry, coordinates } = (value ?? {}) as { type?: string; geometry?: unknown; coordinates?: unknown };
  if (type === "Feature") return geometryOf(geometry);
  if (!type || !KINDS.test(type) || !Array.isArray(coordinates)) return null;
  return eachPosition(coordinates).every(([x, y]) => toPosition(x, y)) ? (value as Geometry) : null;
}

export const outlineOf = (geometry: Geometry): readonly Position[] =>
  geometry.type === "GeometryCollection" ? [] : (eachPosition(geometry.coordinates) as unknown as Position[]);

function eachPosition(coordinates: readonly unknown[]): unknown[][] {
  return Array.isArray(coordinates[0])
    ? coordinates.flatMap((part) => eachPosition(part as unknown[]))
    : [coordinates as unknown[]];
}

export function boundsOfGeometry(geometry: Geometry): Bounds | null {
  return boundsOf(outlineOf(geometry));
}

export const middleOf = ([west, south, east, north]: Bounds): Position => [(west + east) / 2, (south + north) / 2];

function maybeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
