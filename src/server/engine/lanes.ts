import { t } from "../../i18n/translate.ts";
import type { QueueStatus } from "../../model/fair-queue.ts";
import { halfOf, StatementQueue } from "../../model/statement-queue.ts";
import { currentUserKey } from "../fair-share.ts";
import { enterQueue } from "../running-query.ts";
import { inSpan } from "../span.ts";
import { EngineFailure, EngineProcess, type EngineSettings } from "./process.ts";

const HEAVY_AFTER_MS = 1000;
const HEAVY_IDLE_MS = 30_000;

/**
 * Shares the engine between users. A few statements of a file run concurrently, at most half of them for one user; the
 * rest are queued fairly. When a statement is slow while other users have queries, its process drops to the lowest
 * priority and keeps the slow statements, and a new process runs everyone else's. Short statements in the old process
 * restart in the new one. While a user has statements in the slow process, their next ones run there too.
 */
export class Lanes {
  readonly #settings: EngineSettings;
  readonly #loaded: (file: string) => Promise<void>;
  #main: Lane;
  #heavy: Lane | undefined;
  #heavyIdle: NodeJS.Timeout | undefined;

  /** `loaded` resolves when nothing is being written to the file. */
  constructor(settings: EngineSettings, loaded: (file: string) => Promise<void>) {
    this.#settings = settings;
    this.#loaded = loaded;
    this.#main = new Lane(settings);
  }

  get main(): EngineProcess {
    return this.#main.process;
  }

  get processes(): EngineProcess[] {
    return this.#lanes.map(({ process }) => process);
  }

  get #lanes(): Lane[] {
    return this.#heavy ? [this.#main, this.#heavy] : [this.#main];
  }

  queueStatus(file: string): QueueStatus {
    const all = this.#lanes.flatMap((lane) => lane.queueStatus(file, currentUserKey()) ?? []);
    return {
      running: sum(all.map(({ running }) => running)),
      waiting: sum(all.map(({ waiting }) => waiting)),
      ahead: Math.max(0, ...all.map(({ ahead }) => ahead)),
    };
  }

  async run<T>(
    { file, signal }: { file: string; signal?: AbortSignal | undefined },
    ask: (process: EngineProcess, signal: AbortSignal | undefined) => Promise<T>,
  ): Promise<T> {
    const held = this.hold(file, signal);
    const hold = held instanceof Promise ? await held : held;
    const moving = new AbortController();
    let target: Lane | undefined;
    hold.move = (lane) => {
      target = lane;
      moving.abort();
    };
    try {
      const stop = signal ? AbortSignal.any([signal, moving.signal]) : moving.signal;
      return await inSpan("engine process", () => ask(hold.process, stop));
    } catch (error) {
      if (!target || signal?.aborted) throw error;
    } finally {
      hold.release();
    }
    const again = await this.#holdAfterWait(target, file, signal);
    try {
      return await inSpan("engine process", () => ask(again.process, signal));
    } finally {
      again.release();
    }
  }

  /**
   * A slot until it is released; synchronous if one is free, so that a following load sees the running statement.
   * Rejects with EngineFailure when aborted.
   */
  hold(file: string, signal: AbortSignal | undefined): Hold | Promise<Hold> {
    const lane = this.#heavy?.has(currentUserKey()) ? this.#heavy : this.#main;
    const hold = lane.take(file, signal);
    return hold instanceof Promise ? this.#waited(hold, lane, { file, signal }) : this.#watched(hold);
  }

  async close(): Promise<void> {
    clearTimeout(this.#heavyIdle);
    await Promise.all(this.processes.map((process) => process.close()));
  }

  /** The process may have become the slow one meanwhile, which is only for users with statements in it. */
  async #waited(
    pendingHold: Promise<Hold>,
    lane: Lane,
    { file, signal }: { file: string; signal: AbortSignal | undefined },
  ): Promise<Hold> {
    const wasMain = lane === this.#main;
    const hold = this.#watched(await pendingHold);
    await this.#loaded(file);
    if (!wasMain || lane === this.#main) return hold;
    hold.release();
    return this.hold(file, signal);
  }

  async #holdAfterWait(lane: Lane, file: string, signal: AbortSignal | undefined): Promise<Hold> {
    const hold = this.#watched(await lane.take(file, signal));
    await this.#loaded(file);
    return hold;
  }

  #watched(hold: Hold): Hold {
    const timer = setTimeout(() => this.#makeWay(), HEAVY_AFTER_MS + 1).unref();
    this.#makeWay();
    const { release } = hold;
    hold.release = () => {
      clearTimeout(timer);
      release();
      this.#endHeavy();
    };
    return hold;
  }

  #makeWay(): void {
    const now = performance.now();
    const { holds } = this.#main;
    const slow = [...holds].filter(({ startedMs }) => now - startedMs >= HEAVY_AFTER_MS);
    const isBlocking = slow.some(({ userKey }) => [...holds].some((other) => other.userKey !== userKey));
    if (!isBlocking) return;
    if (this.#heavy) {
      for (const hold of slow) hold.move?.(this.#heavy);
      return;
    }
    const userKeys = new Set(slow.map(({ userKey }) => userKey));
    this.#heavy = this.#main;
    this.#heavy.process.lowerPriority();
    this.#main = new Lane(this.#settings);
    for (const hold of holds) if (!userKeys.has(hold.userKey)) hold.move?.(this.#main);
  }

  #endHeavy(): void {
    clearTimeout(this.#heavyIdle);
    if (!this.#heavy || this.#heavy.holds.size > 0) return;
    this.#heavyIdle = setTimeout(() => {
      if (this.#heavy && this.#heavy.holds.size > 0) return;
      const ended = this.#heavy;
      this.#heavy = undefined;
      void ended?.process.close();
    }, HEAVY_IDLE_MS).unref();
  }
}

