import { t } from "../../i18n/translate.ts";
import type { SimpleMetric } from "../../model/adhoc.ts";
import { type ColumnKind, columnKind } from "../../model/column-kind.ts";
import type { DatasetColumn } from "../../model/dataset.ts";
import { badRequest, typedError } from "../../model/errors.ts";
import { GENERIC_TYPE, type QueryObject } from "../../model/query-context.ts";
import type { Dialect } from "../../query/dialect.ts";
import { isMoment, shownZoneOf } from "../../query/moments.ts";
import { epochUnit } from "../../query/stored-time.ts";
import type { Context } from "../../server/http/route.ts";
import { rowSourceOf } from "../chart-data/index.ts";
import { connectionOf } from "../database/index.ts";
import { askRows } from "./ask-rows.ts";
import type { ColumnProfile } from "./contract.ts";
import { type Binning, numericBinning, timeBinning } from "./profile-bins.ts";

const SAMPLE_ROWS = 1_000_000;
const TIME_LIMIT_MS = 20_000;
const TOP_VALUES = 10;
/** Up to so many distinct values, one query has everything: extremes, mean and histogram are computed of its groups. */
const MAX_GROUPS = 2000;

interface Address {
  type: string;
  id: string;
  name: string;
}

type Row = Record<string, unknown>;
type Ask = (query: QueryObject) => Promise<{ rows: Row[]; types: readonly number[] }>;

