import { z } from "zod";

/**
 * A layer of annotations over a chart over time, as form data and query objects carry it. What it shows comes from a
 * formula of x, from the annotations kept on the server (`NATIVE`), or from the result of another chart.
 */

const ANNOTATION_TYPES = ["FORMULA", "EVENT", "INTERVAL", "TIME_SERIES"] as const;

const text = z.string().nullish();

export const AnnotationLayer = z.looseObject({
  name: z.string(),
  annotationType: z.enum(ANNOTATION_TYPES),
  /** `NATIVE`, or the chart's kind: `line`, `table`; empty for formulas. */
  sourceType: text,
  /** The formula, or the id of the annotation layer or of the chart. */
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
  /** A key with null: what the chart itself has. */
  overrides: z.looseObject({ granularity: text, time_grain_sqla: text, time_range: text, time_shift: text }).nullish(),
});
export type AnnotationLayer = z.infer<typeof AnnotationLayer>;

export type AnnotationRecord = Record<string, unknown>;

/** The answer's `annotation_data` of one layer. Moments are epoch milliseconds. */
export const AnnotationData = z.looseObject({
  columns: z.array(z.string()).optional(),
  records: z.array(z.record(z.string(), z.unknown())),
  /** Why there are none: the source may not be read, or its query failed. */
  error: z.string().optional(),
});
export type AnnotationData = z.infer<typeof AnnotationData>;

/** Layers of form data that can be read; others are left alone. */
export function annotationLayersOf(value: unknown): AnnotationLayer[] {
  const layers = Array.isArray(value) ? value : [];
  return layers.flatMap((layer) => {
    const parsed = AnnotationLayer.safeParse(layer);
    return parsed.success ? [parsed.data] : [];
  });
}

/**
 * Layers that the server has to answer, as queries carry them: shown ones that are no formula and have a source. How they
 * are drawn is left out, so that drawing them otherwise asks nothing again.
 */
export function askedLayers(value: unknown): AnnotationLayer[] {
  return annotationLayersOf(value)
    .filter((layer) => layer.show !== false && layer.annotationType !== "FORMULA" && (layer.value ?? "") !== "")
    .map(({ name, annotationType, sourceType, value: source, timeColumn, overrides }) => ({
      ...{ name, annotationType, sourceType, value: source, show: true, showMarkers: false },
      ...(timeColumn ? { timeColumn } : {}),
      ...(overrides ? { overrides } : {}),
    }));
}

/** The layers whose annotations are kept on the server, by id. */
export const nativeIdsOf = (value: unknown): number[] =>
  annotationLayersOf(value).flatMap((layer) =>
    layer.annotationType !== "FORMULA" && isNative(layer) ? (sourceIdOf(layer) ?? []) : [],
  );

export const isNative = (layer: AnnotationLayer) => layer.sourceType === "NATIVE";
/** The id that a layer's value stands for; undefined when it is none. */
export function sourceIdOf(layer: AnnotationLayer): number | undefined {
  const id = Number(layer.value);
  return layer.value !== "" && Number.isInteger(id) && id > 0 && id < 2 ** 31 ? id : undefined;
}
