import type { ChartTheme } from "../../chart-seam/chart-type.ts";
import type { CellBar, CellStyle, TableColumn } from "../../chart-seam/table-column.ts";
import { columnLabel, metricLabel } from "../../model/adhoc.ts";
import type { Dataset } from "../../model/dataset.ts";
import { ownValue } from "../../model/own-value.ts";
import { type ChartDataResult, type DataRow, type DataValue, GENERIC_TYPE } from "../../model/query-context.ts";
import { timeGrainOf } from "../../query/query-context.ts";
import { withDetectedCurrency } from "../format/currency.ts";
import { approximateNumber, exactFormatter, isLongNumber } from "../format/long-number.ts";
import { metricFormats } from "../format/metric-formats.ts";
import { columnNumberFormatter, formatPercent, fullNumberFormatter } from "../format/plain-number.ts";
import { SMART_DATE, timeFormatter } from "../format/time-format.ts";
import { epochOf } from "../format/value.ts";
import { formatTimestamp, labelOf } from "../table/column.ts";
import { type Extent, extentOf, type PreparedRule, paintsOf, tintOf } from "../table/conditional.ts";
import { COMPARISON_PARTS, type ComparisonPart, comparisonKey, partName } from "./comparison.ts";
import { type ColumnConfig, queryModeOf, type TableFormData } from "./form-data.ts";

export interface ColumnSetting {
  formData: TableFormData;
  result: ChartDataResult;
  rows: readonly DataRow[];
  dataset?: Dataset;
  theme: ChartTheme;
  rules: readonly PreparedRule[];
  offset?: string;
}

export function columnsOf(setting: ColumnSetting): TableColumn[] {
  const { result, formData, offset } = setting;
  const hidden = sharedOnly(formData);
  const names = (result.colnames ?? []).filter(
    (name) => !hidden.has(name) && (!offset || !name.endsWith(`__${offset}`)),
  );
  const metrics = comparedMetrics(formData);
  return names
    .flatMap((name) =>
      offset && metrics.has(name)
        ? COMPARISON_PARTS.map(({ prefix }) => comparedColumn(name, prefix, setting))
        : [plainColumn(name, setting)],
    )
    .filter((column) => configOf(formData, column.key).visible !== false);
}

function sharedOnly({ metrics, percent_metrics }: TableFormData): ReadonlySet<string> {
  const shown = new Set(metrics.map(metricLabel));
  return new Set(percent_metrics.map(metricLabel).filter((label) => !shown.has(label)));
}

export function comparedMetrics(formData: TableFormData): ReadonlySet<string> {
  return new Set([
    ...formData.metrics.map(metricLabel),
    ...formData.percent_metrics.map((metric) => `%${metricLabel(metric)}`),
  ]);
}

export function configOf(formData: TableFormData, key: string): ColumnConfig {
  return formData.column_config?.[key] ?? {};
}

function plainColumn(name: string, setting: ColumnSetting): TableColumn {
  const { formData, result, rows, dataset, theme, rules } = setting;
  const type = typeOf(name, result, rows);
  const zone = ownValue(result.colzones, name);
  const config = configOf(formData, name);
  const isPercent = isPercentColumn(name, formData);
  const isRaw = queryModeOf(formData) === "raw";
  const isDimension = !isRaw && formData.groupby.some((c) => columnLabel(c) === name);
  const bar = type === GENERIC_TYPE.NUMERIC && !isDimension && hasBars(config, formData);
  const style = bar ? barStyle(name, config, setting) : undefined;
  return {
    key: name,
    label: config.customColumnName || (isPercent ? `% ${labelOf(name.slice(1), dataset)}` : labelOf(name, dataset)),
    description: descriptionOf(name, dataset),
    ...(zone === undefined ? {} : { zone }),
    type,
    align: config.horizontalAlign ?? undefined,
    width: config.columnWidth || undefined,
    truncate: config.truncateLongCells === false ? false : undefined,
    format:
      type === GENERIC_TYPE.TEMPORAL ? temporalFormat(name, config, setting) : numberFormat(name, config, setting),
    look: lookOf(name, { rules, bar: style, theme }),
    hasBars: bar,
    isDimension,
    canSelect: isRaw,
    allowHtml: formData.allow_render_html !== false,
  };
}

function comparedColumn(metric: string, part: ComparisonPart, setting: ColumnSetting): TableColumn {
  const { formData } = setting;
  const key = comparisonKey(part, metric);
  const base = plainColumn(metric, setting);
  const config = configOf(formData, key);
  const hasBar = part === "Main" && hasBars(config, formData);
  return {
    ...base,
    key,
    label: config.customColumnName || part,
    description: partName(part),
    align: config.horizontalAlign ?? undefined,
    width: config.columnWidth || undefined,
    format: config.d3NumberFormat ? numberFormat(key, config, setting) : comparedFormat(part, base.format),
    look: comparedLook(key, part, setting),
    hasBars: hasBar,
    group: base.label,
    // With server pagination the database sorts, which doesn't know computed values.
    ...(formData.server_pagination && part !== "Main" ? { sortable: false } : {}),
  };
}

function comparedFormat(part: ComparisonPart, format: TableColumn["format"]): TableColumn["format"] {
  const amount: TableColumn["format"] = part === "%" ? (value) => formatPercent(Number(value)) : format;
  if (part === "Main" || part === "#") return amount;
  return (value, row) => (Number(value) > 0 ? `+${amount(value, row)}` : amount(value, row));
}

