import { t } from "../i18n/translate.ts";
import {
  type AdhocColumn,
  columnLabel,
  metricLabel,
  type QueryColumn,
  type QueryMetric,
  type SimpleMetric,
} from "../model/adhoc.ts";
import type { DatasetColumn } from "../model/dataset.ts";
import { badRequest } from "../model/errors.ts";
import type { Dialect } from "./dialect.ts";
import { maybeGrainFunction } from "./grains.ts";
import { isMoment, shownZoneOf, wallClockSql } from "./moments.ts";
import { type ColumnType, isOfCharacters, type QueryDataset, typeOfColumn } from "./query-dataset.ts";
import { withoutTrailer } from "./sql/statement-shape.ts";
import { assertTimesAreKnown, epochUnit } from "./stored-time.ts";
import type { TimeRange } from "./time-range.ts";

/** Custom SQL that the connection must accept before the query runs. */
export interface CheckedExpression {
  sql: string;
  kind: "column" | "metric" | "where" | "having";
}

export interface SelectItem {
  label: string;
  sql: string;
  type: ColumnType;
  isTemporal: boolean;
  isMetric: boolean;
  /**
   * Contains users' SQL, so it is grouped by position: constants and random functions can't be grouped by their text.
   */
  isCustom?: boolean;
  column?: DatasetColumn;
  /** The zone on whose clock the values are, if the column holds moments. */
  zone?: string | undefined;
  sources: string[];
  verboseName?: string;
}

export interface SqlContext {
  dataset: QueryDataset;
  dialect: Dialect;
  checks: CheckedExpression[];
  /** The reader's, by whose clock moments are cut and compared; undefined = as the engine does. */
  zone: string | undefined;
  /** Bounds of the query on a column, as far as they are known before its SQL is written. */
  boundsOf(column: DatasetColumn): TimeRange;
  render(text: string): string;
}

/** Columns by name, cached while the list is in use; wide datasets look up hundreds. */
const byName = new WeakMap<readonly DatasetColumn[], ReadonlyMap<string, DatasetColumn>>();

export function columnOf({ columns }: QueryDataset, name: string): DatasetColumn | undefined {
  const known = byName.get(columns);
  if (known) return known.get(name);
  const names = new Map([...columns].reverse().map((column) => [column.column_name, column]));
  byName.set(columns, names);
  return names.get(name);
}

