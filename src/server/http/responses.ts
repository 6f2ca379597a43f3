import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate as letOthersRun } from "node:timers/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip, gzipSync } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { LazyList, Pieces, RawReply } from "./route.ts";

/**
 * A streamed response holds a database connection, so a client that stops reading is disconnected after this. Time
 * spent waiting for the database doesn't count.
 */
const STALLED_AFTER_MS = 60_000;

export function disconnectStalled(answer: ServerResponse, afterMs = STALLED_AFTER_MS): void {
  const check = () => {
    if (answer.writableLength > 0) answer.destroy();
    else answer.setTimeout(afterMs);
  };
  // Node restarts this timer whenever the client takes some of the written data.
  answer.setTimeout(afterMs, check);
}

/** Each piece is valid only until the next is requested. */
export async function sendPieces(answer: ServerResponse, pieces: AsyncIterable<Buffer>): Promise<void> {
  try {
    for await (const piece of pieces) await writePiece(answer, piece);
    answer.end();
  } catch {
    // Without a regular end, the client can tell that the response is incomplete.
    answer.destroy();
  }
}

/** Resolves when the piece's buffer can be reused. */
function writePiece(answer: ServerResponse, piece: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const onClose = () => reject(new Error("The client has gone."));
    answer.once("close", onClose);
    answer.write(piece, (error) => {
      answer.off("close", onClose);
      if (error) reject(error);
      else resolve();
    });
  });
}

const COMPRESS_FROM_BYTES = 4096;
/** Smaller responses are compressed synchronously (4 ms per megabyte), which is cheaper than a worker thread. */
const COMPRESS_ASYNC_FROM_BYTES = 256 * 1024;
const STREAM_FROM_BYTES = 2 * 1024 * 1024;
const GZIP_LEVEL = 5;
const BROTLI_QUALITY = 4;

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);

export type Encoding = "br" | "gzip";

export function encodingsFor(accepted: string | undefined): Encoding[] {
  const parts = (accepted ?? "").split(",").map((part) => part.trim().toLowerCase());
  const isWanted = new Map(parts.map((part) => [part.split(/\s*;/)[0] ?? "", !/;\s*q=0(\.0*)?$/.test(part)]));
  return (["br", "gzip"] as const).filter((name) => isWanted.get(name) ?? isWanted.get("*") ?? false);
}

/** Prefers gzip: Brotli saves little on one response and takes twice the time and memory. */
export async function sendResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: unknown,
): Promise<FastifyReply> {
  if (answer instanceof RawReply) {
    if (answer.body instanceof Pieces) return sendBody(reply, answer, answer.body);
    if (answer.body instanceof Readable) disconnectStalled(reply.raw);
    return reply.code(answer.status).headers(answer.headers).send(answer.body);
  }
  reply.header("content-type", "application/json; charset=utf-8");
  if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
  const { start, rest } = await readStart(jsonPieces(answer));
  if (rest) return sendStream(request, reply, concat(start, rest));
  const json = Buffer.concat(start);
  const encoding = json.length < COMPRESS_FROM_BYTES ? undefined : encodingOf(request);
  if (!encoding) return reply.send(json);
  reply.header("vary", "accept-encoding").header("content-encoding", encoding);
  const isSmall = encoding === "gzip" && json.length < COMPRESS_ASYNC_FROM_BYTES;
  return reply.send(isSmall ? gzipSync(json, { level: GZIP_LEVEL }) : await compress(json, encoding));
}

function encodingOf(request: FastifyRequest): Encoding | undefined {
  const accepted = encodingsFor(request.headers["accept-encoding"]);
  return accepted.includes("gzip") ? "gzip" : accepted[0];
}

async function readStart(pieces: AsyncGenerator<Buffer>): Promise<{ start: Buffer[]; rest?: AsyncGenerator<Buffer> }> {
  const start: Buffer[] = [];
  for (let bytes = 0; bytes <= STREAM_FROM_BYTES; ) {
    const next = await pieces.next();
    if (next.done) return { start };
    start.push(next.value);
    bytes += next.value.length;
  }
  return { start, rest: pieces };
}

