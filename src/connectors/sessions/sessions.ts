import { performance } from "node:perf_hooks";
import { typedError } from "../../model/errors.ts";
import { FairSlots, type QueueStatus } from "../../model/fair-queue.ts";
import { halfOf } from "../../model/statement-queue.ts";
import { type ColumnShape, ColumnsBuilder, columnsOf, type RowBatch } from "../columns.ts";
import type { ColumnarBatch, ColumnarResult, ConnectionConfig, RunOptions } from "../connector.ts";
import { Stopped, timeoutText } from "../failure.ts";

/**
 * Runs statements in a few sessions of one database: at most `max` at once and some more for people who have none, others
 * wait in line. A session runs one statement at a time. One whose statement was stopped is closed, never used again: what
 * the stop does to it is the engine's affair.
 */
export interface RowLimits {
  batchRows: number;
  /** Milliseconds. */
  timeoutMs: number;
  /** Statements that set something for the one that follows. */
  settings?: readonly string[];
}

export interface Session {
  /** Rows of one statement, read-only; at least one batch, even without rows. `timeoutMs` is a net: the caller stops it. */
  rows(sql: string, limits: RowLimits): AsyncIterable<RowBatch>;
  /** What the rows of a statement would be, which is not run. */
  shapes?(sql: string): Promise<ColumnShape[]>;
  /** Makes the engine stop what this session runs, by way of another session that is idle, where there is one. */
  cancel(idle?: Session): Promise<void>;
  /** Makes the session fit for the next statement; rejects when it cannot be. */
  reset(): Promise<void>;
  close(): Promise<void>;
  /** Set once the session cannot be used any more. */
  readonly isBroken: boolean;
}

/** The session was lost before the statement was sent: it may have been closed while it was idle. */
export class LostSession extends Error {
  override readonly name = "LostSession";
}

export interface SessionSettings {
  open(): Promise<Session>;
  /** Sessions at once. */
  max: number;
  /** Sessions beside those, kept for people who have none. */
  kept?: number;
  /** The most sessions for one user; by default half of them. */
  perPerson?: number | undefined;
  /** For whom a statement is run, when it is asked for; all are one person's unless given. */
  personNow?: (() => string) | undefined;
  /** Limit of statements that name none, milliseconds. */
  timeoutMs: number;
  /** The error of the wire for a driver's. */
  toError(error: unknown, sql: string): unknown;
}

/** Of a stream, which takes as long as its reader, when nobody is there to stop it. */
const PACED_NET_MS = 3_600_000;

/** The limit by which a server ends a statement of which somebody reads the rows at a pace of their own; 0: none. */
export const pacedNet = (timeoutMs: number) => (timeoutMs > 0 ? Math.max(timeoutMs, PACED_NET_MS) : 0);

const IDLE_MS = 60_000;
/** Sessions that a pool keeps for people who have none. */
export const KEPT_SESSIONS = 2;
/** How the sessions of a database are shared between users. */
export const sharesOf = ({ queries, personNow }: ConnectionConfig, max: number) => ({
  max: queries?.perDatabase ?? max,
  kept: KEPT_SESSIONS,
  perPerson: queries?.perUser,
  personNow,
});

const STREAM_ROWS = 4096;
const RUN_ROWS = 20_000;

export class Sessions {
  readonly #settings: SessionSettings;
  readonly #idle: { session: Session; timer: NodeJS.Timeout }[] = [];
  readonly #line: FairSlots<Taker>;
  /** Who uses them. */
  readonly #users = new Map<Session, string>();
  readonly #open = new Set<Session>();
  #count = 0;
  #isClosed = false;

  constructor(settings: SessionSettings) {
    this.#settings = settings;
    const { max, kept = 0, perPerson } = settings;
    this.#line = new FairSlots(kept, perPerson ?? halfOf(max + kept));
  }

  standing(): QueueStatus {
    return this.#line.statusOf(this.#settings.personNow?.() ?? "");
  }

  async run(sql: string, options: RunOptions = {}): Promise<ColumnarResult> {
    const started = performance.now();
    let builder: ColumnsBuilder | undefined;
    for await (const batch of this.#rows(sql, options, { batchRows: RUN_ROWS, isPaced: false })) {
      builder ??= new ColumnsBuilder(batch.shapes, options);
      builder.append(batch.rows);
    }
    return { ...(builder?.take() ?? { columns: [], rows: 0 }), elapsedMs: performance.now() - started };
  }

