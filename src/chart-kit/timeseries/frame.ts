import type { TransformInput } from "../../chart-seam/chart-type.ts";
import { type AdhocMetric, columnLabel, metricLabel, type QueryColumn } from "../../model/adhoc.ts";
import type { Dataset } from "../../model/dataset.ts";
import { ownValue } from "../../model/own-value.ts";
import { type ChartDataResult, type DataValue, GENERIC_TYPE } from "../../model/query-context.ts";
import { OTHERS_PART, partValue, uniqueTexts } from "../../query/frame.ts";
import { epochOf } from "../format/value.ts";
import { labelOf } from "../selection.ts";
import { comparisonLabel, shiftedLabel, timeShifts, xLabel } from "./query.ts";
import type { TimeseriesForm, TimeseriesKind } from "./schema.ts";

export interface Frame {
  xKind: "time" | "category" | "value";
  isOfTimes: boolean;
  /** Epoch milliseconds, numbers or category values. */
  x: readonly DataValue[];
  series: readonly FrameSeries[];
  sampledFrom?: number;
}

export interface FrameSeries {
  column: string;
  label: string;
  colorLabel: string;
  metric: string | undefined;
  dimensions: readonly DataValue[];
  isOthers: boolean;
  shift: string | undefined;
  values: readonly (number | null)[];
  forecast?: SeriesForecast;
  /** Of Others: the series that it combines. */
  parts?: readonly FrameSeries[];
}

export interface SeriesForecast {
  yhat: readonly (number | null)[];
  lower: readonly (number | null)[];
  upper: readonly (number | null)[];
}

const CATEGORY_BARS = 100;

export function toFrame(input: TransformInput<TimeseriesForm>, kind: TimeseriesKind): Frame {
  const { formData: form, dataset } = input;
  const result = input.results[0] ?? {};
  const all = Array.isArray(result.data) ? result.data : [];
  const columns = result.colnames ?? Object.keys(all[0] ?? {});
  const axis = xLabel(form) ?? columns[0] ?? "";
  const values = all.map((row) => row[axis] as DataValue);
  const coltype = result.coltypes?.[columns.indexOf(axis)];
  const xKind = axisKind({ values, coltype }, form, kind);
  const rows = xKind === "category" ? all : all.filter((row) => row[axis] !== null);
  const raw = rows.map((row) => row[axis] as DataValue);
  const series = columns
    .filter((column) => column !== axis && !isPrediction(column, columns))
    .map((column) => withForecast(toSeries(column, rows, { form, dataset, result }), rows, columns));
  const labels = uniqueTexts(series.map(({ label }) => label));
  return {
    xKind,
    isOfTimes: coltype === GENERIC_TYPE.TEMPORAL,
    x: raw.map((value) => toX(value, xKind)),
    series: series.map((one, i) => ({ ...one, label: labels[i] ?? one.label })),
  };
}

const PREDICTION = /__yhat(?:_lower|_upper)?$/;

function isPrediction(column: string, columns: readonly string[]): boolean {
  return PREDICTION.test(column) && columns.includes(column.replace(PREDICTION, ""));
}

function withForecast(
  series: FrameSeries,
  rows: readonly Record<string, unknown>[],
  columns: readonly string[],
): FrameSeries {
  const name = `${series.column}__yhat`;
  if (!columns.includes(name)) return series;
  const values = (column: string) => rows.map((row) => toNumber(row[column]));
  const forecast = { yhat: values(name), lower: values(`${name}_lower`), upper: values(`${name}_upper`) };
  return forecast.yhat.some((value) => value !== null) ? { ...series, forecast } : series;
}

function axisKind(
  { values, coltype }: { values: readonly DataValue[]; coltype: number | undefined },
  form: TimeseriesForm,
  kind: TimeseriesKind,
): Frame["xKind"] {
  if (form.xAxisForceCategorical) return "category";
  if (coltype === GENERIC_TYPE.TEMPORAL) return "time";
  const isNumeric =
    coltype === undefined ? values.every((v) => typeof v === "number") : coltype === GENERIC_TYPE.NUMERIC;
  if (!isNumeric || form.stack) return "category";
  if (kind.mark === "bar" && values.length <= CATEGORY_BARS) return "category";
  return "value";
}

function toX(value: DataValue, kind: Frame["xKind"]): DataValue {
  if (kind === "time" && typeof value === "string") return epochOf(value) ?? value;
  if (kind === "value" && typeof value === "string") return Number(value);
  return value;
}