async function* concat(start: readonly Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* start;
  yield* rest;
}

function sendStream(request: FastifyRequest, reply: FastifyReply, pieces: AsyncIterable<Buffer>): FastifyReply {
  disconnectStalled(reply.raw);
  const encoding = encodingOf(request);
  const body = Readable.from(pieces, { objectMode: false });
  if (!encoding) return reply.send(body);
  reply.header("vary", "accept-encoding").header("content-encoding", encoding);
  const compressor =
    encoding === "gzip"
      ? createGzip({ level: GZIP_LEVEL })
      : createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
  // An error also ends the compressed stream and the response.
  pipeline(body, compressor).catch(() => undefined);
  return reply.send(compressor);
}

/** Bypasses Fastify, whose streams buffer pieces. No cookies are sent with it. */
function sendBody(reply: FastifyReply, { status, headers }: RawReply, { each }: Pieces): FastifyReply {
  disconnectStalled(reply.raw);
  reply.headers(headers).hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  reply.raw.writeHead(status);
  void sendPieces(reply.raw, each);
  return reply;
}

export function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === "gzip") return gzipAsync(bytes, { level: GZIP_LEVEL });
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  return brotliAsync(bytes, {
    params: { [BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
}

const PIECE_CHARS = 64 * 1024;
const SLICE_MS = 5;

/** JSON as `JSON.stringify` writes it, yielding to other requests in between. */
export async function* jsonPieces(answer: unknown): AsyncGenerator<Buffer> {
  let piece = "";
  let since = performance.now();
  for await (const text of jsonTexts(answer, LEVELS)) {
    piece += text;
    if (piece.length < PIECE_CHARS) continue;
    yield Buffer.from(piece);
    piece = "";
    if (performance.now() - since < SLICE_MS) continue;
    await letOthersRun();
    since = performance.now();
  }
  if (piece !== "") yield Buffer.from(piece);
}

const LEVELS = 3;
const MAX_FIELDS = 100;

async function* jsonTexts(value: unknown, levels: number): AsyncGenerator<string> {
  if (value instanceof LazyList) {
    yield "[";
    yield* lazyItems(value);
    yield "]";
  } else if (Array.isArray(value)) {
    yield "[";
    yield* items(value);
    yield "]";
  } else if (levels > 0 && isPlain(value) && Object.keys(value).length <= MAX_FIELDS) {
    yield* fields(value, levels - 1);
  } else {
    yield JSON.stringify(value) ?? "null";
  }
}

async function* fields(value: Readonly<Record<string, unknown>>, levels: number): AsyncGenerator<string> {
  let isFirst = true;
  for (const [name, field] of Object.entries(value)) {
    if (isAbsent(field)) continue;
    yield `${isFirst ? "{" : ","}${JSON.stringify(name)}:`;
    yield* jsonTexts(field, levels);
    isFirst = false;
  }
  yield isFirst ? "{}" : "}";
}

const isAbsent = (value: unknown) => value === undefined || typeof value === "function" || typeof value === "symbol";

function* items(list: readonly unknown[]): Generator<string> {
  let text = "";
  for (const [i, item] of list.entries()) {
    text += `${i === 0 ? "" : ","}${JSON.stringify(item) ?? "null"}`;
    if (text.length < PIECE_CHARS) continue;
    yield text;
    text = "";
  }
  yield text;
}

async function* lazyItems({ batches }: LazyList<unknown>): AsyncGenerator<string> {
  let isFirst = true;
  for await (const batch of batches) {
    await letOthersRun();
    for (const item of batch) {
      if (!isFirst) yield ",";
      yield* jsonTexts(item, 1);
      isFirst = false;
    }
  }
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value) || "toJSON" in value) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
