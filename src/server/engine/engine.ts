import type { QueueStatus } from "../../model/fair-queue.ts";
import { NOTHING, type Piece } from "../sheet/deflate.ts";
import type { RowFormat } from "../sheet/row-writer.ts";
import { Lanes } from "./lanes.ts";
import { Loading } from "./loading.ts";
import { EngineFailure, type EngineProcess, type EngineSettings } from "./process.ts";
import { concatPieces, type EngineBatch, type EngineReply, type EngineRequest, type EngineResult } from "./protocol.ts";
import { createSpool, readGrowing, type Spool } from "./spool.ts";
import { engineColumn } from "./wire-column.ts";

/**
 * DuckDB in a separate process, started on first use (or by `warm`) and restarted when it dies; running requests are
 * then rejected with an EngineFailure of reason `stopped`.
 */
export interface Engine {
  warm(): Promise<void>;
  /** Runs one statement and returns all rows. `mostRows`: known maximum. Rejects with EngineFailure. */
  query(
    request: EngineQuery & { labels?: readonly string[]; mostJsonRows?: number; mostRows?: number },
  ): Promise<EngineResult>;
  /** Runs `base` once and each part over its result. Rejects with EngineFailure as a whole. */
  shared(request: EngineSharedQuery): Promise<EngineResult[]>;
  /** Streams batches with backpressure. Throws EngineFailure. */
  stream(request: EngineQuery & { batchRows?: number }): AsyncGenerator<EngineBatch, void, undefined>;
  /** Streams rows in the file's format with backpressure. Throws EngineFailure. */
  rows(request: EngineQuery & { format: RowFormat; mostRows?: number }): AsyncGenerator<EngineRows, void, undefined>;
  /** Writes to a file: runs the statements in order in another process. Queries on the file wait. */
  load(request: EngineLoad): Promise<void>;
  /** Closes a file that won't be queried again, once running queries have ended. */
  release(file: string): Promise<void>;
  queueStatus(file: string): QueueStatus;
  readonly pid: number | undefined;
  /** Of all its processes. */
  readonly pids: readonly number[];
  /** Ends a process that takes too much memory. Its statements fail with an EngineFailure that says so. */
  endForMemory(pid: number): void;
  close(): Promise<void>;
}

export interface EngineQuery {
  file: string;
  sql: string;
  signal?: AbortSignal;
  /** Milliseconds; 0 or absent = no limit. */
  timeoutMs?: number;
  /** Timestamps have microseconds, as fractional milliseconds. */
  microseconds?: boolean;
}

export interface EngineSharedQuery extends Omit<EngineQuery, "sql"> {
  base: string;
  table: string;
  parts: readonly string[];
}

/**
 * Whole rows if `rows` is a number; the numbers add up to the total. Compressed for workbooks. Valid until the next
 * part is requested.
 */
export interface EngineRows extends Piece {
  rows: number;
}

export interface EngineLoad {
  file: string;
  statements: readonly string[];
  /** Other files that the statements can access, for untrusted data; default = every file. */
  readable?: readonly string[];
  /** Then the process is terminated and the load fails with reason `timeout`. */
  timeoutMs?: number;
  onProgress?: (done: number) => void;
  schema?: string;
  signal?: AbortSignal;
}

const DEFAULT_BATCH_ROWS = 4096;

export function createEngine(settings: EngineSettings): Engine {
  const lanes: Lanes = new Lanes(settings, (file) => loading.wait(file));
  const loading = new Loading(() => lanes.processes, settings);

  return {
    get pid() {
      return lanes.main.pid;
    },
    get pids() {
      return [...lanes.processes.flatMap(({ pid }) => pid ?? []), ...loading.pids];
    },
    endForMemory: (pid) => endForMemory(pid, lanes, loading),
    queueStatus: (file) => lanes.queueStatus(file),
    warm: async () => {
      const { main } = lanes;
      await lastReply(main, { id: main.nextId(), op: "ping" }, {});
    },
    async query(request) {
      await loading.wait(request.file);
      return lanes.run(request, (process, signal) => queryIn(process, request, signal));
    },
    async shared(request) {
      await loading.wait(request.file);
      const { file, base, table, parts } = request;
      return lanes.run(request, async (process, signal) => {
        const shared = { id: process.nextId(), op: "shared", file, base, table, parts } as const;
        const { reply } = await lastReply(process, shared, { ...request, signal });
        if (reply.kind !== "results") throw new EngineFailure("stopped", "unexpected engine reply");
        const { results, elapsedMs } = reply;
        return results.map(({ columns, rows }) => ({
          columns: columns.map((column) => engineColumn(column, request.microseconds)),
          rows,
          elapsedMs,
        }));
      });
    },
    async *stream(request) {
      await loading.wait(request.file);
      const { file, sql, batchRows = DEFAULT_BATCH_ROWS, microseconds } = request;
      const { process, release } = await lanes.hold(file, request.signal);
      try {
        const id = process.nextId();
        for await (const { reply } of replies(process, { id, op: "stream", file, sql, batchRows }, request)) {
          if (reply.kind !== "batch") continue;
          yield { columns: reply.columns.map((column) => engineColumn(column, microseconds)), rows: reply.rows };
        }
      } finally {
        release();
      }
    },
    async *rows(request) {
      await loading.wait(request.file);
      yield* spooledRows(lanes.main, request, settings.temporaryFolder);
    },
    load: (request) => loading.load(request),
    release: (file) => loading.release(file),
    close: async () => void (await Promise.all([lanes.close(), loading.close()])),
  };
}

