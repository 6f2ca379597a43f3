import { withDetectedCurrency } from "../../chart-kit/format/currency.ts";
import { exactFormatter, isLongNumber } from "../../chart-kit/format/long-number.ts";
import { metricFormats } from "../../chart-kit/format/metric-formats.ts";
import { columnNumberFormatter, formatPercent, fullNumberFormatter } from "../../chart-kit/format/plain-number.ts";
import { SMART_DATE, timeFormatter } from "../../chart-kit/format/time-format.ts";
import { epochOf, NOT_AVAILABLE } from "../../chart-kit/format/value.ts";
import { formatTimestamp, labelOf, rowsOf } from "../../chart-kit/table/column.ts";
import { type PreparedRule, prepareRules, tintOf } from "../../chart-kit/table/conditional.ts";
import type { Drawing, Selection, TransformInput } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import { columnLabel, type QueryColumn } from "../../model/adhoc.ts";
import { type ChartDataResult, type DataValue, GENERIC_TYPE, LIMITS } from "../../model/query-context.ts";
import { timeGrainOf } from "../../query/query-context.ts";
import { totalName } from "./aggregate-names.ts";
import { type AxisNode, type AxisTree, ranksOf } from "./axis.ts";
import { axesOf, exactMetrics, levelsOf, metricNames, namesOf, shapeOf } from "./levels.ts";
import type { AxisShape } from "./lines.ts";
import { type PivotModel, readPivot } from "./model.ts";
import type { PivotForm } from "./schema.ts";

export interface AxisDrawing {
  tree: AxisTree;
  shape: AxisShape;
  ranks: ArrayLike<number>;
  names: string[];
  dimensions: { column: QueryColumn; grain?: string }[];
  keyText(dimension: number, value: DataValue): string;
  canFold: boolean;
}

export interface MetricDrawing {
  label: string;
  format(value: DataValue): string;
  look?(value: DataValue): { background?: string; color?: string };
}

export interface PivotDrawing {
  model: PivotModel;
  rows: AxisDrawing;
  columns: AxisDrawing;
  order: readonly string[];
  metrics: ReadonlyMap<string, MetricDrawing>;
  totalName: string;
  label: string;
  allowHtml: boolean;
  selected: Selection | null;
}

export function transform(input: TransformInput<PivotForm>): Drawing<PivotDrawing> {
  const { formData, results } = input;
  const axes = axesOf(formData);
  const order = metricNames(formData.metrics);
  const aggregate = formData.aggregateFunction ?? "Sum";
  const levels = levelsOf(formData);
  const model = readPivot(
    {
      rows: namesOf(axes.rows),
      columns: namesOf(axes.columns),
      metrics: order,
      exact: new Set(metricNames(exactMetrics(formData))),
      aggregate,
      levels,
    },
    results.slice(0, levels.length).map(rowsOf),
  );
  const [result = {}] = results;
  const props: PivotDrawing = {
    model,
    rows: axisDrawing("rows", model, input),
    columns: axisDrawing("columns", model, input),
    order,
    metrics: new Map(order.map((name) => [name, metricDrawing(name, input)])),
    totalName: totalName(aggregate),
    label: labelOfPivot(input),
    allowHtml: formData.allow_render_html !== false,
    selected: input.selected ?? null,
  };
  return {
    props,
    summary: summaryOf(props),
    isEmpty: rowsOf(result).length === 0,
    warning: levels.length > 1 ? totalsWarning(props, formData, rowsOf(result).length) : undefined,
  };
}

function totalsWarning(
  { rows, columns }: PivotDrawing,
  { series_limit, row_limit }: PivotForm,
  cells: number,
): string | undefined {
  if (cells >= (row_limit || LIMITS.rowLimit)) return t("Totals include cells beyond the cell limit.");
  const limited = rows.shape.depth > 0 ? rows : columns;
  const groups = leafCount(limited.tree.root, limited.shape.depth);
  return series_limit && groups >= series_limit ? t("Totals include groups beyond the series limit.") : undefined;
}

function axisDrawing(axis: "rows" | "columns", model: PivotModel, input: TransformInput<PivotForm>): AxisDrawing {
  const { formData, results, dataset } = input;
  const columns = axesOf(formData)[axis];
  const shape = shapeOf(axis, columns.length, formData);
  const grain = timeGrainOf(formData);
  const temporal = formData.temporal_columns_lookup ?? {};
  return {
    tree: model[axis],
    shape,
    ranks: ranksOf(model[axis]),
    names: namesOf(columns).map((name) => labelOf(name, dataset)),
    dimensions: columns.map((column) => ({
      column,
      ...(grain && temporal[columnLabel(column)] ? { grain } : {}),
    })),
    keyText: keyTexts(columns, results[0] ?? {}, formData),
    canFold: shape.subtotals !== null,
  };
}

