import { randomUUID } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { LoadColumn } from "../../connectors/connector.ts";
import { typedError, unprocessable } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { engineOf } from "../../server/engine/of-app.ts";
import type { UploadedFile } from "../../server/http/route.ts";
import { parquetFiles, sheetNamed, sheetsOf, textOf } from "./files.ts";
import { momentSql, named, type ReadFields, sourceSql } from "./reading.ts";

/**
 * An uploaded file on its way into a table: it is read by a process of the engine that reaches this file and nothing else,
 * into a DuckDB file of its own. What goes on from there is typed rows, whatever the file was.
 */
export interface Staged {
  file: string;
  table: string;
  /** What is selected of the table for each column, e.g. `CAST("a" AS BIGINT) AS "a"`. */
  items: readonly string[];
  columns: readonly LoadColumn[];
}

const STAGED = "staged.duckdb";
const MAX_COLUMNS = 1000;
const MAX_ROWS = 10_000_000;
const READ_MS = 2 * 60_000;

/** Gives the staged rows to `use`, and removes them whatever comes of it. Throws 422 for a file that cannot be read. */
export async function withStaged<T>(
  app: App,
  { file, fields }: { file: UploadedFile; fields: ReadFields },
  use: (staged: Staged) => Promise<T>,
): Promise<T> {
  const folder = join(app.config.home, "engine-spill", `upload-${randomUUID()}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const paths = await writtenFiles(folder, file, fields);
    return await use(await staged(app, { folder, paths }, fields));
  } finally {
    await engineOf(app).release(join(folder, STAGED));
    await rm(folder, { recursive: true, force: true });
  }
}

async function writtenFiles(folder: string, file: UploadedFile, fields: ReadFields): Promise<string[]> {
  const parts = await partsOf(file, fields);
  const paths = parts.map((_, i) => join(folder, `${i}.${fields.type === "columnar" ? "parquet" : "csv"}`));
  for (const [i, part] of parts.entries()) await writeFile(paths[i] ?? "", part);
  return paths;
}

async function partsOf(file: UploadedFile, fields: ReadFields): Promise<(Buffer | string)[]> {
  if (fields.type === "columnar") return parquetFiles(file);
  const { skip_blank_lines: skips = true, skip_initial_space: trims = false } = fields;
  const text = fields.type === "csv" ? textOf(file.bytes) : sheetNamed(await sheetsOf(file), fields.sheet_name).csv;
  const lines = text.replace(/^\ufeff/, "");
  if (lines.trim() === "") throw unprocessable("The file is empty.");
  assertWidth(lines, fields);
  const kept = skips ? outsideQuotes(lines.replace(/^(?: *\r?\n)+/, ""), withoutBlankLines) : lines;
  const behind = new RegExp(`(${escaped(fields.delimiter ?? ",")}|\\n) +`, "g");
  return [trims ? outsideQuotes(kept, (part) => part.replace(behind, "$1")) : kept];
}

const withoutBlankLines = (text: string) => text.replace(/(\r?\n)(?: *\r?\n)+/g, "$1");

const outsideQuotes = (text: string, change: (part: string) => string) =>
  text
    .split('"')
    .map((part, i) => (i % 2 === 0 ? change(part) : part))
    .join('"');

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Before the engine tries how the file could be read, which takes long for very many columns. */
function assertWidth(text: string, { delimiter = ",", skip_rows = 0, header_row = 0 }: ReadFields): void {
  const header = text.split("\n", skip_rows + header_row + 1).at(-1) ?? "";
  if (header.split(delimiter).length > MAX_COLUMNS) throw tooManyColumns();
}

const tooManyColumns = () => unprocessable(`The file has more than ${MAX_COLUMNS} columns.`);

const TABLE = "uploaded";

async function staged(
  app: App,
  { folder, paths }: { folder: string; paths: readonly string[] },
  fields: ReadFields,
): Promise<Staged> {
  const engine = engineOf(app);
  const file = join(folder, STAGED);
  const limit = Math.min(fields.rows_to_read ?? MAX_ROWS + 1, MAX_ROWS + 1);
  const reading = `CREATE TABLE ${TABLE} AS SELECT * FROM ${sourceSql(paths, fields)} LIMIT ${limit}`;
  await engine.load({ file, statements: [reading], readable: paths, timeoutMs: READ_MS }).catch((error: Error) => {
    throw unprocessable(`Parsing error: ${readable(error.message, folder)}`);
  });
  const sql = `SELECT column_name, data_type, (SELECT count(*) FROM ${TABLE}) FROM duckdb_columns()
    WHERE table_name = '${TABLE}' ORDER BY column_index`;
  const found = await engine.query({ file, sql }).catch((cause: Error) => {
    throw typedError("GENERIC_DB_ENGINE_ERROR", cause.message, { cause });
  });
  const [names, types, counts] = found.columns.map(({ values }) => values);
  if (found.rows > MAX_COLUMNS) throw tooManyColumns();
  if (Number(counts?.[0]) > MAX_ROWS) throw unprocessable(`The file has more than ${MAX_ROWS} rows.`);
  const columns = Array.from({ length: found.rows }, (_, i) => ({
    name: String(names?.[i]),
    type: String(types?.[i]),
  }));
  const selected = selectedColumns(columns, fields);
  return {
    file,
    table: TABLE,
    items: selected.map(({ sql, column }) => `${sql} AS ${named(column.name)}`),
    columns: selected.map(({ column }) => column),
  };
}

/** The engine repeats the line that it could not read, before it says why. */
const REPEATED = /(Original Line: .{100}).+/;
const MAX_MESSAGE = 500;
const NOT_ROWS = "The file has no rows of columns with this delimiter, or a quote in it is not closed.";

/** Without the folder, and without what the engine's options are called. */
function readable(message: string, folder: string): string {
  const [first = ""] = message
    .replaceAll(`${folder}/`, "")
    .split(/\n\s*(?:Possible (?:fixes|solution)|file\s*=|LINE \d)/);
  const text = first
    .replace(/^(?:Invalid Input|Conversion|IO|Binder|Parser) Error: /, "")
    .replace(REPEATED, "$1...")
    .trim();
  if (text.startsWith("Error when sniffing file")) return NOT_ROWS;
  return text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE)}...` : text;
}

interface SourceColumn {
  name: string;
  type: string;
}

interface Selected {
  sql: string;
  column: LoadColumn;
}

function selectedColumns(columns: readonly SourceColumn[], fields: ReadFields): Selected[] {
  const { columns_read = [], column_dates = [], dataframe_index, index_label, index_column, day_first } = fields;
  const known = new Set(columns.map(({ name }) => name));
  const missing = [...columns_read, ...column_dates, ...(index_column ? [index_column] : [])].find(
    (name) => !known.has(name),
  );
  if (missing !== undefined) throw unprocessable(`Parsing error: The file has no column "${missing}".`);
  const isRead = ({ name }: SourceColumn) =>
    columns_read.length === 0 || columns_read.includes(name) || name === index_column;
  const selected = columns.filter(isRead).map((column): Selected => {
    if (!column_dates.includes(column.name)) return selectedColumn(column);
    return {
      sql: momentSql(named(column.name), day_first ?? false),
      column: { name: column.name, kind: "timestamp", type: "TIMESTAMP" },
    };
  });
  if (!dataframe_index) return selected;
  const index = selected.find(({ column }) => column.name === index_column);
  const others = selected.filter((one) => one !== index);
  const name = index_label ?? index_column ?? "index";
  if (others.some(({ column }) => column.name === name))
    throw unprocessable(`Parsing error: There are two columns "${name}".`);
  const counted: Selected = { sql: "row_number() OVER () - 1", column: { name, kind: "integer", type: "BIGINT" } };
  return [index ? { ...index, column: { ...index.column, name } } : counted, ...others];
}

const KINDS: readonly [RegExp, LoadColumn["kind"]][] = [
  [/^(U?(TINY|SMALL)INT|U?INTEGER|BIGINT)$/, "integer"],
  [/^(FLOAT|DOUBLE|U?HUGEINT|UBIGINT)$/, "double"],
  [/^DECIMAL/, "decimal"],
  [/^BOOLEAN$/, "boolean"],
  [/^DATE$/, "date"],
  [/^TIMESTAMP/, "timestamp"],
];
const CASTS: Readonly<Record<LoadColumn["kind"], string>> = {
  integer: "BIGINT",
  double: "DOUBLE",
  decimal: "",
  boolean: "BOOLEAN",
  date: "DATE",
  timestamp: "TIMESTAMP",
  text: "VARCHAR",
};

function selectedColumn({ name, type }: SourceColumn): Selected {
  const kind = KINDS.find(([pattern]) => pattern.test(type))?.[1] ?? "text";
  const column = { name, kind, type: kind === "decimal" ? type : CASTS[kind] };
  const zoned = type === "TIMESTAMP WITH TIME ZONE" ? `(${named(name)} AT TIME ZONE 'UTC')` : named(name);
  return { sql: `CAST(${zoned} AS ${column.type})`, column };
}

/** The rows in batches, with everything but numbers and booleans as text. */
export function batchesOf(app: App, { file, table, items, columns }: Staged) {
  const shown = columns.map(({ name, kind }) => {
    const isPlain = kind === "integer" || kind === "double" || kind === "boolean";
    return isPlain ? named(name) : `CAST(${named(name)} AS VARCHAR) AS ${named(name)}`;
  });
  const sql = `SELECT ${shown.join(", ")} FROM (SELECT ${items.join(", ")} FROM ${table})`;
  return () => engineOf(app).stream({ file, sql });
}

const MAX_TEXT = 200;

/** All rows as texts, long ones cut: to be looked at. */
export async function textsOf(app: App, { file, table, items, columns }: Staged): Promise<(string | null)[][]> {
  const texts = columns.map(({ name }) => `left(CAST(${named(name)} AS VARCHAR), ${MAX_TEXT}) AS ${named(name)}`);
  const sql = `SELECT ${texts.join(", ")} FROM (SELECT ${items.join(", ")} FROM ${table})`;
  const found = await engineOf(app).query({ file, sql });
  return Array.from({ length: found.rows }, (_, row) =>
    found.columns.map(({ values }) => (values[row] ?? null) as string | null),
  );
}
