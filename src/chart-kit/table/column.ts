import type { TableColumn } from "../../chart-seam/table-column.ts";
import type { Dataset } from "../../model/dataset.ts";
import { ownValue } from "../../model/own-value.ts";
import {
  type ChartDataResult,
  type DataRow,
  type DataValue,
  GENERIC_TYPE,
  SHARE_SUFFIX,
} from "../../model/query-context.ts";
import { columnNumberFormatter } from "../format/plain-number.ts";
import { isMoment, timeFormatter } from "../format/time-format.ts";
import { epochOf, formatValue } from "../format/value.ts";

export function alignOf(column: TableColumn): "left" | "center" | "right" {
  return column.align ?? (column.type === GENERIC_TYPE.NUMERIC ? "right" : "left");
}

export function rowsOf(result: ChartDataResult | undefined): DataRow[] {
  return Array.isArray(result?.data) ? (result.data as DataRow[]) : [];
}

export function columnsOfResult(
  result: ChartDataResult,
  dataset?: Dataset,
  metrics: readonly string[] = [],
): TableColumn[] {
  const rows = rowsOf(result);
  const names = result.colnames ?? Object.keys(rows[0] ?? {});
  return names.map((name, index) => {
    const type = result.coltypes?.[index] ?? typeOfValues(rows, name);
    const values = rows.map((row) => row[name]);
    const whole = name.endsWith(SHARE_SUFFIX) ? name.slice(0, -SHARE_SUFFIX.length) : "";
    if (names.includes(whole)) {
      return { key: name, label: `% ${labelOf(whole, dataset)}`, type, format: plainFormat(type, values, ",.1%") };
    }
    const zone = ownValue(result.colzones, name);
    return {
      key: name,
      label: resultLabel(name, dataset, metrics),
      ...(zone === undefined ? {} : { zone }),
      type,
      format: plainFormat(type, values, formatOf(name, dataset, metrics)),
    };
  });
}

function formatOf(name: string, dataset: Dataset | undefined, metrics: readonly string[]): string | null | undefined {
  const formats = dataset?.column_formats;
  const own = ownValue(formats, name);
  if (own || dataset?.columns.some((column) => column.column_name === name)) return own;
  const [only, ...others] = metrics;
  const metric = metrics.find((one) => name.startsWith(`${one}, `)) ?? (others.length === 0 ? only : undefined);
  return metric === undefined ? undefined : ownValue(formats, metric);
}

/** `sales__1 year ago, Europe` -> "Sales, 1 year ago, Europe". */
function resultLabel(name: string, dataset: Dataset | undefined, metrics: readonly string[]): string {
  const own = labelOf(name, dataset);
  if (own !== name || dataset?.columns.some((column) => column.column_name === name)) return own;
  const metric = metrics.find((one) => name.startsWith(`${one}, `) || name.startsWith(`${one}__`));
  if (metric === undefined) return own;
  return `${labelOf(metric, dataset)}${name.slice(metric.length).replace(/^__/, ", ")}`;
}

export function labelOf(name: string, dataset?: Dataset): string {
  return ownValue(dataset?.verbose_map, name) || name;
}

function plainFormat(type: number, values: readonly unknown[], numberFormat?: string | null): TableColumn["format"] {
  if (type === GENERIC_TYPE.TEMPORAL) return formatTimestamp;
  const format = columnNumberFormatter(values, numberFormat);
  return (value) => (typeof value === "number" ? format(value) : formatValue(value));
}

const DAY_MS = 86_400_000;

export function formatTimestamp(value: DataValue): string {
  const epochMs = typeof value === "number" ? value : epochOf(String(value));
  if (epochMs === undefined) return String(value);
  return timeFormatter(epochMs % DAY_MS === 0 ? "%Y-%m-%d" : "%Y-%m-%d %H:%M:%S")(epochMs);
}

const BUCKETS: Readonly<Record<string, readonly [specifier: string, rest: string]>> = {
  P1M: ["%Y-%m", "-01T00:00:00.000Z"],
  P3M: ["%Y Q%q", "-01T00:00:00.000Z"],
  P1Y: ["%Y", "-01-01T00:00:00.000Z"],
};

/** Formats bucket starts as buckets: `2010-02`, `2010 Q1`, `2010`; other times in full. */
export function bucketFormat(grain: string | undefined): TableColumn["format"] {
  const bucket = grain === undefined ? undefined : ownValue(BUCKETS, grain);
  if (!bucket) return formatTimestamp;
  const [specifier, rest] = bucket;
  const format = timeFormatter(specifier);
  return (value) => {
    const epochMs = typeof value === "number" ? value : epochOf(String(value));
    const isDate = epochMs !== undefined && isMoment(epochMs);
    return isDate && new Date(epochMs).toISOString().endsWith(rest) ? format(epochMs) : formatTimestamp(value);
  };
}

function typeOfValues(rows: readonly DataRow[], name: string): number {
  const value = rows.find((row) => row[name] !== null && row[name] !== undefined)?.[name];
  if (typeof value === "number") return GENERIC_TYPE.NUMERIC;
  return typeof value === "boolean" ? GENERIC_TYPE.BOOLEAN : GENERIC_TYPE.STRING;
}
