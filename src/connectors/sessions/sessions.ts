import { performance } from "node:perf_hooks";
import { t } from "../../i18n/translate.ts";
import { typedError } from "../../model/errors.ts";
import { FairSlots, type QueueStatus } from "../../model/fair-queue.ts";
import { halfOf } from "../../model/statement-queue.ts";
import { type ColumnShape, ColumnsBuilder, columnsOf, type RowBatch } from "../columns.ts";
import type { ColumnarBatch, ColumnarResult, ConnectionConfig, RunOptions } from "../connector.ts";
import { Stopped, timeoutText } from "../failure.ts";

/**
 * A pool of sessions for one database: at most `max` plus some reserved for users without one; others are queued
 * fairly. A session runs one statement at a time. A session whose statement was stopped is closed and never reused.
 */
export interface RowLimits {
  batchRows: number;
  timeoutMs: number;
  /** SET statements for the next statement only. */
  settings?: readonly string[];
}

export interface Session {
  /** Read-only; at least one batch, even without rows. `timeoutMs` is a safety net: the caller stops the statement. */
  rows(sql: string, limits: RowLimits): AsyncIterable<RowBatch>;
  shapes?(sql: string): Promise<ColumnShape[]>;
  cancel(idle?: Session): Promise<void>;
  reset(): Promise<void>;
  close(): Promise<void>;
  readonly isBroken: boolean;
}

/** Lost before the statement was sent, for example because it was closed while idle. */
export class LostSession extends Error {
  override readonly name = "LostSession";
}

export interface SessionSettings {
  open(): Promise<Session>;
  max: number;
  reserved?: number;
  perUser?: number | undefined;
  currentUserKey?: (() => string) | undefined;
  enterQueue?: ConnectionConfig["enterQueue"] | undefined;
  timeoutMs: number;
  toError(error: unknown, sql: string): unknown;
}

/** A stream depends on its reader's pace, so its server-side limit is longer. */
const PACED_NET_MS = 3_600_000;

export const pacedNet = (timeoutMs: number) => (timeoutMs > 0 ? Math.max(timeoutMs, PACED_NET_MS) : 0);

const IDLE_MS = 60_000;
export const RESERVED_SESSIONS = 2;
export const sharesOf = ({ queries, currentUserKey, enterQueue }: ConnectionConfig, max: number) => ({
  max: queries?.perDatabase ?? max,
  reserved: RESERVED_SESSIONS,
  perUser: queries?.perUser,
  currentUserKey,
  enterQueue,
});

const STREAM_ROWS = 4096;
const RUN_ROWS = 20_000;

export class Sessions {
  readonly #settings: SessionSettings;
  readonly #idle: { session: Session; timer: NodeJS.Timeout }[] = [];
  readonly #slots: FairSlots<SessionWaiter>;
  readonly #users = new Map<Session, string>();
  readonly #open = new Set<Session>();
  #count = 0;
  #isClosed = false;

  constructor(settings: SessionSettings) {
    this.#settings = settings;
    const { max, reserved = 0, perUser } = settings;
    this.#slots = new FairSlots(reserved, perUser ?? halfOf(max + reserved));
  }

  queueStatus(): QueueStatus {
    return this.#slots.statusOf(this.#settings.currentUserKey?.() ?? "");
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

  async shapes(sql: string): Promise<readonly ColumnShape[]> {
    let found: readonly ColumnShape[] = [];
    const ask = (session: Session) => shapesOf(session, sql);
    for await (const { shapes } of this.#batches(sql, {}, { ask, isPaced: false })) found = shapes;
    return found;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { timer } of this.#idle) clearTimeout(timer);
    for (const { reject } of this.#slots.empty()) reject(closedError());
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
    { ask, isPaced }: { ask: StatementUse["ask"]; isPaced: boolean },
  ): AsyncGenerator<RowBatch, void, undefined> {
    if (sql.includes("\0")) throw typedError("SYNTAX_ERROR", t("SQL can't contain NUL characters"), { extra: { sql } });
    const { timeoutMs = this.#settings.timeoutMs } = options;
    const limit = startLimit(options.signal, timeoutMs);
    const use: StatementUse = { ask, session: undefined, isRunning: false };
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

  async #first(limit: Limit, use: StatementUse) {
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

  /** A session that arrives after the limit stays in the pool. */
  async #acquire(limit: Limit): Promise<Session> {
    const userKey = this.#settings.currentUserKey?.() ?? "";
    if (this.#isClosed) throw closedError();
    const leaveQueue = this.#settings.enterQueue?.() ?? (() => undefined);
    const { promise, resolve, reject } = Promise.withResolvers<Session>();
    const waiter: SessionWaiter = { resolve, reject, leaveQueue };
    this.#slots.join(userKey, waiter);
    this.#assignSessions();
    try {
      return await limit.unlessStopped(promise);
    } catch (error) {
      leaveQueue();
      if (!this.#slots.leave(waiter))
        promise.then(
          (session) => this.#release(session),
          () => undefined,
        );
      throw error;
    }
  }

  #assignSessions(): void {
    this.#endBroken();
    for (let next = this.#next(); next; next = this.#next()) {
      const { userKey, handle } = next;
      handle.leaveQueue();
      const idle = this.#maybeIdle();
      const opening = idle ? Promise.resolve(idle) : this.#openSession();
      opening.then(
        (session) => {
          this.#users.set(session, userKey);
          handle.resolve(session);
        },
        (error) => {
          handle.reject(error);
          this.#slots.end(userKey);
          this.#assignSessions();
        },
      );
    }
  }

  #next() {
    const { max, reserved = 0 } = this.#settings;
    return this.#slots.next(this.#idle.length + max + reserved - this.#count);
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
    this.#freeSlot(session);
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
    this.#freeSlot(session);
  }

  #freeSlot(session: Session): void {
    const userKey = this.#users.get(session);
    if (userKey !== undefined) this.#slots.end(userKey);
    this.#users.delete(session);
    this.#assignSessions();
  }
}

interface SessionWaiter extends Omit<PromiseWithResolvers<Session>, "promise"> {
  leaveQueue(): void;
}

async function* shapesOf(session: Session, sql: string): AsyncGenerator<RowBatch, void, undefined> {
  yield { shapes: (await session.shapes?.(sql)) ?? [], rows: [] };
}

interface StatementUse {
  ask: (session: Session) => AsyncIterable<RowBatch>;
  session: Session | undefined;
  isRunning: boolean;
}

interface Limit {
  unlessStopped<T>(promise: Promise<T>): Promise<T>;
  /** For a stream the limit applies to the first rows only. */
  stopTimer(): void;
  release(): void;
}

/** Not with `Promise.race`, whose long-lived promise would retain every batch. */
function startLimit(signal: AbortSignal | undefined, timeoutMs: number): Limit {
  let stopped: Stopped | undefined;
  let reject: ((reason: Stopped) => void) | undefined;
  const stop = (reason: Stopped) => {
    stopped ??= reason;
    reject?.(stopped);
  };
  const onAbort = () => stop(new Stopped("cancelled", t("The query was stopped.")));
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

const closedError = () => typedError("GENERIC_DB_ENGINE_ERROR", t("The connection to the database was closed."));