interface Hold {
  readonly process: EngineProcess;
  readonly userKey: string;
  readonly startedMs: number;
  /** Restarts the statement in another process; absent once rows are being returned. */
  move?: (lane: Lane) => void;
  release(): void;
}

class Lane {
  readonly process: EngineProcess;
  readonly holds = new Set<Hold>();
  readonly #settings: { slots: number; reserved: number; perUser: number };
  readonly #queues = new Map<string, StatementQueue>();

  constructor(settings: EngineSettings) {
    this.process = new EngineProcess(settings);
    const reserved = settings.reservedConnections ?? 0;
    const slots = settings.connectionsPerFile + reserved;
    this.#settings = { slots, reserved, perUser: settings.statementsPerUser ?? halfOf(slots) };
  }

  has(userKey: string): boolean {
    return [...this.holds].some((hold) => hold.userKey === userKey);
  }

  queueStatus(file: string, userKey: string): QueueStatus | undefined {
    return this.#queues.get(file)?.statusOf(userKey);
  }

  take(file: string, signal: AbortSignal | undefined): Hold | Promise<Hold> {
    const userKey = currentUserKey();
    const queue = this.#queues.get(file) ?? new StatementQueue(this.#settings);
    this.#queues.set(file, queue);
    const free = signal?.aborted ? undefined : queue.takeFree(userKey);
    return free ? this.#holdOf(userKey, free) : this.#taken(queue, userKey, signal);
  }

  async #taken(queue: StatementQueue, userKey: string, signal: AbortSignal | undefined): Promise<Hold> {
    const taken = queue.take(userKey, signal).finally(enterQueue());
    const release = await taken.catch((): never => {
      throw new EngineFailure("cancelled", t("The query was stopped."));
    });
    return this.#holdOf(userKey, release);
  }

  #holdOf(userKey: string, release: () => void): Hold {
    const hold: Hold = {
      process: this.process,
      userKey,
      startedMs: performance.now(),
      release: () => {
        this.holds.delete(hold);
        release();
      },
    };
    this.holds.add(hold);
    return hold;
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
