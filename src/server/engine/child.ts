import { Socket } from "node:net";
import { performance } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type DuckDBConnection, DuckDBInstance, type DuckDBType } from "@duckdb/node-api";
import { JsonWriter } from "../sheet/json-writer.ts";
import type { RowFormat } from "../sheet/row-writer.ts";
import { MAX_SHEET_ROWS } from "../sheet/workbook.ts";
import { assertFits, columnsBuilder } from "./columns.ts";
import { csvCopy } from "./csv-copy.ts";
import { dismissUnwanted, openDedicated } from "./dedicated-instance.ts";
import { type FileSink, sendRows } from "./file-rows.ts";
import { releaseMemoryWhenIdle } from "./idle-memory.ts";
import {
  type ChildSettings,
  closeSessions,
  instanceOptions,
  openSessions,
  type Sessions,
  sessionFor,
} from "./instance.ts";
import { PlanCache } from "./plan-cache.ts";
import {
  EngineError,
  type EngineReply,
  type EngineRequest,
  encodeFrame,
  frameReader,
  isOutOfMemory,
} from "./protocol.ts";
import { columnsOf, read, type Statement, typesOf } from "./reading.ts";
import { sheetCopy, sheetRows } from "./sheet-sql.ts";
import { openSpools, type Spools } from "./spool.ts";
import { compressInto, copyInto } from "./spooled-rows.ts";

interface LoadRequest {
  file: string;
  statements: readonly string[];
  options: Readonly<Record<string, string>>;
}

