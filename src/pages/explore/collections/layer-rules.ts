import { parseFormula } from "../../../chart-kit/timeseries/formula.ts";
import { t } from "../../../i18n/translate.ts";
import { columnLabel, metricLabel } from "../../../model/adhoc.ts";
import type { AnnotationLayer } from "../../../model/annotation-layer.ts";
import { FormData } from "../../../model/form-data.ts";
import { toList } from "../state/form-values.ts";

export const NEW_LAYER: AnnotationLayer = {
  name: "",
  annotationType: "FORMULA",
  sourceType: "",
  value: "",
  show: true,
  showLabel: true,
  showMarkers: false,
  hideLine: false,
  style: "solid",
  opacity: "",
  color: null,
  width: 1,
  overrides: { time_range: null },
};

export const TYPES = [
  { value: "FORMULA", label: t("Formula") },
  { value: "EVENT", label: t("Event") },
  { value: "INTERVAL", label: t("Interval") },
  { value: "TIME_SERIES", label: t("Time series") },
] as const;

const CHARTS_OF = {
  line: [
    "echarts_timeseries_line",
    "echarts_timeseries",
    "echarts_timeseries_smooth",
    "echarts_timeseries_step",
    "line",
  ],
  table: ["table", "ag-grid-table"],
} as const;

export const chartTypesOf = (sourceType: string | null | undefined): readonly string[] =>
  sourceType === "line" || sourceType === "table" ? CHARTS_OF[sourceType] : [];

export function sourcesOf(type: AnnotationLayer["annotationType"]): { value: string; label: string }[] {
  if (type === "TIME_SERIES") return [{ value: "line", label: t("Line chart") }];
  if (type === "FORMULA") return [];
  return [
    { value: "NATIVE", label: t("Annotation layer") },
    { value: "table", label: t("Table") },
  ];
}

export function withType(layer: AnnotationLayer, annotationType: AnnotationLayer["annotationType"]): AnnotationLayer {
  const sources = sourcesOf(annotationType).map((source) => source.value);
  const keeps =
    sources.includes(layer.sourceType ?? "") || (annotationType === "FORMULA" && layer.annotationType === "FORMULA");
  return { ...layer, annotationType, ...(keeps ? {} : { sourceType: sources[0] ?? "", ...NO_SOURCE }) };
}

export const NO_SOURCE: Partial<AnnotationLayer> = {
  value: "",
  timeColumn: null,
  intervalEndColumn: null,
  titleColumn: null,
  descriptionColumns: [],
};

export function layerProblem(layer: AnnotationLayer, others: readonly string[]): string | undefined {
  if (layer.name.trim() === "") return t("Enter a name");
  if (others.includes(layer.name)) return t("Another layer already has this name");
  return layer.annotationType === "FORMULA" ? formulaProblem(layer) : sourceProblem(layer);
}

const textOf = (layer: AnnotationLayer) => String(layer.value ?? "").trim();

function formulaProblem(layer: AnnotationLayer): string | undefined {
  if (textOf(layer) === "") return t("Enter a formula");
  return parseFormula(textOf(layer)) ? undefined : t("Not a valid formula of x");
}

function sourceProblem(layer: AnnotationLayer): string | undefined {
  if (textOf(layer) === "")
    return layer.sourceType === "NATIVE" ? t("Choose an annotation layer") : t("Choose a chart");
  if (layer.sourceType !== "table") return undefined;
  if (!layer.timeColumn) return t("Choose the time column");
  return layer.annotationType === "INTERVAL" && !layer.intervalEndColumn ? t("Choose the end column") : undefined;
}

export function resultColumnsOf(params: string | null | undefined): string[] {
  const form = FormData.safeParse(maybeJson(params));
  if (!form.success) return [];
  const { x_axis, groupby, all_columns, columns, metrics, percent_metrics, query_mode } = form.data as Record<
    string,
    unknown
  >;
  const isRaw = query_mode === "raw";
  const dimensions = isRaw ? toList(all_columns) : [...toList(x_axis), ...toList(groupby), ...toList(columns)];
  const values = isRaw ? [] : [...toList(metrics), ...toList(percent_metrics)];
  return [
    ...dimensions.map((column) => columnLabel(column as Parameters<typeof columnLabel>[0])),
    ...values.map((metric) => metricLabel(metric as Parameters<typeof metricLabel>[0])),
  ];
}

function maybeJson(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text || "null");
  } catch {
    return null;
  }
}

export function normalizedLayer(layer: AnnotationLayer): AnnotationLayer {
  const isFormula = layer.annotationType === "FORMULA";
  return {
    ...layer,
    name: layer.name.trim(),
    ...(isFormula ? { sourceType: "", overrides: {} } : {}),
    ...(layer.sourceType === "NATIVE" ? { overrides: {} } : {}),
  };
}
