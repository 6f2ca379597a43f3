import { z } from "zod";

/** Annotations on a time-series chart, from a formula of x, stored annotations (`NATIVE`) or another chart's result. */

const ANNOTATION_TYPES = ["FORMULA", "EVENT", "INTERVAL", "TIME_SERIES"] as const;

const text = z.string().nullish();

export const AnnotationLayer = z.looseObject({
  name: z.string(),
  annotationType: z.enum(ANNOTATION_TYPES),
  sourceType: text,
  /** The formula, or the id of the annotation layer or chart. */
  value: z.union([z.string(), z.number()]).nullish(),
  show: z.boolean().nullish(),
  showLabel: z.boolean().nullish(),
  showMarkers: z.boolean().nullish(),
  hideLine: z.boolean().nullish(),
  style: text,
  opacity: text,
  color: text,
  width: z.coerce.number().nullish().catch(null),
  timeColumn: text,
  intervalEndColumn: text,
  titleColumn: text,
  descriptionColumns: z.array(z.string()).nullish(),
  overrides: z.looseObject({ granularity: text, time_grain_sqla: text, time_range: text, time_shift: text }).nullish(),
});
export type AnnotationLayer = z.infer<typeof AnnotationLayer>;

export type AnnotationRecord = Record<string, unknown>;

/** Times are epoch milliseconds. */
export const AnnotationData = z.looseObject({
  columns: z.array(z.string()).optional(),
  records: z.array(z.record(z.string(), z.unknown())),
  error: z.string().optional(),
});
export type AnnotationData = z.infer<typeof AnnotationData>;

export function annotationLayersOf(value: unknown): AnnotationLayer[] {
  const layers = Array.isArray(value) ? value : [];
  return layers.flatMap((layer) => {
    const parsed = AnnotationLayer.safeParse(layer);
    return parsed.success ? [parsed.data] : [];
  });
}

/** Shown layers with a source that the server queries. Style is left out, so that restyling needs no new query. */
export function layersToQuery(value: unknown): AnnotationLayer[] {
  return annotationLayersOf(value)
    .filter((layer) => layer.show !== false && layer.annotationType !== "FORMULA" && (layer.value ?? "") !== "")
    .map(({ name, annotationType, sourceType, value: source, timeColumn, overrides }) => ({
      ...{ name, annotationType, sourceType, value: source, show: true, showMarkers: false },
      ...(timeColumn ? { timeColumn } : {}),
      ...(overrides ? { overrides } : {}),
    }));
}

export const nativeIdsOf = (value: unknown): number[] =>
  annotationLayersOf(value).flatMap((layer) =>
    layer.annotationType !== "FORMULA" && isNative(layer) ? (sourceIdOf(layer) ?? []) : [],
  );

export const isNative = (layer: AnnotationLayer) => layer.sourceType === "NATIVE";
export function sourceIdOf(layer: AnnotationLayer): number | undefined {
  const id = Number(layer.value);
  return layer.value !== "" && Number.isInteger(id) && id > 0 && id < 2 ** 31 ? id : undefined;
}
