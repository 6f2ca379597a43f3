import type { Standing } from "../../model/fair-line.ts";
import { NOTHING, type Piece } from "../sheet/deflated.ts";
import type { RowFormat } from "../sheet/row-writer.ts";
import { Lanes } from "./lanes.ts";
import { Loading } from "./loading.ts";
import { EngineFailure, type EngineProcess, type EngineSettings } from "./process.ts";
import { type EngineBatch, type EngineReply, type EngineRequest, type EngineResult, wholeOf } from "./protocol.ts";
import { createSpool, followed, type Spool } from "./spool.ts";
import { engineColumn } from "./wire-column.ts";

/**
 * The analytical engine as the server sees it. It runs in a process of its own, which is started on first use (or by
 * `warm`) and again whenever it dies; what was running then is rejected with an EngineFailure of reason `stopped`.
 */
export interface Engine {
  /** Starts the process ahead of the first query. */
  warm(): Promise<void>;
  /** Runs one statement, of which it may be known how many rows it gives at most, and answers all its rows. Rejects with
   * EngineFailure. */
  query(request: EngineQuery & { labels?: readonly string[]; mostRows?: number }): Promise<EngineResult>;
  /** Runs `base` once and each part over its result. Rejects with EngineFailure as a whole. */
  shared(request: EngineSharedQuery): Promise<EngineResult[]>;
  /** Runs one statement and answers its rows in batches, at the reader's pace. Throws EngineFailure. */
  stream(request: EngineQuery & { batchRows?: number }): AsyncGenerator<EngineBatch, void, undefined>;
  /** Runs one statement and answers its rows as they stand in a file, at the reader's pace. Throws EngineFailure. */
  rows(request: EngineQuery & { format: RowFormat; mostRows?: number }): AsyncGenerator<EngineRows, void, undefined>;
  /** Writes to a file: runs the statements in order, in another process. Queries of the file wait. */
  load(request: EngineLoad): Promise<void>;
  /** Lets go of a file that will not be asked again, when what runs on it has ended. */
  release(file: string): Promise<void>;
  /** Running and queued statements of the current user in the file. */
  standing(file: string): Standing;
  /** Process id and resident memory are for health pages and tests. */
  readonly pid: number | undefined;
  close(): Promise<void>;
}

export interface EngineQuery {
  /** Path of the database file, or `:memory:`. */
  file: string;
  sql: string;
  signal?: AbortSignal;
  /** Milliseconds; 0 or absent: no limit. */
  timeoutMs?: number;
  /** Moments have their microseconds, as a fraction of the milliseconds. */
  microseconds?: boolean;
}

export interface EngineSharedQuery extends Omit<EngineQuery, "sql"> {
  base: string;
  /** Under which name, quoted, the parts find the result of the base. */
  table: string;
  parts: readonly string[];
}

/**
 * The bytes of rows, whole where a number is said; the numbers add up to that of all rows. Those of a workbook are
 * compressed. They are good until the next are asked for.
 */
export interface EngineRows extends Piece {
  rows: number;
}

export interface EngineLoad {
  file: string;
  statements: readonly string[];
  /** The only other files that the statements reach, for data that is not our own; every file unless given. */
  readable?: readonly string[];
  /** Milliseconds after which the process is ended, and the load fails with reason `timeout`; no limit unless given. */
  timeoutMs?: number;
  /** After each of the statements. */
  onProgress?: (done: number) => void;
  /** Where names without a schema are looked up and made; only with `readable`. */
  schema?: string;
  /** Ends the process. */
  signal?: AbortSignal;
}

const DEFAULT_BATCH_ROWS = 4096;

export function createEngine(settings: EngineSettings): Engine {
  const lanes: Lanes = new Lanes(settings, (file) => loading.wait(file));
  const loading = new Loading(() => lanes.processes, settings);

  return {
    get pid() {
      return lanes.usual.pid;
    },
    standing: (file) => lanes.standing(file),
    warm: async () => {
      const { usual } = lanes;
      await lastReply(usual, { id: usual.nextId(), op: "ping" }, {});
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
        if (reply.kind !== "results") throw new EngineFailure("stopped", "unexpected answer of the engine");
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
      const spool = createSpool(settings.temporaryFolder);
      try {
        yield* fileRows(lanes.usual, request, spool);
      } finally {
        spool?.close();
      }
    },
    load: (request) => loading.load(request),
    release: (file) => loading.release(file),
    close: async () => void (await Promise.all([lanes.close(), loading.close()])),
  };
}

async function queryIn(
  process: EngineProcess,
  request: Parameters<Engine["query"]>[0],
  signal: AbortSignal | undefined,
): Promise<EngineResult> {
  const { file, sql, labels, mostRows, microseconds, timeoutMs } = request;
  const asked: EngineRequest = { id: process.nextId(), op: "query", file, sql };
  if (labels) asked.labels = labels;
  if (mostRows !== undefined) asked.mostRows = mostRows;
  const { reply, pieces } = await lastReply(process, asked, { signal, timeoutMs });
  if (reply.kind !== "result") throw new EngineFailure("stopped", "unexpected answer of the engine");
  const { columns, rows, isJson, elapsedMs } = reply;
  const result = { columns: columns.map((column) => engineColumn(column, microseconds)), rows, elapsedMs };
  return isJson ? { ...result, json: arrayOf(pieces) } : result;
}

/** Length of the parts of a file that comes from the spool. */
const PART_BYTES = 1 << 18;

/** A part that comes from the spool says neither its rows nor what it was before it was compressed: all is said in the end. */
async function* fileRows(
  process: EngineProcess,
  request: EngineQuery & { format: RowFormat; mostRows?: number },
  spool: Spool | undefined,
): AsyncGenerator<EngineRows, void, undefined> {
  const { file, sql, format, mostRows } = request;
  const asked: EngineRequest = { id: process.nextId(), op: "rows", file, sql, format };
  if (mostRows !== undefined) asked.mostRows = mostRows;
  if (spool) asked.spool = spool.path;
  const received = replies(process, asked, request);
  let ahead: ReturnType<typeof received.next> | undefined;
  try {
    for (;;) {
      const { value } = await (ahead ?? received.next());
      ahead = undefined;
      if (!value) return;
      const { reply, pieces } = value;
      if (reply.kind === "rows") yield { bytes: wholeOf(pieces), rows: reply.rows, deflation: reply.deflation };
      if (reply.kind !== "spooled" || !spool) continue;
      ahead = received.next();
      const memory = Buffer.allocUnsafeSlow(PART_BYTES);
      const deflation = format === "xlsx" ? NOTHING : undefined;
      for await (const bytes of followed(spool.descriptor, { written: ahead, memory: () => memory })) {
        process.begun(asked.id);
        yield { bytes, rows: 0, deflation };
      }
    }
  } finally {
    if (ahead) process.cancel(asked.id);
    else await received.return();
  }
}

interface Limits {
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
}

/** A reply and the bytes that came with it. */
interface Received {
  reply: EngineReply;
  pieces: readonly Buffer[];
}

/** The reply that settles the request, with all the bytes that came for it. */
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

/** Each row ends in a comma. */
function arrayOf(pieces: readonly Buffer[]): Buffer[] {
  const rest = pieces.slice(0, -1);
  const last = pieces.at(-1);
  return last ? [OPEN, ...rest, last.subarray(0, -1), CLOSE] : [OPEN, CLOSE];
}

const OPEN = Buffer.from("[");
const CLOSE = Buffer.from("]");

/** What comes back for a stream until it is done; each reply asks for one more. */
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