async function runStatements(
  { file, statements, options }: LoadRequest,
  onDone: (done: number) => void,
): Promise<void> {
  const instance = await DuckDBInstance.create(file, { ...options });
  const connection = await instance.connect();
  try {
    for (const [index, sql] of statements.entries()) {
      await connection.run(sql);
      onDone(index + 1);
    }
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

class Pool<Place> {
  readonly #idle: Place[] = [];
  readonly #waiting: ((place: Place) => void)[] = [];

  get idle(): readonly Place[] {
    return this.#idle;
  }

  take(): Promise<Place> {
    const place = this.#idle.pop();
    return place === undefined ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve(place);
  }

  release(place: Place): void {
    const next = this.#waiting.shift();
    if (next) next(place);
    else this.#idle.push(place);
  }
}

interface JsonOptions {
  labels: readonly string[];
  /** `part` is reused after `onSent`, so don't keep it. */
  onPart(part: Buffer, onSent: () => void): void;
}

const PART_BYTES = 1_000_000;

async function jsonOf(connection: DuckDBConnection, statement: Statement, { labels, onPart }: JsonOptions) {
  const { result, chunks } = await read(connection, statement);
  const builder = columnsBuilder(result);
  const writer = new JsonWriter(labels);
  let rows = 0;
  let bytes = 0;
  for await (const chunk of chunks) {
    builder.append(chunk);
    bytes += builder.bytes;
    assertFits(bytes);
    const batch = builder.take();
    writer.write(batch.columns, batch.rows);
    rows += batch.rows;
    if (writer.length < PART_BYTES) continue;
    const part = writer.detach();
    onPart(part, () => writer.release(part));
  }
  return { columns: builder.take().columns, rows, last: writer.take() };
}

async function fewRowsAsJson(
  connection: DuckDBConnection,
  statement: Statement,
  { labels, mostJsonRows }: { labels: readonly string[]; mostJsonRows: number },
) {
  const { result, chunks } = await read(connection, statement);
  const builder = columnsBuilder(result);
  for await (const chunk of chunks) builder.append(chunk);
  const { columns, rows } = builder.take();
  if (rows > mostJsonRows) return { columns, rows, last: undefined };
  const writer = new JsonWriter(labels);
  writer.write(columns, rows);
  return { columns: builder.take().columns, rows, last: writer.take() };
}

/**
 * Memory of a failed result is freed only when it is collected; without that the next query would run out of memory.
 */
function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}

/**
 * The engine's process: one locked, read-only instance per file with a few connections. It has no state worth keeping;
 * when it dies, the server starts another.
 */
const [settingsText = "{}"] = process.argv.slice(2);
const settings = JSON.parse(settingsText) as ChildSettings;
const options = instanceOptions(settings);

interface Source {
  instance: Promise<DuckDBInstance>;
  places: Pool<Sessions>;
  writing: number;
  /** Set on release; called when the last session is returned and the last file written. */
  onDrained?: () => void;
}

interface Job {
  cancelled: boolean;
  connection?: DuckDBConnection;
  more?: () => void;
  credits: number;
}

const BATCH_BYTES = 4_000_000;

const INTERRUPT_AGAIN_MS = 100;

const pipe = new Socket({ fd: 3, readable: true, writable: true });
const sources = new Map<string, Source>();
const jobs = new Map<number, Job>();
const plans = new PlanCache();

/** `bytes` must stay unchanged until `onSent`. */
function send(reply: EngineReply, bytes: Buffer = NOTHING, onSent?: () => void): void {
  if (bytes.length > 0) pipe.cork();
  pipe.write(encodeFrame(reply, bytes.length));
  if (bytes.length === 0) return;
  pipe.write(bytes, onSent);
  pipe.uncork();
}

const NOTHING = Buffer.alloc(0);

function sourceOf(file: string): Source {
  let source = sources.get(file);
  if (!source) {
    const places = new Pool<Sessions>();
    source = { instance: openLocked(file, places), places, writing: 0 };
    source.instance.catch(() => sources.delete(file));
    sources.set(file, source);
  }
  return source;
}

/** Locks all settings after opening the sessions, because some settings can only be set per session. */
async function openLocked(file: string, places: Pool<Sessions>): Promise<DuckDBInstance> {
  const instance = await DuckDBInstance.create(file, { ...options.reading(file), enable_external_access: "false" });
  for (let i = 0; i < ALL_PLACES; i++) places.release(await openSessions(instance));
  await places.idle[0]?.usual.run("SET GLOBAL lock_configuration = true");
  return instance;
}

const ALL_PLACES = settings.connectionsPerFile + settings.reservedConnections;

const isDrained = ({ places, writing }: Source) => places.idle.length === ALL_PLACES && writing === 0;

async function handleJob(id: number, work: (job: Job) => Promise<void>): Promise<void> {
  const job: Job = { cancelled: false, credits: 1 };
  jobs.set(id, job);
  try {
    await work(job);
    if (job.cancelled) send(interrupted(id));
  } catch (error) {
    const message = messageOf(error);
    if (isOutOfMemory(message)) {
      plans.evict();
      collectGarbage();
    }
    send({ id, kind: "error", message, code: codeOf(error) });
  } finally {
    jobs.delete(id);
  }
}

function withConnection(
  { id, file, sql }: { id: number; file: string; sql?: string },
  work: (c: DuckDBConnection, job: Job) => Promise<void>,
): Promise<void> {
  const source = sourceOf(file);
  return handleJob(id, async (job) => {
    await source.instance;
    const sessions = await source.places.take();
    const connection = sessionFor(sessions, sql);
    try {
      if (job.cancelled) return;
      job.connection = connection;
      await work(connection, job);
    } catch (error) {
      connection.interrupt();
      throw error;
    } finally {
      source.places.release(sessions);
      if (isDrained(source)) source.onDrained?.();
    }
  });
}

const messageOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).replace(/^Failed to extract statements: /, "");

const codeOf = (error: unknown) => (error instanceof EngineError ? error.code : undefined);

const statementOf = (job: Job, sql: string, mostRows?: number): Statement => ({
  sql,
  mostRows,
  isUnwanted: () => job.cancelled,
});