function endForMemory(pid: number, lanes: Lanes, loading: Loading): void {
  for (const process of lanes.processes) if (process.pid === pid) process.endForMemory();
  loading.endForMemory(pid);
}

async function* spooledRows(
  process: EngineProcess,
  request: Parameters<Engine["rows"]>[0],
  folder: string,
): AsyncGenerator<EngineRows, void, undefined> {
  const spool = createSpool(folder);
  try {
    yield* fileRows(process, request, spool);
  } finally {
    spool?.close();
  }
}

async function queryIn(
  process: EngineProcess,
  request: Parameters<Engine["query"]>[0],
  signal: AbortSignal | undefined,
): Promise<EngineResult> {
  const { file, sql, labels, mostJsonRows, mostRows, microseconds, timeoutMs } = request;
  const command: EngineRequest = { id: process.nextId(), op: "query", file, sql };
  if (labels) command.labels = labels;
  if (mostJsonRows !== undefined) command.mostJsonRows = mostJsonRows;
  if (mostRows !== undefined) command.mostRows = mostRows;
  const { reply, pieces } = await lastReply(process, command, { signal, timeoutMs });
  if (reply.kind !== "result") throw new EngineFailure("stopped", "unexpected engine reply");
  const { columns, rows, isJson, elapsedMs } = reply;
  const result = { columns: columns.map((column) => engineColumn(column, microseconds)), rows, elapsedMs };
  return isJson ? { ...result, json: jsonArray(pieces) } : result;
}

const PART_BYTES = 1 << 18;

async function* fileRows(
  process: EngineProcess,
  request: EngineQuery & { format: RowFormat; mostRows?: number },
  spool: Spool | undefined,
): AsyncGenerator<EngineRows, void, undefined> {
  const { file, sql, format, mostRows } = request;
  const command: EngineRequest = { id: process.nextId(), op: "rows", file, sql, format };
  if (mostRows !== undefined) command.mostRows = mostRows;
  if (spool) command.spool = spool.path;
  const received = replies(process, command, request);
  let ahead: ReturnType<typeof received.next> | undefined;
  try {
    for (;;) {
      const { value } = await (ahead ?? received.next());
      ahead = undefined;
      if (!value) return;
      const { reply, pieces } = value;
      if (reply.kind === "rows") yield { bytes: concatPieces(pieces), rows: reply.rows, deflation: reply.deflation };
      if (reply.kind !== "spooled" || !spool) continue;
      ahead = received.next();
      const memory = Buffer.allocUnsafeSlow(PART_BYTES);
      const deflation = format === "xlsx" ? NOTHING : undefined;
      for await (const bytes of readGrowing(spool.descriptor, { written: ahead, memory: () => memory })) {
        process.stopTimeLimit(command.id);
        yield { bytes, rows: 0, deflation };
      }
    }
  } finally {
    if (ahead) process.cancel(command.id);
    else await received.return();
  }
}

interface Limits {
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
}

interface Received {
  reply: EngineReply;
  pieces: readonly Buffer[];
}

function lastReply(process: EngineProcess, request: EngineRequest, limits: Limits): Promise<Received> {
  return new Promise((resolve, reject) => {
    const all: Buffer[] = [];
    const onReply = (reply: EngineReply, pieces: readonly Buffer[]) => {
      for (const piece of pieces) all.push(piece);
      if (reply.kind !== "json") resolve({ reply, pieces: all });
    };
    process.start(request, limits, { onReply, onFailure: reject });
  });
}

function jsonArray(pieces: readonly Buffer[]): Buffer[] {
  const rest = pieces.slice(0, -1);
  const last = pieces.at(-1);
  return last ? [OPEN, ...rest, last.subarray(0, -1), CLOSE] : [OPEN, CLOSE];
}

const OPEN = Buffer.from("[");
const CLOSE = Buffer.from("]");

async function* replies(
  process: EngineProcess,
  request: EngineRequest,
  limits: Limits,
): AsyncGenerator<Received, void, undefined> {
  const { id } = request;
  const arrived: Received[] = [];
  let failure: EngineFailure | undefined;
  let wake: (() => void) | undefined;
  process.start(request, limits, {
    onReply: (reply, pieces) => {
      arrived.push({ reply, pieces });
      wake?.();
    },
    onFailure: (error) => {
      failure = error;
      wake?.();
    },
  });
  let finished = false;
  try {
    for (;;) {
      const received = arrived.shift();
      if (received?.reply.kind === "done") {
        finished = true;
        return;
      }
      if (received) {
        process.more(id);
        yield received;
        continue;
      }
      if (failure) {
        finished = true;
        throw failure;
      }
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    if (!finished) process.cancel(id);
  }
}
