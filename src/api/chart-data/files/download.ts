import { t } from "../../../i18n/translate.ts";
import { badRequest, typedError } from "../../../model/errors.ts";
import { type Context, Pieces, RawReply } from "../../../server/http/route.ts";
import type { RowFormat } from "../../../server/sheet/row-writer.ts";
import { workbookEntries } from "../../../server/sheet/workbook.ts";
import { createZip, type ZipEntry } from "../../../server/sheet/zip.ts";
import { type PreparedContext, queriesWithRows } from "../run/prepared.ts";
import { type FileTable, openTable } from "./file-rows.ts";

export interface Download {
  prepared: PreparedContext;
  format: RowFormat;
  filename?: string;
}

/**
 * CSV or a workbook, or an archive with one file per query. Streams; a failure midway breaks the connection, so that no
 * client mistakes a part for the whole. The header `x-row-limit` and the trailers `x-row-count` and
 * `x-row-limit-reached` report truncation; workbooks have a sheet for it.
 */
export async function downloadFile(ctx: Context, { prepared, format, filename }: Download): Promise<RawReply> {
  const queries = queriesWithRows(prepared);
  const [query] = queries;
  if (!query) throw badRequest(t("Empty query result"));
  const base = filename ? withoutEnding(filename) : timeName(ctx.app.clock.now());
  const opening = { prepared, format, signal: ctx.signal };
  if (queries.length > 1) {
    const first = await openTable(query, opening);
    const entries = async function* (): AsyncGenerator<ZipEntry> {
      for (const [i, other] of queries.entries()) {
        const table = i === 0 ? first : await openTable(other, opening);
        yield { name: `query_${i + 1}.${format}`, content: fileOf(table, format), isCompressed: format === "xlsx" };
      }
    };
    return new RawReply(await withFirstPiece(createZip(entries())), fileHeaders(`${base}.zip`, "application/zip"));
  }
  return tableFile(ctx, await openTable(query, opening), { base, format });
}

export interface CsvFile {
  bytes: Buffer;
  note: string | null;
}

export async function csvFiles(prepared: PreparedContext, signal: AbortSignal, maxBytes: number): Promise<CsvFile[]> {
  const files: CsvFile[] = [];
  let bytes = 0;
  for (const query of queriesWithRows(prepared)) {
    const parts: Buffer[] = [];
    const table = await openTable(query, { prepared, format: "csv", signal, mayBeEmpty: true });
    for await (const part of csvFile(table)) {
      bytes += part.length;
      if (bytes > maxBytes) throw typedError("RESULT_TOO_LARGE_ERROR", tooLargeMessage(maxBytes));
      // The buffer is reused for the next part.
      parts.push(Buffer.from(part));
    }
    files.push({ bytes: Buffer.concat(parts), note: limitNote(table) });
  }
  return files;
}

const tooLargeMessage = (maxBytes: number) =>
  t("The data is larger than {megabytes, number} MB. Request fewer rows.", { megabytes: maxBytes / 1024 / 1024 });

export async function tableFile(
  ctx: Context,
  table: FileTable,
  { base, format }: { base: string; format: RowFormat },
): Promise<RawReply> {
  const limited: Record<string, string> = table.rowLimit === null ? {} : { "x-row-limit": String(table.rowLimit) };
  return new RawReply(await withFirstPiece(withTrailers(ctx, table, fileOf(table, format))), {
    ...limited,
    ...fileHeaders(`${base}.${format}`, TYPES[format]),
    trailer: "x-row-count, x-row-limit-reached",
  });
}

const TYPES: Readonly<Record<RowFormat, string>> = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

const fileHeaders = (name: string, type: string) => ({
  "content-type": type,
  "content-disposition": disposition(name),
});

async function withFirstPiece(body: AsyncGenerator<Buffer>): Promise<Pieces> {
  const first = await body.next();
  const whole = async function* (): AsyncGenerator<Buffer> {
    if (!first.done) yield first.value;
    yield* body;
  };
  return new Pieces(whole());
}

const BYTE_ORDER_MARK = Buffer.from("\ufeff");

function fileOf(table: FileTable, format: RowFormat): AsyncGenerator<Buffer> {
  return format === "csv"
    ? csvFile(table)
    : createZip(workbookEntries({ header: table.header, parts: table.parts, note: () => limitNote(table) }));
}

async function* csvFile(table: FileTable): AsyncGenerator<Buffer> {
  yield Buffer.concat([BYTE_ORDER_MARK, table.header]);
  for await (const part of table.parts) yield part.bytes;
}

const isLimitReached = ({ rows, rowLimit }: FileTable) => rowLimit !== null && rows >= rowLimit;

function limitNote(table: FileTable): string | null {
  if (!isLimitReached(table)) return null;
  return t("Showing the first {rows, number} rows: the query reached its row limit, so there may be more.", {
    rows: table.rows,
  });
}

async function* withTrailers(
  { reply }: Context,
  table: FileTable,
  file: AsyncGenerator<Buffer>,
): AsyncGenerator<Buffer> {
  try {
    yield* file;
  } catch (error) {
    // An error response before the first byte must not announce trailers.
    if (!reply.raw.headersSent) reply.removeHeader("trailer");
    throw error;
  }
  reply.raw.addTrailers({ "x-row-count": String(table.rows), "x-row-limit-reached": String(isLimitReached(table)) });
}

export function timeName(now: number): string {
  return new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "_");
}

export const withoutEnding = (name: string) => name.replace(/\.(csv|xlsx|zip)$/i, "");

function disposition(name: string): string {
  const safe = name.replaceAll(/[\p{Cc}/\\:*?"<>|]/gu, "_").slice(-200);
  const ascii = safe.toWellFormed().replaceAll(/[^\u0020-\u007e]/g, "_");
  const quoted = /[^\w.-]/.test(ascii) ? `"${ascii}"` : ascii;
  const whole = ascii === safe ? "" : `; filename*=UTF-8''${encodeURIComponent(safe.toWellFormed())}`;
  return `attachment; filename=${quoted}${whole}`;
}