async function runQuery(
  { id, sql, mostRows, labels, mostJsonRows }: Extract<EngineRequest, { op: "query" }>,
  connection: DuckDBConnection,
  job: Job,
): Promise<void> {
  const started = performance.now();
  const statement = { ...statementOf(job, sql, mostRows), plans };
  if (!labels) {
    const result = await columnsOf(connection, statement);
    if (!job.cancelled) send({ id, kind: "result", ...result, elapsedMs: performance.now() - started });
    return;
  }
  if (mostJsonRows !== undefined) {
    const { last, ...result } = await fewRowsAsJson(connection, statement, { labels, mostJsonRows });
    if (job.cancelled) return;
    const elapsedMs = performance.now() - started;
    send({ id, kind: "result", ...result, ...(last ? { isJson: true } : {}), elapsedMs }, last);
    return;
  }
  const onPart = (part: Buffer, onSent: () => void) => send({ id, kind: "json" }, part, onSent);
  const { last, ...result } = await jsonOf(connection, statement, { labels, onPart });
  if (job.cancelled) return;
  send({ id, kind: "result", ...result, isJson: true, elapsedMs: performance.now() - started }, last);
}

/** Temporary tables belong to one connection, and the file stays read-only. */
async function runShared(
  { id, base, table, parts }: Extract<EngineRequest, { op: "shared" }>,
  connection: DuckDBConnection,
  job: Job,
): Promise<void> {
  const started = performance.now();
  try {
    await connection.run(`CREATE OR REPLACE TEMP TABLE ${table} AS\n${base}`);
    const results: Awaited<ReturnType<typeof columnsOf>>[] = [];
    for (const sql of parts) {
      if (job.cancelled) return;
      results.push(await columnsOf(connection, statementOf(job, sql)));
    }
    if (job.cancelled) return;
    send({ id, kind: "results", results, elapsedMs: performance.now() - started });
  } finally {
    await connection.run(`DROP TABLE IF EXISTS ${table}`);
  }
}

async function runStream(
  { id, sql, batchRows }: Extract<EngineRequest, { op: "stream" }>,
  connection: DuckDBConnection,
  job: Job,
): Promise<void> {
  const { result, chunks } = await read(connection, statementOf(job, sql));
  const builder = columnsBuilder(result);
  for await (const chunk of chunks) {
    builder.append(chunk);
    if (builder.rows < batchRows && builder.bytes < BATCH_BYTES) continue;
    send({ id, kind: "batch", ...builder.take() });
    await credit(job);
    if (job.cancelled) return;
  }
  send({ id, kind: "batch", ...builder.take() });
  send({ id, kind: "done" });
}

type RowsRequest = Extract<EngineRequest, { op: "rows" }>;

/** File readers can be slow, so files are written by a separate instance that takes no connection from queries. */
async function writeRowsSeparately(request: RowsRequest): Promise<void> {
  const { id, file } = request;
  const source = sourceOf(file);
  source.writing++;
  await handleJob(id, async (job) => {
    await source.instance;
    if (job.cancelled) return;
    const spools = openSpools(request, settings.temporaryFolder);
    try {
      await writeWithDedicated(request, job, spools);
    } finally {
      spools.written?.close();
      spools.sent?.close();
    }
  });
  source.writing--;
  if (isDrained(source)) source.onDrained?.();
}

async function writeWithDedicated(request: RowsRequest, job: Job, spools: Spools): Promise<void> {
  const { id, file } = request;
  const isUnwanted = () => job.cancelled;
  const reachable = spools.written?.path;
  const own = await openDedicated({ file, options: options.reading(file), reachable, isUnwanted });
  if (!own) return;
  try {
    if (job.cancelled) return;
    job.connection = own.connection;
    await writeRows(request, job, { connection: own.connection, ...spools });
    if (!job.cancelled) send({ id, kind: "done" });
  } finally {
    delete job.connection;
    own.close();
  }
}

async function writeRows(
  { id, sql, format, mostRows = Number.POSITIVE_INFINITY }: RowsRequest,
  job: Job,
  { connection, written, sent }: Spools & { connection: DuckDBConnection },
): Promise<void> {
  const types = await typesOf(connection, sql);
  if (job.cancelled) return;
  const statement = statementOf(job, sql);
  const sheet = format === "xlsx" ? sheetRows(sql, types) : undefined;
  const copy = written && copyOf({ sql, types, sheet }, { format, mostRows, path: written.path });
  if (!copy || !written || !sent) {
    const isWritten = sheet !== undefined;
    await sendRows(connection, { ...statement, sql: sheet ?? sql, format, isFormatted: isWritten }, sinkOf(id, job));
    return;
  }
  send({ id, kind: "spooled" });
  const counted = copyInto(connection, copy, { spool: written, folder: settings.temporaryFolder });
  const deflation = sheet && (await compressInto(sent, { ...statement, spool: written, written: counted }));
  const rows = await counted;
  if (rows > 0) send({ id, kind: "rows", rows, ...(deflation ? { deflation } : {}) });
}

