import type { TransformInput } from "../../chart-seam/chart-type.ts";
import {
  type AnnotationData,
  type AnnotationLayer,
  type AnnotationRecord,
  annotationLayersOf,
  isNative,
} from "../../model/annotation-layer.ts";
import { epochOf } from "../format/value.ts";
import { layerLook } from "./annotations.ts";
import type { Frame } from "./frame.ts";
import type { TimeseriesForm } from "./schema.ts";

export interface PlannedLayer {
  name: string;
  kind: "EVENT" | "INTERVAL" | "TIME_SERIES";
  showLabel: boolean;
  color: string;
  line: unknown;
  width: number;
  opacity: number;
  showMarkers: boolean;
  hideLine: boolean;
  marks: readonly LayerMark[];
  lines: readonly { name: string; points: readonly (readonly [number, number])[] }[];
}

export interface LayerMark {
  from: number;
  to: number;
  title: string;
  details: readonly string[];
}

const NATIVE: Pick<AnnotationLayer, "timeColumn" | "intervalEndColumn" | "titleColumn" | "descriptionColumns"> = {
  timeColumn: "start_dttm",
  intervalEndColumn: "end_dttm",
  titleColumn: "short_descr",
  descriptionColumns: ["long_descr"],
};

export function plannedLayers(
  { formData, results, theme, colorOf }: TransformInput<TimeseriesForm>,
  frame: Frame,
): PlannedLayer[] {
  const data = (results[0]?.annotation_data ?? {}) as Record<string, AnnotationData | undefined>;
  return annotationLayersOf(formData.annotation_layers).flatMap((layer): PlannedLayer[] => {
    const records = Object.hasOwn(data, layer.name) ? data[layer.name]?.records : undefined;
    if (layer.show === false || layer.annotationType === "FORMULA" || !records?.length) return [];
    const read = isNative(layer) ? { ...layer, ...NATIVE } : layer;
    const kind = layer.annotationType;
    const isLine = kind === "TIME_SERIES";
    const look = layerLook(layer, isLine ? colorOf(layer.name) : theme.textTertiary);
    return [
      {
        name: layer.name,
        kind,
        showLabel: layer.showLabel === true,
        ...look,
        opacity: look.opacity ?? (kind === "INTERVAL" ? 0.14 : 1),
        showMarkers: layer.showMarkers === true,
        hideLine: layer.hideLine === true,
        marks: isLine ? [] : marksOf(read, records, frame),
        lines: isLine ? linesOf(read, records, frame) : [],
      },
    ];
  });
}

export function layerProblems({ results }: Pick<TransformInput, "results">): string[] {
  const data = (results[0]?.annotation_data ?? {}) as Record<string, AnnotationData | undefined>;
  return Object.entries(data).flatMap(([name, layer]) =>
    layer?.error && !/no data/i.test(layer.error) ? [`${name}: ${layer.error}`] : [],
  );
}

function marksOf(layer: AnnotationLayer, records: readonly AnnotationRecord[], frame: Frame): LayerMark[] {
  const timeColumn = timeColumnOf(layer, records);
  const place = placer(frame);
  const marks = records.flatMap((record): LayerMark[] => {
    const start = record[timeColumn];
    const end = layer.annotationType === "INTERVAL" ? record[layer.intervalEndColumn || timeColumn] : start;
    const placed = place(start, end ?? start);
    if (!placed) return [];
    const title = layer.titleColumn ? textOf(record[layer.titleColumn]) : "";
    const details = (layer.descriptionColumns ?? [])
      .map((column) => textOf(record[column]))
      .filter((text) => text !== "");
    return [{ ...placed, title: title || layer.name, details }];
  });
  return marks.sort((a, b) => a.from - b.from);
}

function linesOf(layer: AnnotationLayer, records: readonly AnnotationRecord[], frame: Frame): PlannedLayer["lines"] {
  const timeColumn = timeColumnOf(layer, records);
  const place = placer(frame);
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))].filter(
    (column) => column !== timeColumn && records.some((record) => typeof record[column] === "number"),
  );
  return columns.map((column) => {
    const points = records.flatMap((record): [number, number][] => {
      const at = place(record[timeColumn], record[timeColumn]);
      const value = record[column];
      return at && typeof value === "number" ? [[at.from, value]] : [];
    });
    return {
      name: columns.length === 1 ? layer.name : `${layer.name}: ${column}`,
      points: points.sort((a, b) => a[0] - b[0]),
    };
  });
}

function timeColumnOf(layer: AnnotationLayer, [first = {}]: readonly AnnotationRecord[]): string {
  const names = Object.keys(first);
  const known = [layer.timeColumn, "__timestamp"].find((name) => name && names.includes(name));
  return known || (names[0] ?? "");
}

type Placer = (start: unknown, end: unknown) => { from: number; to: number } | undefined;

function placer(frame: Frame): Placer {
  const numbers = frame.x.filter((value) => typeof value === "number");
  const isOrdered = numbers.length === frame.x.length && numbers.length > 0;
  if (!isOrdered) return namePlacer(frame);
  const sorted = numbers.toSorted((a, b) => a - b);
  const first = sorted[0] ?? 0;
  const last = sorted.at(-1) ?? first;
  const step = Math.max(0, last - (sorted.at(-2) ?? last));
  const toPlace = (value: number) =>
    frame.xKind === "category"
      ? Math.max(
          0,
          numbers.findLastIndex((x) => x <= value),
        )
      : value;
  return (start, end) => {
    const from = momentOf(start);
    const to = momentOf(end);
    if (from === undefined || to === undefined || to < first || from > last + step || (from > last && step === 0)) {
      return undefined;
    }
    return { from: toPlace(Math.max(from, first)), to: toPlace(Math.min(Math.max(to, from), last + step)) };
  };
}

function namePlacer(frame: Frame): Placer {
  const placeOf = new Map(frame.x.map((value, i) => [String(value), i]));
  return (start, end) => {
    const from = placeOf.get(String(start));
    const to = placeOf.get(String(end));
    return from === undefined || to === undefined ? undefined : { from, to };
  };
}

function momentOf(value: unknown): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  return typeof value === "string" ? (epochOf(value) ?? undefined) : undefined;
}

function textOf(value: unknown): string {
  return value === null || value === undefined ? "" : String(value);
}
