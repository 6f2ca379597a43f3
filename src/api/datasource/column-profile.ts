import { t } from "../../i18n/translate.ts";
import type { QueryColumn, SimpleMetric } from "../../model/adhoc.ts";
import { columnKind } from "../../model/column-kind.ts";
import type { DatasetColumn } from "../../model/dataset.ts";
import { badRequest, typedError } from "../../model/errors.ts";
import type { QueryObject } from "../../model/query-context.ts";
import type { Dialect } from "../../query/dialect.ts";
import { isMoment, shownZoneOf } from "../../query/moments.ts";
import { epochUnit } from "../../query/stored-time.ts";
import type { Context } from "../../server/http/route.ts";
import { rowSourceOf } from "../chart-data/index.ts";
import { connectionOf } from "../database/index.ts";
import { askRows } from "./ask-rows.ts";
import type { ColumnProfile } from "./contract.ts";

const SAMPLE_ROWS = 1_000_000;
const TIME_LIMIT_MS = 20_000;
const TOP_VALUES = 10;
/** Columns with fewer distinct values are counted exactly, by their groups: estimates are off by up to a fifth. */
const EXACT_GROUPS = 2000;
const BINS = 20;
const MAX_TIME_BINS = 60;

interface Address {
  type: string;
  id: string;
  name: string;
}

type Kind = ColumnProfile["kind"];
type Row = Record<string, unknown>;

export async function columnProfile(ctx: Context, address: Address, force: boolean): Promise<ColumnProfile> {
  const { type, id, name } = address;
  const { dataset } = await rowSourceOf(ctx, { datasource: { type, id }, queries: [] });
  const column = dataset.columns.find((one) => one.column_name === name);
  if (!column) throw badRequest(t("Column name {name} does not exist", { name }));
  const { connector } = await connectionOf(ctx.app, dataset.databaseId);
  const limit = AbortSignal.timeout(TIME_LIMIT_MS);
  const signal = AbortSignal.any([ctx.signal, limit]);
  const ask = async (queries: QueryObject[]): Promise<Row[][]> => {
    const sampled = queries.map((query) => ({ ...query, extras: { sample_rows: SAMPLE_ROWS } }));
    const datasource = { type, id };
    const results = await askRows({ ...ctx, signal }, { datasource, queries: sampled, force, result_type: "results" });
    return results.map(({ data }) => (data ?? []) as Row[]);
  };
  try {
    return await profileOf(column, connector.dialect, ask);
  } catch (error) {
    throw limit.aborted && !ctx.signal.aborted ? tooSlow(error) : error;
  }
}

const tooSlow = (cause: unknown) =>
  typedError(
    "BACKEND_TIMEOUT_ERROR",
    t("The profile took longer than {seconds, number} seconds and was stopped.", { seconds: TIME_LIMIT_MS / 1000 }),
    { status: 408, cause },
  );

async function profileOf(
  column: DatasetColumn,
  dialect: Dialect,
  ask: (queries: QueryObject[]) => Promise<Row[][]>,
): Promise<ColumnProfile> {
  const kind = kindOf(column);
  const [[summary = {}] = [], groups = []] = await ask([summaryQuery(column, kind), valuesQuery(column)]);
  const rows = Number(summary[COUNT_LABEL] ?? 0);
  const presentRows = Number(summary.present ?? 0);
  const present = groups.filter((group) => group[column.column_name] !== null);
  const isWhole = groups.length <= EXACT_GROUPS;
  const [min, max] = [summary.min, summary.max].map((value) => extreme(value, column, kind));
  const binning = binningOf({ column, kind, dialect, min, max });
  const [counts = []] = binning ? await ask([{ ...binning.query, metrics: [COUNT_ALL] }]) : [];
  return {
    column: column.column_name,
    type: column.type ?? null,
    kind,
    zone: zoneOf(column, dialect),
    rows,
    is_sample: rows >= SAMPLE_ROWS,
    // Estimates can exceed the number of values.
    distinct: isWhole ? present.length : Math.min(Number(summary.distinct ?? 0), presentRows),
    is_distinct_approximate: !isWhole && dialect.approximateDistinct !== null,
    missing: rows - presentRows,
    min: min ?? null,
    max: max ?? null,
    mean: numberOf(summary.mean) ?? null,
    values: present.slice(0, TOP_VALUES).map((group) => ({
      value: scalar(group[column.column_name]),
      count: Number(group[COUNT_LABEL]),
    })),
    histogram: binning ? { grain: binning.grain, bins: binning.bins(counts) } : null,
  };
}

const zoneOf = (column: DatasetColumn, dialect: Dialect) =>
  isMoment(dialect, column) ? (shownZoneOf(dialect, column.type) ?? null) : null;

function kindOf(column: DatasetColumn): Kind {
  const kind = columnKind(column);
  return kind === "numeric" && /money/i.test(column.type ?? "") ? "text" : kind;
}

const COUNT_LABEL = "count of rows";
const COUNT_ALL = { expressionType: "SIMPLE", aggregate: "COUNT", label: COUNT_LABEL } as const;