function copyOf(
  { sql, types, sheet }: { sql: string; types: readonly DuckDBType[]; sheet: string | undefined },
  { format, mostRows, path }: { format: RowFormat; mostRows: number; path: string },
): string | undefined {
  if (format === "csv") return csvCopy({ sql, types, isLimited: Number.isFinite(mostRows) }, path);
  return sheet !== undefined && mostRows <= MAX_SHEET_ROWS ? sheetCopy(sheet, path) : undefined;
}

const sinkOf = (id: number, job: Job): FileSink => ({
  onPart: (part, bytes, onSent) => send({ id, kind: "rows", ...part }, bytes, onSent),
  onReady: () => credit(job),
});

async function credit(job: Job): Promise<void> {
  if (job.credits-- > 0 || job.cancelled) return;
  await new Promise<void>((resolve) => {
    job.more = resolve;
  });
}

async function release(id: number, file: string): Promise<void> {
  const source = sources.get(file);
  sources.delete(file);
  const instance = await source?.instance.catch(() => undefined);
  if (source && instance) {
    if (!isDrained(source)) {
      await new Promise<void>((resolve) => {
        source.onDrained = resolve;
      });
    }
    for (const sessions of source.places.idle) {
      plans.evict(Object.values(sessions));
      closeSessions(sessions);
    }
    instance.closeSync();
  }
  send({ id, kind: "done" });
}

async function load({ id, file, statements }: Extract<EngineRequest, { op: "load" }>): Promise<void> {
  try {
    await runStatements({ file, statements, options: options.loading }, (done) => send({ id, kind: "progress", done }));
    send({ id, kind: "done" });
  } catch (error) {
    send({ id, kind: "error", message: messageOf(error), code: codeOf(error) });
  }
}

const INTERRUPTED = "INTERRUPT Error: Interrupted!";
const interrupted = (id: number): EngineReply => ({ id, kind: "error", message: INTERRUPTED });

function cancel(id: number): void {
  const job = jobs.get(id);
  if (!job || job.cancelled) return;
  job.cancelled = true;
  if (!job.connection) send(interrupted(id));
  interruptUntilEnd(id, job);
  job.more?.();
  dismissUnwanted();
}

/** Repeats, because an interrupt between two steps of a job is lost. */
function interruptUntilEnd(id: number, job: Job): void {
  if (jobs.get(id) !== job) return;
  job.connection?.interrupt();
  setTimeout(() => interruptUntilEnd(id, job), INTERRUPT_AGAIN_MS);
}

function handle(request: EngineRequest): void {
  switch (request.op) {
    case "query":
      void withConnection(request, (c, job) => runQuery(request, c, job));
      return;
    case "shared":
      void withConnection(request, (c, job) => runShared(request, c, job));
      return;
    case "stream":
      void withConnection(request, (c, job) => runStream(request, c, job));
      return;
    case "rows":
      void writeRowsSeparately(request);
      return;
    case "more": {
      const job = jobs.get(request.id);
      if (!job) return;
      job.credits++;
      job.more?.();
      return;
    }
    case "cancel":
      cancel(request.id);
      return;
    case "release":
      void release(request.id, request.file);
      return;
    case "load":
      void load(request);
      return;
    case "ping":
      send({ id: request.id, kind: "done" });
  }
}

function end(): void {
  for (const { connection } of jobs.values()) connection?.interrupt();
  process.exit(0);
}

pipe.on("data", frameReader<EngineRequest>(handle));
pipe.on("close", end);
pipe.on("error", end);
process.on("SIGINT", () => undefined);
releaseMemoryWhenIdle();
