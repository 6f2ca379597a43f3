import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { ColumnarBatch, ResultColumn } from "../../connectors/connector.ts";
import { t } from "../../i18n/translate.ts";
import { typedError } from "../../model/errors.ts";
import { GENERIC_TYPE } from "../../model/query-context.ts";
import type { QueryState } from "../../model/query-state.ts";
import type { Dialect } from "../../query/dialect.ts";
import { shownZoneOf } from "../../query/moments.ts";
import type { App } from "../../server/app.ts";
import { AnswerCache } from "../../server/cache/answer-cache.ts";
import { valueJson } from "../chart-data/index.ts";
import type { SecuredScript } from "./script.ts";

export interface SqlResult {
  columns: WireColumn[];
  rows: string[];
}

interface WireColumn {
  column_name: string;
  name: string;
  type: string;
  type_generic: number;
  is_dttm: boolean;
  /** On the clock of which zone the values are; absent for columns without a time zone. */
  zone?: string;
}

const GENERIC: Readonly<Record<ResultColumn["kind"], number>> = {
  numeric: GENERIC_TYPE.NUMERIC,
  text: GENERIC_TYPE.STRING,
  temporal: GENERIC_TYPE.TEMPORAL,
  boolean: GENERIC_TYPE.BOOLEAN,
};

/**
 * `isCut` if there are more than `limit`. `drains` reads and ignores the rest. Throws a RESULT_TOO_LARGE_ERROR beyond
 * `maxBytes`.
 */
export async function collectRows(
  batches: AsyncIterable<ColumnarBatch>,
  { limit, maxBytes, drains, dialect }: { limit: number; maxBytes: number; drains: boolean; dialect: Dialect },
): Promise<SqlResult & { isCut: boolean }> {
  let columns: WireColumn[] = [];
  const rows: string[] = [];
  let bytes = 0;
  let isCut = false;
  for await (const batch of batches) {
    if (columns.length === 0) columns = wireColumns(batch.columns, dialect);
    const room = limit - rows.length;
    isCut ||= batch.rows > room;
    for (const row of rowsOf(batch, columns, Math.min(room, batch.rows))) {
      bytes += row.length;
      rows.push(row);
    }
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    if (isCut && !drains) break;
  }
  return { columns, rows, isCut };
}

const tooLarge = (maxBytes: number) =>
  typedError(
    "RESULT_TOO_LARGE_ERROR",
    t("The result is larger than the limit of {limit, number} MB. Request fewer rows or columns.", {
      limit: Math.round(maxBytes / 1024 / 1024),
    }),
  );

function wireColumns(columns: readonly ResultColumn[], dialect: Dialect): WireColumn[] {
  const usedNames = new Set<string>();
  return columns.map(({ name, type, kind }) => {
    let own = name;
    for (let n = 1; usedNames.has(own); n++) own = `${name}__${n}`;
    usedNames.add(own);
    const zone = shownZoneOf(dialect, type);
    const column = { column_name: own, name: own, type, type_generic: GENERIC[kind], is_dttm: kind === "temporal" };
    return zone === undefined ? column : { ...column, zone };
  });
}

function* rowsOf({ columns }: ColumnarBatch, names: readonly WireColumn[], count: number): Generator<string> {
  const cells = columns.map((column, i) => {
    const key = `${JSON.stringify(names[i]?.name ?? column.name)}:`;
    const toText = column.kind === "temporal" ? momentWriter(column.type) : undefined;
    return (row: number) => {
      const value = column.values[row];
      return key + (toText && typeof value === "number" ? toText(value) : valueJson(value, column.kind));
    };
  });
  for (let row = 0; row < count; row++) yield `{${cells.map((cell) => cell(row)).join(",")}}`;
}

function momentWriter(type: string): (ms: number) => string {
  const isDate = /^(nullable\()?date(32)?\)?$/i.test(type);
  return (ms) => {
    if (!Number.isFinite(ms) || Math.abs(ms) > 8.64e15) return "null";
    const text = new Date(ms).toISOString();
    if (isDate) return `"${text.replace(/T.*/, "")}"`;
    return `"${text.replace(/(\.000)?Z$/, "")}"`;
  };
}

export function answerText(query: QueryState, result: SqlResult, rows?: number): string {
  const isCut = rows !== undefined && result.rows.length > rows;
  const data = isCut ? result.rows.slice(0, rows) : result.rows;
  const columns = JSON.stringify(result.columns);
  const head = `{"query_id":${query.queryId},"status":${JSON.stringify(query.state)},"data":[`;
  const tail = `],"columns":${columns},"selected_columns":${columns},"expanded_columns":[],"query":${JSON.stringify(query)}`;
  return `${head}${data.join(",")}${tail}${isCut ? ',"displayLimitReached":true' : ""}}`;
}

const gzipped = promisify(gzip);
const gunzipped = promisify(gunzip);
const DAY_SECONDS = 86_400;

const resultCache = (app: App) => app.once(openCache);
const openCache = (app: App) => new AnswerCache(app);

export interface CachedResult {
  result: SqlResult;
  ran: SecuredScript;
}

export async function cacheResult(
  app: App,
  { result, ran }: CachedResult,
  seconds: number | null,
): Promise<string | null> {
  const key = randomUUID();
  const text = `${JSON.stringify({ columns: result.columns, ran })}\n${result.rows.join("\n")}`;
  const cache = resultCache(app);
  await cache.set(`sql-${key}`, await gzipped(text, { level: 1 }), seconds && seconds > 0 ? seconds : DAY_SECONDS);
  return (await cache.get(`sql-${key}`)) ? key : null;
}

export async function cachedResult(app: App, key: string): Promise<CachedResult | undefined> {
  const bytes = await resultCache(app).get(`sql-${key}`);
  if (!bytes) return undefined;
  const [head = "", ...rows] = (await gunzipped(bytes)).toString().split("\n");
  const { columns, ran } = JSON.parse(head) as Pick<SqlResult, "columns"> & Pick<CachedResult, "ran">;
  return { result: { columns, rows: rows.filter((row) => row !== "") }, ran };
}