function keyTexts(
  columns: readonly QueryColumn[],
  result: ChartDataResult,
  formData: PivotForm,
): AxisDrawing["keyText"] {
  const isTime = columns.map(
    (column) => result.coltypes?.[result.colnames?.indexOf(columnLabel(column)) ?? -1] === GENERIC_TYPE.TEMPORAL,
  );
  const date = dateFormat(formData);
  return (dimension, value) => {
    if (value === null) return NOT_AVAILABLE;
    if (value === "") return "<empty string>";
    return isTime[dimension] ? date(value) : String(value);
  };
}

function dateFormat(formData: PivotForm): (value: DataValue) => string {
  const grain = timeGrainOf(formData);
  const key = formData.date_format || SMART_DATE;
  if (key === SMART_DATE && !grain) return formatTimestamp;
  const format = timeFormatter(key, grain);
  return (value) => {
    const epochMs = typeof value === "number" ? value : epochOf(String(value));
    return epochMs === undefined ? String(value) : format(epochMs);
  };
}

function metricDrawing(name: string, { formData, results, dataset, theme }: TransformInput<PivotForm>): MetricDrawing {
  const [result = {}] = results;
  const rules = prepareRules(formData.conditional_formatting, rowsOf(result), theme).filter(
    (rule) => rule.source === name,
  );
  return {
    label: labelOf(name, dataset),
    format: numberFormat(name, formData, {
      dataset,
      detected: result.detected_currency,
      values: rowsOf(result).map((row) => row[name]),
    }),
    look: rules.length > 0 ? (value) => lookOf(value, rules) : undefined,
  };
}

function lookOf(value: DataValue, rules: readonly PreparedRule[]) {
  const look: { background?: string; color?: string } = {};
  for (const rule of rules) {
    const strength = rule.strengthOf(value);
    if (strength === undefined) continue;
    if (rule.part === "text") look.color = rule.color;
    else look.background = tintOf({ color: rule.color, strength });
  }
  return look;
}

interface MetricSource extends Pick<TransformInput, "dataset"> {
  detected: string | null | undefined;
  /** Of the metric, so that their decimal points align. */
  values: readonly unknown[];
}

function numberFormat(name: string, formData: PivotForm, { dataset, detected, values }: MetricSource) {
  const aggregate = formData.aggregateFunction ?? "Sum";
  const own = formData.valueFormat && formData.valueFormat !== "SMART_NUMBER" ? formData.valueFormat : undefined;
  const isCount = /^Count( Unique|$)/.test(aggregate);
  const { metricFormat, metricCurrency } = isCount ? {} : metricFormats(dataset, name);
  const currency = formData.currency_format?.symbol ? formData.currency_format : metricCurrency;
  const isShare = aggregate.includes("Fraction");
  const plain = isShare
    ? own
      ? fullNumberFormatter(own)
      : formatPercent
    : columnNumberFormatter(values, own ?? metricFormat, withDetectedCurrency(currency, detected));
  const exact = exactFormatter(isShare ? (own ?? ".1%") : (own ?? metricFormat), currency, plain);
  return (value: DataValue) => {
    if (value === null) return NOT_AVAILABLE;
    return typeof value === "number" || isLongNumber(value) ? exact(value) : String(value);
  };
}

function labelOfPivot({ formData, dataset }: TransformInput<PivotForm>): string {
  const { rows, columns } = axesOf(formData);
  const by = [...namesOf(rows), ...namesOf(columns)].map((name) => labelOf(name, dataset));
  const metrics = metricNames(formData.metrics).map((name) => labelOf(name, dataset));
  const values = metrics.join(", ");
  return by.length > 0 ? t("{values} by {dimensions}", { values, dimensions: by.join(", ") }) : values;
}

function summaryOf({ model, rows, columns, order, metrics, label }: PivotDrawing): string {
  const count = (axis: AxisDrawing) => leafCount(axis.tree.root, axis.shape.depth);
  const [first = ""] = order;
  const whole = model.valueOf(rows.tree.root, columns.tree.root, first);
  const metric = metrics.get(first);
  const groups = { label, rows: count(rows), columns: count(columns) };
  if (whole === undefined || !metric) {
    return t(
      "Pivot table of {label}: {rows, plural, one {# row group} other {# row groups}} and {columns, plural, one {# column group} other {# column groups}}.",
      groups,
    );
  }
  return t(
    "Pivot table of {label}: {rows, plural, one {# row group} other {# row groups}} and {columns, plural, one {# column group} other {# column groups}}, {total} {metric} in all.",
    { ...groups, total: metric.format(whole), metric: metric.label },
  );
}

function leafCount(node: AxisNode, depth: number): number {
  if (node.depth === depth) return 1;
  let count = 0;
  for (const child of node.children.values()) count += leafCount(child, depth);
  return count;
}