  async *stream(sql: string, options: RunOptions = {}): AsyncGenerator<ColumnarBatch, void, undefined> {
    const rows = this.#rows(sql, options, { batchRows: STREAM_ROWS, isPaced: true });
    for await (const batch of rows) yield columnsOf(batch, options);
  }

  /** What a statement's rows would be, by sessions which can tell without running it. */
  async shapes(sql: string): Promise<readonly ColumnShape[]> {
    let found: readonly ColumnShape[] = [];
    const ask = (session: Session) => shapesOf(session, sql);
    for await (const { shapes } of this.#batches(sql, {}, { ask, isPaced: false })) found = shapes;
    return found;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { timer } of this.#idle) clearTimeout(timer);
    for (const { reject } of this.#line.empty()) reject(closedError());
    await Promise.all([...this.#open].map((session) => this.#end(session)));
  }

  #rows(sql: string, options: RunOptions, { batchRows, isPaced }: { batchRows: number; isPaced: boolean }) {
    const { timeoutMs = this.#settings.timeoutMs, settings = [] } = options;
    const limits = { batchRows, settings, timeoutMs: isPaced ? pacedNet(timeoutMs) : timeoutMs };
    return this.#batches(sql, options, { ask: (session) => session.rows(sql, limits), isPaced });
  }

  async *#batches(
    sql: string,
    options: RunOptions,
    { ask, isPaced }: { ask: Use["ask"]; isPaced: boolean },
  ): AsyncGenerator<RowBatch, void, undefined> {
    if (sql.includes("\0")) throw typedError("SYNTAX_ERROR", "SQL cannot contain NUL characters", { extra: { sql } });
    const { timeoutMs = this.#settings.timeoutMs } = options;
    const limit = startLimit(options.signal, timeoutMs);
    const use: Use = { ask, session: undefined, isRunning: false };
    try {
      await limit.unlessStopped(Promise.resolve());
      const [batches, first] = await this.#first(limit, use);
      for (let next = first; !next.done; next = await limit.unlessStopped(batches.next())) {
        if (isPaced) limit.stopTimer();
        yield next.value;
      }
      use.isRunning = false;
    } catch (error) {
      if (error instanceof Stopped) throw stoppedError(error, sql);
      use.isRunning = false;
      throw this.#settings.toError(error instanceof LostSession ? error.cause : error, sql);
    } finally {
      limit.release();
      if (use.session) void (use.isRunning ? this.#stop(use.session) : this.#release(use.session));
    }
  }

  /** A running statement with its first batch. Where one session was lost idle, all that are idle may be: another is opened. */
  async #first(limit: Limit, use: Use) {
    for (let isLast = false; ; isLast = true) {
      const session = await this.#acquire(limit);
      const batches = use.ask(session)[Symbol.asyncIterator]();
      Object.assign(use, { session, isRunning: true });
      try {
        return [batches, await limit.unlessStopped(batches.next())] as const;
      } catch (error) {
        if (isLast || !(error instanceof LostSession)) throw error;
        Object.assign(use, { session: undefined, isRunning: false });
        await Promise.all([this.#end(session), this.#endIdle()]);
      }
    }
  }

  async #endIdle(): Promise<void> {
    const idle = this.#idle.splice(0);
    for (const { timer } of idle) clearTimeout(timer);
    await Promise.all(idle.map(({ session }) => this.#end(session)));
  }

  /** A session, unless the limit comes first; a session that comes too late is kept for others. */
  async #acquire(limit: Limit): Promise<Session> {
    const person = this.#settings.personNow?.() ?? "";
    const { promise, ...taker } = Promise.withResolvers<Session>();
    if (this.#isClosed) throw closedError();
    this.#line.join(person, taker);
    this.#giveOut();
    try {
      return await limit.unlessStopped(promise);
    } catch (error) {
      if (!this.#line.leave(taker))
        promise.then(
          (session) => this.#release(session),
          () => undefined,
        );
      throw error;
    }
  }

  #giveOut(): void {
    this.#endBroken();
    for (let next = this.#next(); next; next = this.#next()) {
      const { userKey, handle } = next;
      const idle = this.#maybeIdle();
      const given = idle ? Promise.resolve(idle) : this.#openSession();
      given.then(
        (session) => {
          this.#users.set(session, userKey);
          handle.resolve(session);
        },
        (error) => {
          handle.reject(error);
          this.#line.end(userKey);
          this.#giveOut();
        },
      );
    }
  }

  #next() {
    const { max, kept = 0 } = this.#settings;
    return this.#line.next(this.#idle.length + max + kept - this.#count);
  }

  #endBroken(): void {
    for (const { session } of this.#idle.filter((idle) => idle.session.isBroken)) {
      this.#forgetIdle(session);
      void this.#end(session);
    }
  }

  #forgetIdle(session: Session): void {
    const at = this.#idle.findIndex((idle) => idle.session === session);
    if (at < 0) return;
    clearTimeout(this.#idle[at]?.timer);
    this.#idle.splice(at, 1);
  }

  #maybeIdle(): Session | undefined {
    this.#endBroken();
    const idle = this.#idle.pop();
    clearTimeout(idle?.timer);
    return idle?.session;
  }

  async #openSession(): Promise<Session> {
    this.#count++;
    try {
      const session = await this.#settings.open();
      if (this.#isClosed) {
        await session.close();
        throw closedError();
      }
      this.#open.add(session);
      return session;
    } catch (error) {
      this.#count--;
      throw error;
    }
  }

  async #release(session: Session): Promise<void> {
    try {
      await session.reset();
    } catch {
      await this.#end(session);
      return;
    }
    if (this.#isClosed || session.isBroken) return this.#end(session);
    const timer = setTimeout(() => {
      this.#forgetIdle(session);
      void this.#end(session);
    }, IDLE_MS).unref();
    this.#idle.push({ session, timer });
    this.#left(session);
  }

  async #stop(session: Session): Promise<void> {
    const idle = this.#maybeIdle();
    await session.cancel(idle).catch(() => undefined);
    await Promise.all([this.#end(session), idle && this.#release(idle)]);
  }

  async #end(session: Session): Promise<void> {
    if (!this.#open.delete(session)) return;
    await session.close().catch(() => undefined);
    this.#count--;
    this.#left(session);
  }

  /** Nobody uses the session any more: whoever is next in line may go on. */
  #left(session: Session): void {
    const person = this.#users.get(session);
    if (person !== undefined) this.#line.end(person);
    this.#users.delete(session);
    this.#giveOut();
  }
}

/** Who waits for a session. */
type Taker = Omit<PromiseWithResolvers<Session>, "promise">;

async function* shapesOf(session: Session, sql: string): AsyncGenerator<RowBatch, void, undefined> {
  yield { shapes: (await session.shapes?.(sql)) ?? [], rows: [] };
}

/** What a statement runs by. */
interface Use {
  ask: (session: Session) => AsyncIterable<RowBatch>;
  session: Session | undefined;
  isRunning: boolean;
}

interface Limit {
  /** The promise's outcome, or a rejection with `Stopped` at the time limit or the caller's signal. */
  unlessStopped<T>(promise: Promise<T>): Promise<T>;
  /** The limit of a stream is for the first rows: how long the rest takes is the reader's pace. */
  stopTimer(): void;
  release(): void;
}

/** Not by `Promise.race`: a promise that lives as long as the statement would keep every batch that raced it. */
function startLimit(signal: AbortSignal | undefined, timeoutMs: number): Limit {
  let stopped: Stopped | undefined;
  let reject: ((reason: Stopped) => void) | undefined;
  const stop = (reason: Stopped) => {
    stopped ??= reason;
    reject?.(stopped);
  };
  const onAbort = () => stop(new Stopped("cancelled", "The query was cancelled."));
  if (signal?.aborted) onAbort();
  signal?.addEventListener("abort", onAbort, { once: true });
  const timer =
    timeoutMs > 0 ? setTimeout(() => stop(new Stopped("timeout", timeoutText(timeoutMs))), timeoutMs) : undefined;
  const stopTimer = () => clearTimeout(timer);
  return {
    unlessStopped: (promise) =>
      new Promise((resolve, rejectOne) => {
        reject = rejectOne;
        promise.then(resolve, rejectOne);
        if (stopped) rejectOne(stopped);
      }),
    stopTimer,
    release: () => {
      stopTimer();
      signal?.removeEventListener("abort", onAbort);
    },
  };
}

function stoppedError(error: Stopped, sql: string): Error {
  if (error.reason === "cancelled") return error;
  return typedError("BACKEND_TIMEOUT_ERROR", error.message, { extra: { sql }, cause: error });
}

const closedError = () => typedError("GENERIC_DB_ENGINE_ERROR", "The connection to the database was closed.");
