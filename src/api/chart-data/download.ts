import { Readable } from "node:stream";
import { TextReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js";
import { badRequest } from "../../model/errors.ts";
import type { CompiledQuery } from "../../query/compile.ts";
import { RawReply } from "../../server/http/route.ts";
import type { DatasetRecord } from "../dataset/index.ts";
import { BYTE_ORDER_MARK, csvHeader, csvRows } from "./csv.ts";
import { asQueryFailure, checkSql, executeQuery, namedFrame } from "./execute.ts";
import type { PreparedContext, PreparedQuery } from "./prepare.ts";
import { shownColumns } from "./present.ts";

/** The context as a CSV file, or a zip of one per query. Plain queries are streamed; nothing of them is held. */
export async function downloadCsv(prepared: PreparedContext, signal: AbortSignal, at: Date): Promise<RawReply> {
  const name = at.toISOString().slice(0, 19).replaceAll("-", "").replaceAll(":", "").replace("T", "_");
  const [query, ...others] = prepared.queries;
  if (!query) throw badRequest("Empty query result");
  if (others.length > 0) return zipReply(prepared, signal, name);
  const isPlain = query.offsets.length === 0 && query.compiled.query.postProcessing.length === 0;
  const body = isPlain ? await plainCsv(prepared, query, signal) : await wholeCsv(prepared, query, signal);
  return new RawReply(body, attachment(`${name}.csv`, "text/csv; charset=utf-8"));
}

const attachment = (name: string, type: string) => ({
  "content-type": type,
  "content-disposition": `attachment; filename=${name}`,
});

async function plainCsv(prepared: PreparedContext, query: PreparedQuery, signal: AbortSignal): Promise<Readable> {
  const rows = csvParts(prepared, query.compiled, signal);
  const first = await rows.next();
  if (first.done) throw badRequest("Empty query result");
  return Readable.from(resumed(first.value, rows), { objectMode: false });
}

async function* resumed(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

async function* csvParts(
  { connection, dataset }: PreparedContext,
  compiled: CompiledQuery,
  signal: AbortSignal,
): AsyncGenerator<string> {
  let isFirst = true;
  try {
    await checkSql(connection, compiled);
    for await (const batch of connection.stream(compiled.sql, { signal })) {
      if (batch.rows === 0) continue;
      const frame = namedFrame(batch, compiled, dataset.offset ?? 0);
      const columns = frame.columns.map((column, i) => ({ ...column, type: batch.columns[i]?.type ?? "" }));
      const rows = csvRows({ columns, rows: frame.rows });
      const labels = compiled.items.map((item) => item.label);
      yield isFirst ? BYTE_ORDER_MARK + csvHeader(verbose(dataset, labels)) + rows : rows;
      isFirst = false;
    }
  } catch (error) {
    throw asQueryFailure(error);
  }
}

async function wholeCsv(prepared: PreparedContext, query: PreparedQuery, signal: AbortSignal): Promise<string> {
  const { frame } = await executeQuery(query, prepared, signal);
  if (frame.rows === 0) throw badRequest("Empty query result");
  const shown = shownColumns(frame);
  const header = csvHeader(
    verbose(
      prepared.dataset,
      shown.map((column) => column.label),
    ),
  );
  return (
    BYTE_ORDER_MARK +
    header +
    csvRows({ columns: shown.map(({ column }) => ({ ...column, type: "" })), rows: frame.rows })
  );
}

function verbose(dataset: DatasetRecord, labels: readonly string[]): string[] {
  const names = new Map(Object.entries(dataset.verbose_map ?? {}));
  return labels.map((label) => names.get(label) ?? label);
}

async function zipReply(prepared: PreparedContext, signal: AbortSignal, name: string): Promise<RawReply> {
  const zip = new ZipWriter(new Uint8ArrayWriter());
  for (const [i, query] of prepared.queries.entries()) {
    await zip.add(`query_${i + 1}.csv`, new TextReader(await wholeCsv(prepared, query, signal)));
  }
  return new RawReply(Buffer.from(await zip.close()), attachment(`${name}.zip`, "application/zip"));
}
