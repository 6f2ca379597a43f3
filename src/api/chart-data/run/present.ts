import { type ArrowRows, MOST_JSON_ROWS } from "../../../model/arrow-rows.ts";
import type { ResultType } from "../../../model/query-context.ts";
import {
  type DisplayedColumn,
  displayedColumns,
  labelMap,
  typeOfKind,
  zonesOf,
} from "../../../query/displayed-columns.ts";
import type { Frame } from "../../../query/frame.ts";
import { forEachYielding } from "../../../server/event-loop.ts";
import { rangeJson } from "../../../server/sheet/json-writer.ts";
import { assertAnswerSize } from "./answer-sizes.ts";
import { arrowRows } from "./arrow-rows.ts";
import type { Executed } from "./execute.ts";
import { queryText } from "./metadata-answers.ts";
import type { PreparedQuery } from "./prepared.ts";
import { rowsJson, valueJson } from "./rows-json.ts";

export interface PresentedQuery {
  fresh: readonly Buffer[];
  cached(): readonly Buffer[];
  /** The rows, which are not in the JSON then. */
  arrow?: Buffer;
}

/** `arrow`: rows of large results as Arrow, see `WITH_ARROW`. */
export type Wire = "json" | "arrow";

export interface PresentOptions {
  resultType: ResultType;
  byColumn: boolean;
  cacheSeconds: number;
  queriedAt: string;
  annotationData: Readonly<Record<string, unknown>>;
  wire: Wire;
}

export async function presentQuery(
  query: PreparedQuery,
  executed: Executed,
  options: PresentOptions,
): Promise<PresentedQuery> {
  const { frame, sqlRows } = executed;
  const { compiled } = query;
  const columns = displayedColumns(frame);
  const labels = columns.map((column) => column.label);
  const coltypes = columns.map(({ column }) => typeOfKind(column.kind));
  const { stream: arrow, ...data } = await dataOf(executed, columns, options);
  if (options.resultType === "results") {
    const fields = fieldsOf({
      ...data,
      colnames: labels,
      coltypes,
      ...zonesOf(compiled.items, columns),
      rowcount: frame.rows,
      sql_rowcount: sqlRows,
      detected_currency: null,
    });
    const json = [OPEN, ...fields, CLOSE];
    return { fresh: json, cached: () => json, ...(arrow ? { arrow } : {}) };
  }
  const tail = {
    ...(query.hidesSql ? {} : { query: queryText(query) }),
    status: "success",
    error: null,
    stacktrace: null,
    rowcount: frame.rows,
    sql_rowcount: sqlRows,
    ...data,
    colnames: labels,
    ...(arrow ? {} : { indexnames: [indexNames(frame)] }),
    coltypes,
    ...zonesOf(compiled.items, columns),
    applied_filters: compiled.appliedFilters,
    rejected_filters: compiled.rejectedFilters,
    applied_template_filters: [...(compiled.templates?.applied ?? [])],
    annotation_data: options.annotationData,
    from_dttm: compiled.bounds.since,
    to_dttm: compiled.bounds.until,
    label_map: labelMap(compiled.items, columns),
    result_format: "json",
    detected_currency: null,
  };
  const head = (cachedAt: string | null) => ({
    cache_key: query.key,
    cached_dttm: cachedAt,
    // Includes the zone, unlike `cached_dttm`.
    queried_dttm: `${options.queriedAt}+00:00`,
    cache_timeout: options.cacheSeconds,
    is_cached: cachedAt === null ? null : true,
  });
  const rest = fieldsOf(tail);
  const whole = (cachedAt: string | null) => [OPEN, ...fieldsOf(head(cachedAt)), COMMA, ...rest, CLOSE];
  return { fresh: whole(null), cached: () => whole(options.queriedAt), ...(arrow ? { arrow } : {}) };
}

function fieldsOf(fields: Record<string, unknown>): Buffer[] {
  const pieces: Buffer[] = [];
  let text = "";
  for (const [name, value] of Object.entries(fields)) {
    text += `${text === "" && pieces.length === 0 ? "" : ","}"${name}":`;
    if (Array.isArray(value) && value[0] instanceof Buffer) {
      pieces.push(Buffer.from(text), ...(value as Buffer[]));
      text = "";
    } else text += JSON.stringify(value);
  }
  return [...pieces, Buffer.from(text)];
}

async function dataOf(
  { frame, json }: Executed,
  columns: readonly DisplayedColumn[],
  { byColumn, wire }: PresentOptions,
): Promise<{ data: readonly Buffer[]; stream?: undefined } | { arrow: ArrowRows; stream: Buffer }> {
  if (wire === "arrow" && !json && !byColumn && frame.rows > MOST_JSON_ROWS && columns.length > 0) {
    const { stream, rows } = await arrowRows(columns);
    return { arrow: rows, stream };
  }
  const data = json ?? (await (byColumn ? columnsJson(frame) : rowsJson(columns, frame.rows)));
  assertAnswerSize(data.reduce((sum, piece) => sum + piece.length, 0));
  return { data };
}

const OPEN = Buffer.from("{");
const COMMA = Buffer.from(",");
const CLOSE = Buffer.from("}");

function indexNames(frame: Frame): Buffer {
  const [index] = frame.index;
  if (!index || frame.index.length !== 1) return rangeJson(frame.rows);
  return Buffer.from(`[${Array.from(index.values, (value) => valueJson(value)).join(",")}]`);
}

async function columnsJson(frame: Frame): Promise<Buffer[]> {
  const { rows } = frame;
  const [index] = frame.index;
  const keys = Array.from({ length: rows }, (_, row) => `${JSON.stringify(String(index ? index.values[row] : row))}:`);
  const pieces = [Buffer.from("{")];
  await forEachYielding(displayedColumns(frame).entries(), ([i, { label, column }]) => {
    const cells = keys.map((key, row) => key + valueJson(column.values[row])).join(",");
    pieces.push(Buffer.from(`${i === 0 ? "" : ","}${JSON.stringify(label)}:{${cells}}`));
  });
  pieces.push(Buffer.from("}"));
  return pieces;
}
