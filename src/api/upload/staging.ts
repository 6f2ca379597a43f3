import { rm, stat } from "node:fs/promises";
import type { LoadColumn, LoadLimits, SourceColumn } from "../../connectors/connector.ts";
import { t } from "../../i18n/translate.ts";
import { unprocessable, unprocessableField } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { engineOf } from "../../server/engine/app-engine.ts";
import { readStaged, type StagedTable } from "./column-checks.ts";
import { assertAllFit, type ColumnPlan, fitToLimits, withProblems } from "./column-plan.ts";
import type { NumberFormat } from "./number-format.ts";
import { parquetPlans } from "./parquet-columns.ts";
import { keepSchemas } from "./parquet-schema.ts";
import { type LongRecords, MAX_COLUMNS, MAX_ROWS } from "./prepare-text.ts";
import { MAX_RECORD_BYTES } from "./records.ts";
import type { FileSource, ReadFields } from "./sources.ts";
import { listed, named, quoted } from "./sql-text.ts";
import { textPlans } from "./text-columns.ts";

/**
 * An uploaded file before it becomes a table. An engine process that can access only this file reads it into a DuckDB
 * file, so that later steps work with typed rows whatever the format.
 */
export interface Staged extends StagedTable {
  rows: number;
  plans: readonly ColumnPlan[];
  /** Selected columns, e.g. `CAST("a" AS BIGINT) AS "a"`. */
  items: readonly string[];
  columns: readonly LoadColumn[];
  detected?: DetectedFormat;
  long?: LongRecords | undefined;
}

export interface DetectedFormat {
  encoding?: string;
  delimiter?: string;
  numbers: NumberFormat;
  dayFirst?: boolean;
}

export interface Target {
  engine: string;
  limits: LoadLimits;
  maxName: number | null;
  columns?: readonly SourceColumn[] | undefined;
}

const MB = 1024 * 1024;
const READ_MS = 2 * 60_000;
/** For large files, on a busy machine. */
const READ_MS_PER_MB = 300;
const TABLE = "uploaded";
/** As for short lines; otherwise each of several buffers holds 16 of the longest. */
const BUFFER_BYTES = 32_000_000;

type Filled = Exclude<FileSource, { kind: "empty" }>;

interface Staging {
  source: Filled;
  fields: ReadFields;
  file: string;
  target?: Target | undefined;
  signal: AbortSignal;
}

export async function stageSource(app: App, { source, fields, file, target, signal }: Staging): Promise<Staged> {
  await loadSource(app, { source, fields, file, signal });
  const table: StagedTable = {
    ...{ file, table: TABLE, signal, readMs: await limitFor([file]) },
    ...(source.kind === "text" ? { place: "line", unit: source.unit } : { place: "rowid + 1", unit: "row" }),
  };
  const read = source.kind === "text" ? await textPlans(app, table, { source, fields, target }) : undefined;
  const found = read?.plans ?? (await parquetPlans(app, table, { fields, target }));
  if (target) await assertAllFit(app, table, found);
  const plans = target
    ? await fitToLimits(app, table, { plans: found, target })
    : await withProblems(app, table, found);
  if (plans.length > MAX_COLUMNS)
    throw unprocessable(t("The file has more than {limit, number} columns.", { limit: MAX_COLUMNS }));
  const rows = source.kind === "text" ? source.prepared.rows : await rowsOf(app, table);
  return {
    ...{ ...table, rows, plans },
    items: plans.map(({ sql, column }) => `${sql} AS ${named(column.name)}`),
    columns: plans.map(({ column }) => column),
    ...(source.kind === "text" ? { long: source.prepared.long } : {}),
    ...(read && source.kind === "text" ? { detected: { ...read.detected, ...formatOf(source) } } : {}),
  };
}

async function loadSource(app: App, { source, fields, file, signal }: Staging): Promise<void> {
  const statements = stagingSql(source, fields);
  const readable = source.kind === "text" ? [source.path] : source.paths;
  const timeoutMs = await limitFor(readable);
  await engineOf(app)
    .load({ file, statements, readable, timeoutMs, signal })
    .catch((error: Error) => {
      const problem = readableMessage(error.message, file);
      const message = t("Parsing error: {problem}", { problem });
      throw ENCODING.test(problem) ? unprocessableField("encoding", message) : unprocessable(message);
    });
  if (source.kind === "text") await rm(source.path);
}

