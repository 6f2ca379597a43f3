import { colorAt } from "../../chart-kit/colors/shade.ts";
import { metricFormats } from "../../chart-kit/format/metric-formats.ts";
import { fullNumberFormatter } from "../../chart-kit/format/plain-number.ts";
import { timeFormatter } from "../../chart-kit/format/time-format.ts";
import { epochOf, NOT_AVAILABLE } from "../../chart-kit/format/value.ts";
import type { SparkPoint } from "../../chart-kit/kpi/spark.ts";
import { labelOf as groupLabel } from "../../chart-kit/selection.ts";
import { formatTimestamp, labelOf, rowsOf } from "../../chart-kit/table/column.ts";
import { isSafeLink } from "../../chart-kit/table/safe-link.ts";
import type { ChartTheme, Drawing, TransformInput } from "../../chart-seam/chart-type.ts";
import { list } from "../../i18n/intl.ts";
import { msg, t } from "../../i18n/translate.ts";
import { columnLabel, metricLabel } from "../../model/adhoc.ts";
import type { Dataset } from "../../model/dataset.ts";
import type { DataRow, DataValue } from "../../model/query-context.ts";
import { timeGrainOf } from "../../query/query-context.ts";
import { figureOf, formatOf, type Series, shareInBounds, sparklineOf } from "./cells.ts";
import { columnName } from "./column-name.ts";
import type { TimeColumn, TimeTableForm } from "./schema.ts";

export interface TimeCell {
  value: number | null;
  text: string;
  mark?: string;
  course?: { points: SparkPoint[]; labels: string[]; range?: readonly [number | null, number | null] };
}

export interface TimeLine {
  key: string;
  label: string;
  href?: string;
  cells: TimeCell[];
}

export interface TimeHeading {
  key: string;
  label: string;
  tooltip?: string;
  isCourse: boolean;
  sparkType: "line" | "bar" | "area";
  width?: number;
  height?: number;
  hasAxis: boolean;
  format(value: number): string;
}

export interface TimeTableDrawing {
  label: string;
  name: string;
  headings: TimeHeading[];
  lines: TimeLine[];
  color: string;
}

interface Named extends Series {
  key: string;
  value: string;
  label: string;
  metric: string;
}

export function transform(input: TransformInput<TimeTableForm>): Drawing<TimeTableDrawing> {
  const { formData, results, dataset, theme } = input;
  const rows = rowsOf(results[0]);
  const { moments, series } = seriesOf(rows, formData, dataset);
  const columns = formData.column_collection;
  const [by] = formData.groupby;
  const headings = columns.map((column, index) =>
    headingOf(column, index, formatOf(column, metricFormat(series[0], dataset))),
  );
  const lines = series.map(
    (one): TimeLine => ({
      key: one.key,
      label: one.label,
      href: linkOf(formData, one),
      cells: columns.map((column) => cellOf(column, one, { all: series, moments, formData, dataset, theme })),
    }),
  );
  const metrics = list(
    formData.metrics.map((metric) => labelOf(metricLabel(metric), dataset)),
    "commas",
  );
  return {
    props: {
      label: overTimeText(metrics, by ? columnLabel(by) : undefined),
      name: by ? labelOf(columnLabel(by), dataset) : t("Metric"),
      headings,
      lines,
      color: theme.focus,
    },
    summary: summaryOf(lines, headings),
    isEmpty: rows.length === 0,
  };
}

function seriesOf(rows: readonly DataRow[], formData: TimeTableForm, dataset: Dataset | undefined) {
  const timeOf = (row: DataRow) => momentOf(row[formData.granularity_sqla ?? ""] ?? null);
  const moments = [...new Set(rows.map(timeOf))].sort((a, b) => a - b);
  const at = new Map(moments.map((moment, index) => [moment, index]));
  const nameOf = namer(formData, dataset);
  const lines = new Map<string, Named & { values: (number | null)[] }>();
  for (const row of rows) {
    for (const metric of formData.metrics.map(metricLabel)) {
      const name = nameOf(row, metric);
      const line = lines.get(name.key) ?? { ...name, metric, values: moments.map(() => null) };
      lines.set(name.key, line);
      line.values[at.get(timeOf(row)) ?? 0] = numberOf(row[metric]);
    }
  }
  const last = ({ values }: Series) => values.at(-1) ?? Number.NEGATIVE_INFINITY;
  const series = [...lines.values()];
  return { moments, series: formData.groupby.length > 0 ? series.sort((a, b) => last(b) - last(a)) : series };
}