function summaryQuery({ column_name }: DatasetColumn, kind: Kind): QueryObject {
  const metric = (aggregate: SimpleMetric["aggregate"], label: string): SimpleMetric => ({
    expressionType: "SIMPLE",
    aggregate,
    column: { column_name },
    label,
  });
  const isOrdered = kind === "numeric" || kind === "temporal";
  return {
    columns: [],
    metrics: [
      COUNT_ALL,
      metric("COUNT", "present"),
      { ...metric("COUNT_DISTINCT", "distinct"), isApproximate: true },
      ...(isOrdered ? [metric("MIN", "min"), metric("MAX", "max")] : []),
      ...(kind === "numeric" ? [metric("AVG", "mean")] : []),
    ],
  };
}

const valuesQuery = ({ column_name }: DatasetColumn): QueryObject => ({
  columns: [column_name],
  metrics: [COUNT_ALL],
  orderby: [[COUNT_ALL, false]],
  row_limit: EXACT_GROUPS + 1,
});

function scalar(value: unknown): ColumnProfile["min"] {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  return value === null || value === undefined
    ? null
    : typeof value === "bigint"
      ? String(value)
      : JSON.stringify(value);
}

function numberOf(value: unknown): number | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

function extreme(value: unknown, column: DatasetColumn, kind: Kind): ColumnProfile["min"] {
  if (kind !== "temporal") return scalar(value);
  const unit = epochUnit(column);
  const number = unit || typeof value !== "string" ? numberOf(value) : undefined;
  if (number !== undefined) return unit === "s" ? number * 1000 : number;
  if (typeof value !== "string") return scalar(value);
  const ms = Date.parse(/^\d{4}-\d\d-\d\d[T ][\d:.]+$/.test(value) ? `${value.replace(" ", "T")}Z` : value);
  return Number.isNaN(ms) ? value : ms;
}

interface Binning {
  grain: string | null;
  query: QueryObject;
  bins(counts: readonly Row[]): { from: number; to: number; count: number }[];
}

interface BinningInput {
  column: DatasetColumn;
  kind: Kind;
  dialect: Dialect;
  min: unknown;
  max: unknown;
}

function binningOf({ column, kind, dialect, min, max }: BinningInput): Binning | undefined {
  const [low, high] = [numberOf(min), numberOf(max)];
  if (low === undefined || high === undefined || high <= low) return undefined;
  if (kind === "numeric") return numericBinning(column, low, high);
  return kind === "temporal" && typeof min === "number" ? timeBinning(column, dialect, { low, high }) : undefined;
}

const INTEGER = /int|serial|^(decimal|numeric|number)\(\d+(, ?0)?\)$/i;

function numericBinning(column: DatasetColumn, low: number, high: number): Binning {
  const isInteger = INTEGER.test(column.type ?? "");
  const even = (high - low) / BINS;
  const width = isInteger ? Math.max(1, Math.ceil((high - low + 1) / BINS)) : even;
  const count = isInteger ? Math.ceil((high - low + 1) / width) : BINS;
  const bin: QueryColumn = { label: "bin", sqlExpression: column.column_name, bin: { start: low, width } };
  return {
    grain: null,
    query: { columns: [{ ...bin, isColumnReference: true }], row_limit: BINS + 2 },
    bins: (counts) => {
      const found = Array.from({ length: count }, (_, i) => ({
        from: low + i * width,
        to: low + (i + 1) * width,
        count: 0,
      }));
      for (const row of counts) {
        if (row.bin === null) continue;
        // The highest value is at the end of the last bin.
        const place = found[Math.min(Math.max(Number(row.bin), 0), count - 1)];
        if (place) place.count += Number(row[COUNT_LABEL]);
      }
      return found;
    },
  };
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const GRAIN_LENGTHS: readonly [string, number][] = [
  ["PT1S", 1000],
  ["PT1M", 60_000],
  ["PT1H", HOUR],
  ["P1D", DAY],
  ["P1W", 7 * DAY],
  ["P1M", 30 * DAY],
  ["P3M", 91 * DAY],
  ["P1Y", 365 * DAY],
];
const MONTHS: Readonly<Record<string, number>> = { P1M: 1, P3M: 3, P1Y: 12 };
const MAX_YEARS = 500;

function timeBinning(column: DatasetColumn, dialect: Dialect, { low, high }: { low: number; high: number }) {
  const offered = GRAIN_LENGTHS.filter(([grain]) => Object.hasOwn(dialect.timeGrains, grain));
  const [grain, length] = offered.find(([, ms]) => (high - low) / ms <= MAX_TIME_BINS) ?? offered.at(-1) ?? [];
  if (!grain || !length) return undefined;
  const axis: QueryColumn = {
    label: "bin",
    sqlExpression: column.column_name,
    isColumnReference: true,
    columnType: "BASE_AXIS",
    timeGrain: grain,
  };
  const binning: Binning = {
    grain,
    query: { columns: [axis], row_limit: MAX_YEARS },
    bins: (counts) =>
      counts
        .flatMap((row) => {
          const from = extreme(row.bin, { ...column, python_date_format: null }, "temporal");
          return typeof from === "number"
            ? [{ from, to: afterGrain(from, grain, length), count: Number(row[COUNT_LABEL]) }]
            : [];
        })
        .sort((a, b) => a.from - b.from),
  };
  return binning;
}

function afterGrain(from: number, grain: string, length: number): number {
  const months = MONTHS[grain];
  if (months === undefined) return from + length;
  const date = new Date(from);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, date.getUTCDate());
}