async function limitFor(paths: readonly string[]): Promise<number> {
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
  const megabytes = sizes.reduce((sum, size) => sum + size, 0) / MB;
  return READ_MS + megabytes * READ_MS_PER_MB;
}

const formatOf = ({ unit, prepared: { encoding, delimiter } }: Filled & { kind: "text" }) =>
  unit === "line" ? { encoding, delimiter } : {};

function stagingSql(source: Filled, fields: ReadFields): string[] {
  const rows = `SELECT * FROM ${sourceSql(source, fields)}`;
  if (source.kind === "parquet") return [`CREATE TABLE ${TABLE} AS ${rows}`, ...keepSchemas(source.paths)];
  const columns = source.prepared.names.map((_, i) => `c${i} VARCHAR USING COMPRESSION uncompressed`);
  return [`CREATE TABLE ${TABLE} (line INTEGER, ${columns.join(", ")})`, `INSERT INTO ${TABLE} ${rows}`];
}

function sourceSql(source: Filled, { rows_to_read: most }: ReadFields): string {
  if (source.kind === "parquet") {
    const limit = Math.min(most ?? MAX_ROWS + 1, MAX_ROWS + 1);
    return `read_parquet(${listed(source.paths)}, union_by_name = true) LIMIT ${limit}`;
  }
  const { names, delimiter } = source.prepared;
  const columns = names.map((_, i) => `c${i}: 'VARCHAR'`);
  const options = [
    "auto_detect = false",
    "header = false",
    "strict_mode = true",
    "allow_quoted_nulls = false",
    "nullstr = ''",
    `delim = ${quoted(delimiter)}`,
    `quote = '"'`,
    `escape = '"'`,
    `new_line = '\\n'`,
    `max_line_size = ${MAX_RECORD_BYTES + 65_536}`,
    `buffer_size = ${BUFFER_BYTES}`,
    `columns = {line: 'INTEGER', ${columns.join(", ")}}`,
  ];
  return `read_csv(${quoted(source.path)}, ${options.join(", ")})`;
}

async function rowsOf(app: App, staged: StagedTable): Promise<number> {
  const [counts] = await readStaged(app, staged, `SELECT count(*) FROM ${staged.table}`);
  const rows = Number(counts?.[0]);
  if (rows > MAX_ROWS) throw unprocessable(t("The file has more than {limit, number} rows.", { limit: MAX_ROWS }));
  return rows;
}

const REPEATED = /(Original Line: .{100}).+/;
const MAX_MESSAGE = 500;

/** The engine's messages, in English: a file read with a wrong encoding or separator. */
const ENCODING = /encod|unicode|UTF-8|fields?, found|quote/i;

function readableMessage(message: string, file: string): string {
  const folder = file.slice(0, file.lastIndexOf("/") + 1);
  const [first = ""] = message.replaceAll(folder, "").split(/\n\s*(?:Possible (?:fixes|solution)|file\s*=|LINE \d)/);
  const text = first
    .replace(/^(?:Invalid Input|Conversion|IO|Binder|Parser) Error: /, "")
    .replace(REPEATED, "$1...")
    .trim();
  return text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE)}...` : text;
}

export function batchesOf(app: App, { file, table, items, columns, signal }: Staged) {
  const shown = columns.map(({ name, kind }) => {
    const isPlain = kind === "integer" || kind === "double" || kind === "boolean";
    return isPlain ? named(name) : `CAST(${named(name)} AS VARCHAR) AS ${named(name)}`;
  });
  const sql = `SELECT ${shown.join(", ")} FROM (SELECT ${items.join(", ")} FROM ${table})`;
  return () => engineOf(app).stream({ file, sql, signal });
}

const MAX_TEXT = 200;

export async function textsOf(app: App, staged: Staged, rows: number): Promise<(string | null)[][]> {
  const texts = staged.plans.map(({ shown, sql }, i) => `left(CAST(${shown ?? sql} AS VARCHAR), ${MAX_TEXT}) AS x${i}`);
  const columns = await readStaged(app, staged, `SELECT ${texts.join(", ")} FROM ${staged.table} LIMIT ${rows}`);
  const height = columns[0]?.length ?? 0;
  return Array.from({ length: height }, (_, row) => columns.map((values) => (values[row] ?? null) as string | null));
}