export async function columnProfile(ctx: Context, address: Address, force: boolean): Promise<ColumnProfile> {
  const { type, id, name } = address;
  const { dataset } = await rowSourceOf(ctx, { datasource: { type, id }, queries: [] });
  const column = dataset.columns.find((one) => one.column_name === name);
  if (!column) throw badRequest(t("Column name {name} does not exist", { name }));
  const { connector } = await connectionOf(ctx.app, dataset.databaseId);
  const limit = AbortSignal.timeout(TIME_LIMIT_MS);
  const signal = AbortSignal.any([ctx.signal, limit]);
  const ask: Ask = async (query) => {
    const queries = [{ ...query, extras: { sample_rows: SAMPLE_ROWS } }];
    const datasource = { type, id };
    const [result] = await askRows({ ...ctx, signal }, { datasource, queries, force, result_type: "results" });
    return { rows: (result?.data ?? []) as Row[], types: (result?.coltypes ?? []) as number[] };
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

interface Groups {
  /** One for each distinct value, the most frequent first, with the totals of all. */
  rows: Row[];
  kind: ColumnKind;
  /** False if there are more distinct values. */
  areAll: boolean;
}

interface Group {
  value: ColumnProfile["min"];
  count: number;
}

async function profileOf(column: DatasetColumn, dialect: Dialect, ask: Ask): Promise<ColumnProfile> {
  const { rows: groups, kind, areAll } = await groupsOf(column, ask);
  const [totals = {}] = groups;
  const rows = Number(totals[LABEL.rows] ?? 0);
  const present = Number(totals[LABEL.present] ?? 0);
  const values = groups
    .filter((group) => group[column.column_name] !== null)
    .map((group): Group => ({ value: scalar(group[column.column_name]), count: Number(group[LABEL.count]) }));
  const summary = areAll ? summaryOf(values, column, kind) : storedSummary(totals, column, kind);
  const binning = binningOf({
    column,
    kind,
    dialect,
    min: summary.min,
    max: summary.max,
    values: areAll ? values : [],
  });
  return {
    column: column.column_name,
    type: column.type ?? null,
    kind,
    zone: zoneOf(column, dialect),
    rows,
    is_sample: rows >= SAMPLE_ROWS,
    distinct: Number(totals[LABEL.groups] ?? 0) - (present < rows ? 1 : 0),
    missing: rows - present,
    ...summary,
    values: values.slice(0, TOP_VALUES),
    histogram: binning
      ? {
          grain: binning.grain,
          bins: binning.bins(areAll ? knownCounts(values, column, binning) : await asked(binning)),
        }
      : null,
  };

  async function asked({ query }: Binning) {
    const counted = await ask({ ...query, metrics: [COUNT] });
    return counted.rows.flatMap((row) => {
      const bin =
        kind === "temporal" ? extreme(row.bin, { ...column, python_date_format: null }, kind) : numberOf(row.bin);
      return typeof bin === "number" ? [{ bin, count: Number(row[LABEL.count]) }] : [];
    });
  }
}

/** Calculated columns may have no type: that of their values decides. */
async function groupsOf(column: DatasetColumn, ask: Ask): Promise<Groups> {
  const declared = column.type ? kindOf(column) : undefined;
  const { rows, types } = await ask(groupsQuery(column, declared ?? "text"));
  const kind = declared ?? KINDS[types[0] ?? GENERIC_TYPE.STRING] ?? "text";
  const areAll = rows.length <= MAX_GROUPS;
  if (areAll || declared || !isOrdered(kind)) return { rows, kind, areAll };
  return { rows: (await ask(groupsQuery(column, kind))).rows, kind, areAll };
}

const KINDS: Readonly<Record<number, ColumnKind>> = {
  [GENERIC_TYPE.NUMERIC]: "numeric",
  [GENERIC_TYPE.STRING]: "text",
  [GENERIC_TYPE.TEMPORAL]: "temporal",
  [GENERIC_TYPE.BOOLEAN]: "boolean",
};

const isOrdered = (kind: ColumnKind) => kind === "numeric" || kind === "temporal";

const zoneOf = (column: DatasetColumn, dialect: Dialect) =>
  isMoment(dialect, column) ? (shownZoneOf(dialect, column.type) ?? null) : null;

function kindOf(column: DatasetColumn): ColumnKind {
  const kind = columnKind(column);
  return kind === "numeric" && /money/i.test(column.type ?? "") ? "text" : kind;
}

/** No names of columns: labels with spaces. */
const LABEL = {
  count: "count of rows",
  rows: "all rows",
  present: "all present",
  groups: "all groups",
  min: "the min",
  max: "the max",
  mean: "the mean",
} as const;

const COUNT: SimpleMetric = { expressionType: "SIMPLE", aggregate: "COUNT", label: LABEL.count };

function groupsQuery({ column_name }: DatasetColumn, kind: ColumnKind): QueryObject {
  const total = (aggregate: SimpleMetric["aggregate"], label: string): SimpleMetric => ({
    expressionType: "SIMPLE",
    aggregate,
    column: { column_name },
    label,
    isTotal: true,
  });
  return {
    columns: [column_name],
    metrics: [
      COUNT,
      { ...COUNT, label: LABEL.rows, isTotal: true },
      total("COUNT", LABEL.present),
      total("COUNT_DISTINCT", LABEL.groups),
      ...(isOrdered(kind) ? [total("MIN", LABEL.min), total("MAX", LABEL.max)] : []),
      ...(kind === "numeric" ? [total("AVG", LABEL.mean)] : []),
    ],
    orderby: [[COUNT, false]],
    row_limit: MAX_GROUPS + 1,
  };
}

type Summary = Pick<ColumnProfile, "min" | "max" | "mean">;

function storedSummary(totals: Row, column: DatasetColumn, kind: ColumnKind): Summary {
  const [min = null, max = null] = [totals[LABEL.min], totals[LABEL.max]].map((value) => extreme(value, column, kind));
  return { min, max, mean: numberOf(totals[LABEL.mean]) ?? null };
}

function summaryOf(values: readonly Group[], column: DatasetColumn, kind: ColumnKind): Summary {
  const numbers = measured(values, column, kind);
  if (!isOrdered(kind) || numbers.length === 0) return { min: null, max: null, mean: null };
  const ends = numbers.map(({ at }) => at);
  const count = numbers.reduce((sum, one) => sum + one.count, 0);
  const mean = numbers.reduce((sum, one) => sum + (one.at * one.count) / count, 0);
  return { min: Math.min(...ends), max: Math.max(...ends), mean: kind === "numeric" ? mean : null };
}

function measured(values: readonly Group[], column: DatasetColumn, kind: ColumnKind): { at: number; count: number }[] {
  return values.flatMap(({ value, count }) => {
    const at = kind === "temporal" ? extreme(value, column, kind) : numberOf(value);
    return typeof at === "number" ? [{ at, count }] : [];
  });
}

function knownCounts(values: readonly Group[], column: DatasetColumn, binning: Binning) {
  const kind = binning.grain === null ? "numeric" : "temporal";
  return measured(values, column, kind).map(({ at, count }) => ({ bin: binning.binOf(at), count }));
}

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

function extreme(value: unknown, column: DatasetColumn, kind: ColumnKind): ColumnProfile["min"] {
  if (kind !== "temporal") return scalar(value);
  const unit = epochUnit(column);
  const number = unit || typeof value !== "string" ? numberOf(value) : undefined;
  if (number !== undefined) return unit === "s" ? number * 1000 : number;
  if (typeof value !== "string") return scalar(value);
  const ms = Date.parse(/^\d{4}-\d\d-\d\d[T ][\d:.]+$/.test(value) ? `${value.replace(" ", "T")}Z` : value);
  return Number.isNaN(ms) ? value : ms;
}

interface BinningInput extends Pick<ColumnProfile, "min" | "max"> {
  column: DatasetColumn;
  kind: ColumnKind;
  dialect: Dialect;
  /** If all are known. */
  values: readonly Group[];
}

function binningOf({ column, kind, dialect, min, max, values }: BinningInput): Binning | undefined {
  const [low, high] = [numberOf(min), numberOf(max)];
  if (low === undefined || high === undefined || high <= low) return undefined;
  if (kind === "numeric") {
    const areIntegers = values.length > 0 && values.every(({ value }) => Number.isInteger(Number(value)));
    return numericBinning(column, { low, high }, areIntegers || undefined);
  }
  return kind === "temporal" && typeof min === "number" ? timeBinning(column, dialect, { low, high }) : undefined;
}
