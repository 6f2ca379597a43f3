import { z } from "zod";
import { t } from "../i18n/translate.ts";
import { QueryColumn, QueryMetric } from "./adhoc.ts";

export const Spatial = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("latlong"), latCol: QueryColumn, lonCol: QueryColumn }),
  z.looseObject({
    type: z.literal("delimited"),
    lonlatCol: QueryColumn,
    delimiter: z.string().nullish(),
    reverseCheckbox: z.boolean().nullish(),
  }),
  z.looseObject({
    type: z.literal("geohash"),
    geohashCol: QueryColumn,
    reverseCheckbox: z.boolean().nullish(),
  }),
]);
export type Spatial = z.infer<typeof Spatial>;

export interface SpatialDraft {
  type: Spatial["type"];
  latCol?: QueryColumn | null;
  lonCol?: QueryColumn | null;
  lonlatCol?: QueryColumn | null;
  delimiter?: string | null;
  geohashCol?: QueryColumn | null;
  reverseCheckbox?: boolean | null;
}

/** Degrees and zoom (0 = world, 22 = house). */
export const Viewport = z.looseObject({
  longitude: z.number().nullish(),
  latitude: z.number().nullish(),
  zoom: z.number().nullish(),
  pitch: z.number().nullish(),
  bearing: z.number().nullish(),
});
export type Viewport = z.infer<typeof Viewport>;

export const FixedOrMetric = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("fix"), value: z.union([z.number(), z.string()]).nullish() }),
  z.looseObject({ type: z.literal("metric"), value: QueryMetric.nullish() }),
]);
export type FixedOrMetric = z.infer<typeof FixedOrMetric>;

/** RGB from 0 to 255, opacity from 0 to 1. */
export const PickedColor = z.object({
  r: z.coerce.number(),
  g: z.coerce.number(),
  b: z.coerce.number(),
  a: z.coerce.number().nullish(),
});
export type PickedColor = z.infer<typeof PickedColor>;

export const Contour = z.looseObject({
  lowerThreshold: z.number(),
  upperThreshold: z.number().nullish(),
  color: PickedColor,
  strokeWidth: z.number().nullish(),
});
export type Contour = z.infer<typeof Contour>;

export function spatialProblem(value: SpatialDraft | null | undefined): string | undefined {
  if (!value) return undefined;
  switch (value.type) {
    case "latlong":
      if (!value.latCol) return t("Choose the latitude column");
      return value.lonCol ? undefined : t("Choose the longitude column");
    case "delimited":
      return value.lonlatCol ? undefined : t("Choose the column with both coordinates");
    case "geohash":
      return value.geohashCol ? undefined : t("Choose the geohash column");
    default:
      return t("Choose a location format");
  }
}

export function spatialColumns(value: Spatial | SpatialDraft | null | undefined): QueryColumn[] {
  const { type, latCol, lonCol, lonlatCol, geohashCol } = (value ?? {}) as Partial<SpatialDraft>;
  const named = { latlong: [lonCol, latCol], delimited: [lonlatCol], geohash: [geohashCol] };
  return (type ? (named[type] ?? []) : []).filter((column) => column !== null && column !== undefined);
}

/** Older charts store the bare number or metric. */
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
  if (read.type === "metric") return read.value ? undefined : t("Choose a metric");
  return Number.isFinite(Number(read.value ?? Number.NaN)) ? undefined : t("Enter a number");
}

export function contourProblem(value: Partial<Contour>): string | undefined {
  const { lowerThreshold, upperThreshold } = value;
  if (typeof lowerThreshold !== "number") return t("Enter a threshold");
  if (typeof upperThreshold !== "number") return undefined;
  return lowerThreshold < upperThreshold ? undefined : t("The upper threshold must be greater than the lower one");
}