/** The line break keeps a trailing comment from hiding the closing parenthesis. */
export const inParentheses = (sql: string) => (/--|#|\/\//.test(sql) ? `(${sql}\n)` : `(${sql})`);

export function checkedExpression(writing: SqlContext, sql: string, kind: CheckedExpression["kind"]): string {
  const text = withoutTrailer(writing.render(sql)).trim();
  writing.checks.push({ sql: text, kind });
  return inParentheses(text);
}

export function datasetColumnSql(writing: SqlContext, column: DatasetColumn): string {
  if (column.expression?.trim()) return checkedExpression(writing, column.expression, "column");
  const { quoteIdentifier, castToText, comparedAsText } = writing.dialect;
  const name = quoteIdentifier(column.column_name);
  return comparedAsText?.test(column.type ?? "") ? castToText(name, column.type ?? "") : name;
}

export function textSql(dialect: Dialect, { sql, type, column }: Pick<SelectItem, "sql" | "type" | "column">): string {
  const shown = shownSql(dialect, sql, column);
  if (shown !== undefined) return shown;
  return type === "text" && (!column || isOfCharacters(column)) ? sql : dialect.castToText(sql);
}

export function shownSql(dialect: Dialect, sql: string, column: DatasetColumn | undefined): string | undefined {
  return column?.type ? dialect.shownText(sql, column.type) : undefined;
}

export function temporalSql(writing: SqlContext, column: DatasetColumn, grain: string | null | undefined): string {
  const sql = datasetColumnSql(writing, column);
  const epoch = epochUnit(column);
  const timestamp = epoch ? writing.dialect.epochToTimestamp(sql, epoch) : sql;
  const type = epoch ? "TIMESTAMP" : (column.type ?? null);
  if (!grain) return timestamp;
  assertTimesAreKnown(writing.dialect, column);
  const zone = cutZoneOf(writing, column);
  const { moments } = writing.dialect;
  if (zone !== undefined && moments) {
    const clock = wallClockSql(writing.dialect, moments, { sql: timestamp, zone, range: writing.boundsOf(column) });
    return withGrain(writing.dialect, { sql: clock, type: moments.wallType }, grain);
  }
  return withGrain(writing.dialect, { sql: timestamp, type }, grain);
}

/** The zone in which periods of the column begin; undefined = as the engine cuts it. */
export const cutZoneOf = ({ zone, dialect }: Pick<SqlContext, "zone" | "dialect">, column: DatasetColumn) =>
  isMoment(dialect, column) ? zone : undefined;

/** The zone on whose clock results show a column of moments; undefined for other columns, and if none was chosen. */
export function clockOf(writing: SqlContext, column: DatasetColumn, grain: string | null | undefined) {
  if (writing.zone === undefined || !isMoment(writing.dialect, column)) return undefined;
  return grain ? writing.zone : shownZoneOf(writing.dialect, column.type);
}

export function withGrain(
  dialect: Dialect,
  { sql, type }: { sql: string; type: string | null },
  grain: string,
): string {
  const write = maybeGrainFunction(dialect, grain);
  if (!write) throw badRequest(t("Time grain {grain} is not supported by this database", { grain }));
  return write(sql, type);
}

/** A temporal column that is given by name is truncated to `timeGrain`. */
export function columnItem(writing: SqlContext, source: QueryColumn, timeGrain: string | null = null): SelectItem {
  const label = columnLabel(source);
  const name = typeof source === "string" ? source : source.sqlExpression;
  const column = columnOf(writing.dataset, name);
  const sources = [name];
  if (column) {
    const bin = binOf(source);
    return bin
      ? binItem(writing, column, { label, sources, bin })
      : datasetItem(writing, column, { label, sources, grain: grainOf(source, timeGrain) });
  }
  if (typeof source !== "string" && source.isColumnReference) throw missingColumns([name]);
  const sql = checkedExpression(writing, name, "column");
  const grain = grainOf(source, null);
  const written = grain ? withGrain(writing.dialect, { sql, type: null }, grain) : sql;
  const isTemporal = Boolean(grain);
  return { label, sql: written, type: "unknown", isTemporal, isMetric: false, isCustom: true, sources };
}

const grainOf = (source: QueryColumn, timeGrain: string | null) =>
  typeof source === "string" ? timeGrain : axisGrain(source);

function datasetItem(
  writing: SqlContext,
  column: DatasetColumn,
  { label, sources, grain }: Pick<SelectItem, "label" | "sources"> & { grain: string | null },
): SelectItem {
  const isTemporal = column.is_dttm || typeOfColumn(column) === "temporal";
  const sql =
    isTemporal && (grain || epochUnit(column))
      ? temporalSql(writing, column, grain)
      : datasetColumnSql(writing, column);
  const isCustom = Boolean(column.expression?.trim());
  const zone = clockOf(writing, column, grain);
  return { label, sql, type: typeOfColumn(column), isTemporal, isMetric: false, isCustom, column, zone, sources };
}

const binOf = (source: QueryColumn) => (typeof source === "string" ? undefined : source.bin);

/** Written with an exponent, bounds are floating-point numbers on every engine, so integers aren't divided as integers. */
function binItem(
  writing: SqlContext,
  column: DatasetColumn,
  {
    label,
    sources,
    bin: { start, width },
  }: Pick<SelectItem, "label" | "sources"> & { bin: NonNullable<AdhocColumn["bin"]> },
): SelectItem {
  const of = datasetColumnSql(writing, column);
  const sql = `FLOOR((${of} - ${floatLiteral(start)}) / ${floatLiteral(width)})`;
  const isCustom = Boolean(column.expression?.trim());
  return { label, sql, type: "numeric", isTemporal: false, isMetric: false, isCustom, sources };
}

function floatLiteral(value: number): string {
  const text = value.toExponential().replace("e+", "e");
  return value < 0 ? `(${text})` : text;
}

export function axisGrain(column: AdhocColumn): string | null {
  return column.columnType === "BASE_AXIS" ? (column.timeGrain ?? null) : null;
}

export function metricItem(writing: SqlContext, metric: QueryMetric): SelectItem {
  const label = metricLabel(metric);
  const base = { label, type: "unknown" as const, isTemporal: false, isMetric: true };
  if (typeof metric === "string") {
    const saved = writing.dataset.metrics.find((m) => m.metric_name === metric);
    if (!saved) throw badRequest(t("Metric {metric} does not exist", { metric: `'${metric}'` }));
    const sql = unwrapped(checkedExpression(writing, saved.expression, "metric"));
    const { verbose_name: verboseName } = saved;
    return { ...base, sql, sources: [metric], ...(verboseName ? { verboseName } : {}) };
  }
  if (metric.expressionType === "SQL") {
    const sql = unwrapped(checkedExpression(writing, metric.sqlExpression, "metric"));
    return { ...base, sql, sources: [metric.sqlExpression] };
  }
  const name = metric.column?.column_name;
  const column = name === undefined ? undefined : columnOf(writing.dataset, name);
  if (name !== undefined && !column) throw missingColumns([name]);
  return {
    ...base,
    ...simpleMetric(writing, metric, column),
    sources: [label],
  };
}

/** Metrics are easier to read without parentheses, which only matter if a comment could follow. */
const unwrapped = (sql: string) => (sql.endsWith("\n)") ? sql : sql.slice(1, -1));

function simpleMetric(writing: SqlContext, metric: SimpleMetric, column: DatasetColumn | undefined) {
  const aggregate = metric.aggregate ?? "COUNT";
  if (column === undefined) {
    if (aggregate !== "COUNT") throw badRequest(t("Metric needs a column: {aggregate}", { aggregate }));
    return { sql: metric.isTotal ? "SUM(COUNT(*)) OVER ()" : "COUNT(*)", type: "numeric" as const };
  }
  const of = datasetColumnSql(writing, column);
  if (isExtreme(aggregate)) {
    const sql = metric.isTotal ? totalSql(writing.dialect, aggregate, of) : `${aggregate}(${of})`;
    return { sql, type: typeOfColumn(column), column, zone: clockOf(writing, column, null) };
  }
  const type = "numeric" as const;
  if (metric.isTotal) return { sql: totalSql(writing.dialect, aggregate, of), type };
  if (aggregate === "AVG") return { sql: writing.dialect.average(of), type };
  return { sql: aggregate === "COUNT_DISTINCT" ? `COUNT(DISTINCT ${of})` : `${aggregate}(${of})`, type };
}

const isExtreme = (aggregate: string) => aggregate === "MIN" || aggregate === "MAX";

function totalSql({ average }: Dialect, aggregate: string, of: string): string {
  if (aggregate === "COUNT_DISTINCT") return "COUNT(*) OVER ()";
  if (aggregate === "AVG") {
    return `SUM(${average(of)} * COUNT(${of})) OVER () / NULLIF(SUM(COUNT(${of})) OVER (), 0)`;
  }
  return isExtreme(aggregate) ? `${aggregate}(${aggregate}(${of})) OVER ()` : `SUM(${aggregate}(${of})) OVER ()`;
}

/** How ORDER BY can refer to a group key at that index of the select list: by position, or (`true`) by its text. */
export const keyPlace = ({ groupByPosition }: Dialect, { isCustom }: SelectItem, index: number) =>
  isCustom && groupByPosition ? index + 1 : true;

export function groupTerms(dialect: Dialect, items: readonly SelectItem[]): string[] {
  return items.flatMap((item, i) =>
    item.isMetric ? [] : item.isCustom && dialect.groupByPosition ? String(i + 1) : item.sql,
  );
}

export function missingColumns(names: readonly string[]) {
  return badRequest(
    t("Columns missing in dataset: [{columns}]", { columns: names.map((name) => `'${name}'`).join(", ") }),
  );
}