function momentOf(value: DataValue): number {
  return typeof value === "number" ? value : (epochOf(String(value)) ?? 0);
}

function numberOf(value: DataValue | undefined): number | null {
  return value === null || value === undefined ? null : Number(value);
}

function namer({ groupby: [by] }: TimeTableForm, dataset: Dataset | undefined) {
  return (row: DataRow, metric: string): Pick<Named, "key" | "value" | "label"> => {
    if (!by) return { key: metric, value: metric, label: labelOf(metric, dataset) };
    const group = row[columnLabel(by)] ?? null;
    const label = group === null ? NOT_AVAILABLE : groupLabel(group);
    return { key: JSON.stringify(group), value: String(group), label };
  };
}

interface CellSource {
  all: readonly Series[];
  moments: readonly number[];
  formData: TimeTableForm;
  dataset: Dataset | undefined;
  theme: ChartTheme;
}

function metricFormat(line: Named | undefined, dataset: Dataset | undefined): (value: number) => string {
  const { metricFormat: key, metricCurrency } = metricFormats(dataset, line?.metric ?? "");
  return fullNumberFormatter(key, metricCurrency);
}

function cellOf(column: TimeColumn, line: Named, source: CellSource): TimeCell {
  const { all, moments, formData, dataset, theme } = source;
  const format = formatOf(column, metricFormat(line, dataset));
  const value = figureOf(column, line, all);
  const share = shareInBounds(value, column.bounds);
  const cell: TimeCell = {
    value,
    text: value === null ? NOT_AVAILABLE : format(value),
    ...(share === undefined ? {} : { mark: colorAt(theme.diverging, share) }),
  };
  if (column.colType !== "spark") return cell;
  const course = sparklineOf(column, line);
  const shown = moments.slice(moments.length - course.length);
  const date =
    column.dateFormat || timeGrainOf(formData)
      ? timeFormatter(column.dateFormat, timeGrainOf(formData))
      : formatTimestamp;
  return {
    ...cell,
    course: {
      points: course.map((y, i) => ({ x: shown[i] ?? 0, y })),
      labels: course.map((y, i) => `${date(shown[i] ?? 0)}: ${y === null ? NOT_AVAILABLE : format(y)}`),
      range: column.yAxisBounds ?? undefined,
    },
  };
}

const COLUMN_NAMES = {
  time: msg("Value"),
  contrib: msg("Share##percentage"),
  spark: msg("Trend"),
  avg: msg("Average"),
} as const;

function headingOf(column: TimeColumn, index: number, format: (value: number) => string): TimeHeading {
  return {
    key: column.key || `${index}`,
    label: columnName(column) || t(COLUMN_NAMES[column.colType ?? "time"]),
    tooltip: column.tooltip || undefined,
    isCourse: column.colType === "spark",
    sparkType: column.sparkType ?? "line",
    width: column.width || undefined,
    height: column.height || undefined,
    hasAxis: column.showYAxis === true,
    format,
  };
}

function linkOf({ url, ...formData }: TimeTableForm, line: Named): string | undefined {
  if (!url) return undefined;
  const values: Record<string, unknown> = { ...formData, metric: line.value };
  const address = url.replace(/\{\{\s*([\w.-]+)\s*\}\}/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : "";
    return encodeURIComponent(typeof value === "object" ? JSON.stringify(value) : String(value ?? ""));
  });
  return isSafeLink(address) ? address : undefined;
}

function summaryOf(lines: readonly TimeLine[], headings: readonly TimeHeading[]): string {
  const [first] = lines;
  const lastOf = (cell: TimeCell | undefined) => cell?.course?.labels.at(-1) ?? cell?.text ?? NOT_AVAILABLE;
  const texts = headings.map(({ label }, i) => `${label} ${lastOf(first?.cells[i])}`);
  const whole = t("Time-series table of {count, plural, one {# row} other {# rows}}.", { count: lines.length });
  return first ? `${whole} ${first.label}: ${list(texts, "commas")}.` : whole;
}

const overTimeText = (metrics: string, dimension: string | undefined): string =>
  dimension === undefined
    ? t("{metrics} over time", { metrics })
    : t("{metrics} by {dimension} over time", { metrics, dimension });
