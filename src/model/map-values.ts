import { z } from "zod";
import { QueryColumn, QueryMetric } from "./adhoc.ts";

/** Where the places of rows are: two columns, one column with both, or a geohash. */
export const Spatial = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("latlong"), latCol: QueryColumn, lonCol: QueryColumn }),
  z.looseObject({
    type: z.literal("delimited"),
    lonlatCol: QueryColumn,
    /** A comma unless said. */
    delimiter: z.string().nullish(),
    /** Latitude and longitude the other way round. */
    reverseCheckbox: z.boolean().nullish(),
  }),
  z.looseObject({
    type: z.literal("geohash"),
    geohashCol: QueryColumn,
    reverseCheckbox: z.boolean().nullish(),
  }),
]);
export type Spatial = z.infer<typeof Spatial>;

/** The same while it is chosen: columns may be missing. */
export interface SpatialDraft {
  type: Spatial["type"];
  latCol?: QueryColumn | null;
  lonCol?: QueryColumn | null;
  lonlatCol?: QueryColumn | null;
  delimiter?: string | null;
  geohashCol?: QueryColumn | null;
  reverseCheckbox?: boolean | null;
}

/** Degrees, map zoom (0 the world to 22 a house); pitch and bearing in degrees. */
export const Viewport = z.looseObject({
  longitude: z.number().nullish(),
  latitude: z.number().nullish(),
  zoom: z.number().nullish(),
  pitch: z.number().nullish(),
  bearing: z.number().nullish(),
});
export type Viewport = z.infer<typeof Viewport>;

/** One size for all marks, or a metric that gives each its own. */
export const FixedOrMetric = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("fix"), value: z.union([z.number(), z.string()]).nullish() }),
  z.looseObject({ type: z.literal("metric"), value: QueryMetric.nullish() }),
]);
export type FixedOrMetric = z.infer<typeof FixedOrMetric>;

/** A colour as its picker keeps it: red, green and blue 0 to 255, opacity 0 to 1. */
export const PickedColor = z.object({
  r: z.coerce.number(),
  g: z.coerce.number(),
  b: z.coerce.number(),
  a: z.coerce.number().nullish(),
});
export type PickedColor = z.infer<typeof PickedColor>;

/** A line at `lowerThreshold`, or the band from there to `upperThreshold` where that is given. */
export const Contour = z.looseObject({
  lowerThreshold: z.number(),
  upperThreshold: z.number().nullish(),
  color: PickedColor,
  /** Pixels; lines only. */
  strokeWidth: z.number().nullish(),
});
export type Contour = z.infer<typeof Contour>;

/** What a place still lacks; undefined when it is whole, or not chosen at all. */
export function spatialProblem(value: SpatialDraft | null | undefined): string | undefined {
  if (!value) return undefined;
  switch (value.type) {
    case "latlong":
      if (!value.latCol) return "Choose the column of latitudes";
      return value.lonCol ? undefined : "Choose the column of longitudes";
    case "delimited":
      return value.lonlatCol ? undefined : "Choose the column that holds both coordinates";
    case "geohash":
      return value.geohashCol ? undefined : "Choose the column of geohashes";
    default:
      return "Choose how places are written";
  }
}

/** The columns a place is read from, as far as they are chosen. */
export function spatialColumns(value: Spatial | SpatialDraft | null | undefined): QueryColumn[] {
  const { type, latCol, lonCol, lonlatCol, geohashCol } = (value ?? {}) as Partial<SpatialDraft>;
  const named = { latlong: [lonCol, latCol], delimited: [lonlatCol], geohash: [geohashCol] };
  return (type ? (named[type] ?? []) : []).filter((column) => column !== null && column !== undefined);
}

/** Older charts have the bare number, or the metric, in place of the pair. */
export function readFixedOrMetric(value: unknown): FixedOrMetric | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  const parsed = FixedOrMetric.safeParse(value);
  if (parsed.success) return parsed.data;
  if (typeof value === "number") return { type: "fix", value };
  if (typeof value === "string" && Number.isFinite(Number(value))) return { type: "fix", value: Number(value) };
  const metric = QueryMetric.safeParse(value);
  return metric.success ? { type: "metric", value: metric.data } : undefined;
}

export function fixedOrMetricProblem(value: unknown): string | undefined {
  const read = readFixedOrMetric(value);
  if (!read) return undefined;
  if (read.type === "metric") return read.value ? undefined : "Choose a metric";
  return Number.isFinite(Number(read.value ?? Number.NaN)) ? undefined : "Give a number";
}

/** Lines have one threshold; a band ends above where it begins. */
export function contourProblem(value: Partial<Contour>): string | undefined {
  const { lowerThreshold, upperThreshold } = value;
  if (typeof lowerThreshold !== "number") return "Give a threshold";
  if (typeof upperThreshold !== "number") return undefined;
  return lowerThreshold < upperThreshold ? undefined : "A band must end above where it begins";
}