interface Source {
  form: TimeseriesForm;
  dataset: Dataset | undefined;
  result: ChartDataResult;
}

function toSeries(column: string, rows: readonly Record<string, unknown>[], source: Source): FrameSeries {
  const { form, dataset, result } = source;
  const groupsOthers = form.groupby.length > 0 && Boolean(form.limit && form.group_others_when_limit_reached);
  const parts = partsOf(column, form.groupby.length, result.label_map?.[column]);
  const dimensionParts = form.groupby.length > 0 ? parts.slice(-form.groupby.length) : [];
  const head = parts.slice(0, parts.length - dimensionParts.length).join(", ");
  const { metric, shift } = readHead(head, form);
  const shown = metric === undefined ? undefined : verboseName(metric, dataset);
  const isNamed = form.metrics.length > 1 || dimensionParts.length === 0 || !form.truncate_metric;
  const words = dimensionParts.map((part) => labelOf(partValue(part)));
  const names = [isNamed ? shown : undefined, ...words].filter((part) => part !== undefined);
  const original = names.join(", ");
  const label = [shift, ...names].filter((part) => part !== undefined).join(", ");
  return {
    column,
    label,
    colorLabel: shift && form.time_shift_color ? original : label,
    metric,
    dimensions: dimensionParts.map((part, i) =>
      toDimension(groupsOthers ? (partValue(part, OTHERS_PART) ?? part) : part, form.groupby[i], dataset),
    ),
    isOthers: groupsOthers && dimensionParts.every((part) => part === OTHERS_PART),
    shift,
    values: rows.map((row) => toNumber(row[column])),
  };
}

function partsOf(column: string, dimensions: number, mapped: readonly string[] | undefined): string[] {
  if (dimensions === 0) return [column];
  if (mapped && mapped.length >= dimensions && mapped.length <= dimensions + 1) return [...mapped];
  return column.split(/(?<!\\), /).map((part) => part.replaceAll("\\,", ","));
}

function readHead(head: string, form: TimeseriesForm): { metric: string | undefined; shift: string | undefined } {
  const metrics = form.metrics.map(metricLabel);
  const only = metrics.length === 1 ? metrics[0] : undefined;
  for (const shift of timeShifts(form)) {
    if (head === shift) return { metric: only, shift };
    for (const metric of metrics) {
      if (head === shiftedLabel(metric, shift)) return { metric, shift };
      if (head === comparisonLabel(form.comparison_type, metric, shift)) return { metric, shift };
    }
  }
  return { metric: head === "" ? only : head, shift: undefined };
}

function toDimension(part: string, column: QueryColumn | undefined, dataset: Dataset | undefined): DataValue {
  const value = partValue(part);
  if (value === null || value !== part) return value;
  const name = column === undefined ? undefined : columnLabel(column);
  const type = dataset?.columns.find((candidate) => candidate.column_name === name)?.type_generic;
  if (type === GENERIC_TYPE.NUMERIC && part.trim() !== "" && Number.isFinite(Number(part))) return Number(part);
  if (type === GENERIC_TYPE.BOOLEAN && /^(true|false)$/i.test(part)) return part.toLowerCase() === "true";
  return part;
}

function toNumber(value: unknown): number | null {
  if (value === null || value === undefined || value === "") return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

export function verboseName(metric: string, dataset: Dataset | undefined): string {
  const saved = dataset?.metrics.find((candidate) => candidate.metric_name === metric);
  return saved?.verbose_name || ownValue(dataset?.verbose_map, metric) || metric;
}

export function isAdditive(form: TimeseriesForm, dataset: Dataset | undefined): boolean {
  return form.metrics.length > 0 && form.metrics.every((metric) => isAdditiveMetric(metric, dataset));
}

const ADDITIVE = /^\s*(sum|count)\s*(\((?!\s*distinct)[^()]*\)\s*(filter\s*\(.*\)\s*)?([*/]\s*[\d.]+\s*)?)?$/i;

export function isAdditiveMetric(metric: string | AdhocMetric, dataset: Dataset | undefined): boolean {
  if (typeof metric !== "string" && metric.expressionType === "SIMPLE") {
    return metric.aggregate === "SUM" || metric.aggregate === "COUNT";
  }
  const saved = dataset?.metrics.find((candidate) => candidate.metric_name === metric)?.expression;
  const text = typeof metric === "string" ? (saved ?? metric) : metric.sqlExpression;
  return ADDITIVE.test(text);
}