function comparedLook(key: string, part: ComparisonPart, setting: ColumnSetting): TableColumn["look"] {
  const { formData, theme, rules } = setting;
  const config = configOf(formData, key);
  const bar = part === "Main" && hasBars(config, formData) ? barStyle(key, config, setting) : undefined;
  const look = lookOf(key, { rules, bar, theme });
  const isChange = part === "△" || part === "%";
  if (!isChange || !formData.comparison_color_enabled) return look;
  return (value, row) => ({ color: changeColor(value, formData, theme), ...look?.(value, row) });
}

function changeColor(value: DataValue, formData: TableFormData, theme: ChartTheme): string | undefined {
  if (typeof value !== "number" || value === 0) return undefined;
  const isGood = value > 0 === (formData.comparison_color_scheme !== "Red");
  return isGood ? theme.success : theme.error;
}

function hasBars(config: ColumnConfig, formData: TableFormData): boolean {
  return config.showCellBars ?? formData.show_cell_bars !== false;
}

function barStyle(key: string, config: ColumnConfig, { formData, rows }: ColumnSetting) {
  return {
    extent: extentOf(rows, key),
    isAligned: config.alignPositiveNegative ?? formData.align_pn === true,
    isColored: config.colorPositiveNegative ?? formData.color_pn !== false,
  };
}

export function isPercentColumn(name: string, formData: TableFormData): boolean {
  return formData.percent_metrics.some((metric) => `%${metricLabel(metric)}` === name);
}

/** Numeric if all values are, as decimals may arrive with an unknown type. */
function typeOf(name: string, result: ChartDataResult, rows: readonly DataRow[]): number {
  const declared = result.coltypes?.[result.colnames?.indexOf(name) ?? -1];
  if (declared !== undefined && declared !== GENERIC_TYPE.STRING) return declared;
  const first = rows.find((row) => row[name] !== null && row[name] !== undefined)?.[name];
  return typeof first === "number" ? GENERIC_TYPE.NUMERIC : (declared ?? GENERIC_TYPE.STRING);
}

function descriptionOf(name: string, dataset: Dataset | undefined): string | undefined {
  const column = dataset?.columns.find((candidate) => candidate.column_name === name);
  const metric = dataset?.metrics.find((candidate) => candidate.metric_name === name.replace(/^%/, ""));
  return column?.description || metric?.description || undefined;
}

function numberFormat(
  name: string,
  config: ColumnConfig,
  { formData, result, rows, dataset }: ColumnSetting,
): TableColumn["format"] {
  const { metricFormat, metricCurrency } = metricFormats(dataset, name);
  const currency = withDetectedCurrency(
    config.currencyFormat?.symbol ? config.currencyFormat : metricCurrency,
    result.detected_currency,
  );
  const isPlainPercent = isPercentColumn(name, formData) && !config.d3NumberFormat;
  const values = rows.map((row) => row[name]);
  const usual = isPlainPercent
    ? formatPercent
    : columnNumberFormatter(values, config.d3NumberFormat ?? metricFormat, currency);
  const small = config.d3SmallNumberFormat ? fullNumberFormatter(config.d3SmallNumberFormat, currency) : usual;
  const isNumeric = typeOf(name, result, rows) === GENERIC_TYPE.NUMERIC;
  const exact = exactFormatter(isPlainPercent ? ".1%" : (config.d3NumberFormat ?? metricFormat), currency, usual);
  return (value) => {
    if (typeof value !== "number") return isNumeric && isLongNumber(value) ? exact(value) : String(value);
    return Math.abs(value) < 1 && value !== 0 ? small(value) : usual(value);
  };
}

function temporalFormat(name: string, config: ColumnConfig, { formData }: ColumnSetting): TableColumn["format"] {
  const key = config.d3TimeFormat || formData.table_timestamp_format || SMART_DATE;
  const isBucket = queryModeOf(formData) === "aggregate" && formData.groupby.some((c) => columnLabel(c) === name);
  const grain = isBucket ? timeGrainOf(formData) : null;
  if (key === SMART_DATE && !grain) return formatTimestamp;
  const format = timeFormatter(key, grain);
  return (value) => {
    const epochMs = typeof value === "number" ? value : epochOf(String(value));
    return epochMs === undefined ? String(value) : format(epochMs);
  };
}

interface BarStyle {
  extent: Extent;
  isAligned: boolean;
  isColored: boolean;
}

export function barOf(
  cell: DataValue,
  { extent, isAligned, isColored }: BarStyle,
  theme: ChartTheme,
): CellBar | undefined {
  const value = approximateNumber(cell);
  if (value === undefined || !Number.isFinite(value)) return undefined;
  const color = isColored && value < 0 ? theme.focus : theme.warm;
  if (isAligned) {
    const largest = Math.max(Math.abs(extent.min), Math.abs(extent.max)) || 1;
    return { from: 0, to: Math.abs(value) / largest, color };
  }
  const low = Math.min(0, extent.min);
  const span = Math.max(0, extent.max) - low || 1;
  return { from: (Math.min(0, value) - low) / span, to: (Math.max(0, value) - low) / span, color };
}

interface LookPlan {
  rules: readonly PreparedRule[];
  bar: BarStyle | undefined;
  theme: ChartTheme;
}

export function lookOf(
  column: string,
  { rules, bar, theme }: LookPlan,
): ((value: DataValue, row: DataRow) => CellStyle | undefined) | undefined {
  const own = rules.filter((rule) => rule.column === null || rule.column === column);
  if (own.length === 0 && !bar) return undefined;
  return (value, row) => {
    const look: CellStyle = { bar: bar && barOf(value, bar, theme) };
    for (const paint of paintsOf(own, row, column)) {
      if (paint.part === "background") look.background = tintOf(paint);
      else if (paint.part === "text") look.color = paint.color;
      else if (look.bar) look.bar = { ...look.bar, color: paint.color };
    }
    return look;
  };
}
