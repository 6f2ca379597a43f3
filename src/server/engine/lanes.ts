import type { Standing } from "../../model/fair-line.ts";
import { halfOf, StatementQueue } from "../../model/statement-queue.ts";
import { currentUserKey } from "../fair-share.ts";
import { EngineFailure, EngineProcess, type EngineSettings } from "./process.ts";

/** A statement that has run this long gives way to the queries of other users. */
const HEAVY_AFTER_MS = 1000;
/** The slow process ends this long after its last statement. */
const HEAVY_IDLE_MS = 30_000;

/**
 * Shares the engine between users. A few statements of a file run at once, at most half of them for one user; the others
 * are queued fairly. When a statement takes long while other users have queries, its process drops to the lowest
 * priority and keeps the slow statements, and a fresh process runs everyone else's, which the system schedules first.
 * Short statements in the old process restart in the fresh one. While a user has statements in the slow process, their
 * next ones run there too.
 */
export class Lanes {
  readonly #settings: EngineSettings;
  readonly #loaded: (file: string) => Promise<void>;
  #usual: Lane;
  #heavy: Lane | undefined;
  #heavyIdle: NodeJS.Timeout | undefined;

  /** `loaded`: resolves when nothing is written to the file. */
  constructor(settings: EngineSettings, loaded: (file: string) => Promise<void>) {
    this.#settings = settings;
    this.#loaded = loaded;
    this.#usual = new Lane(settings);
  }

  get usual(): EngineProcess {
    return this.#usual.process;
  }

  get processes(): EngineProcess[] {
    return this.#lanes.map(({ process }) => process);
  }

  get #lanes(): Lane[] {
    return this.#heavy ? [this.#usual, this.#heavy] : [this.#usual];
  }

  /** Running and queued statements of the current user in the file. */
  standing(file: string): Standing {
    const all = this.#lanes.flatMap((lane) => lane.standing(file, currentUserKey()) ?? []);
    return {
      running: sum(all.map(({ running }) => running)),
      waiting: sum(all.map(({ waiting }) => waiting)),
      ahead: Math.max(0, ...all.map(({ ahead }) => ahead)),
    };
  }

  /** Runs one statement. A statement that is in the wrong process restarts in the other. */
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
      return await ask(hold.process, signal ? AbortSignal.any([signal, moving.signal]) : moving.signal);
    } catch (error) {
      if (!target || signal?.aborted) throw error;
    } finally {
      hold.release();
    }
    const again = await this.#holdLater(target, file, signal);
    try {
      return await ask(again.process, signal);
    } finally {
      again.release();
    }
  }

  /**
   * A place for a statement of the file, until it is released: at once where one is free, so that a load that is asked
   * for next finds the statement under way. Rejects with EngineFailure when the signal comes first.
   */
  hold(file: string, signal: AbortSignal | undefined): Hold | Promise<Hold> {
    const lane = this.#heavy?.has(currentUserKey()) ? this.#heavy : this.#usual;
    const taken = lane.take(file, signal);
    return taken instanceof Promise ? this.#waited(taken, lane, { file, signal }) : this.#watched(taken);
  }

  async close(): Promise<void> {
    clearTimeout(this.#heavyIdle);
    await Promise.all(this.processes.map((process) => process.close()));
  }

  /** The process may have become the slow one meanwhile, which is only for users with statements in it. */
  async #waited(
    taken: Promise<Hold>,
    lane: Lane,
    { file, signal }: { file: string; signal: AbortSignal | undefined },
  ): Promise<Hold> {
    const wasUsual = lane === this.#usual;
    const hold = this.#watched(await taken);
    await this.#loaded(file);
    if (!wasUsual || lane === this.#usual) return hold;
    hold.release();
    return this.hold(file, signal);
  }

  async #holdLater(lane: Lane, file: string, signal: AbortSignal | undefined): Promise<Hold> {
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

  /** Checked when a statement starts, and again once it has run long. */
  #makeWay(): void {
    const now = performance.now();
    const { holds } = this.#usual;
    const slow = [...holds].filter(({ startedMs }) => now - startedMs >= HEAVY_AFTER_MS);
    const isInTheWay = slow.some(({ person }) => [...holds].some((other) => other.person !== person));
    if (!isInTheWay) return;
    if (this.#heavy) {
      for (const hold of slow) hold.move?.(this.#heavy);
      return;
    }
    const people = new Set(slow.map(({ person }) => person));
    this.#heavy = this.#usual;
    this.#heavy.process.lowerPriority();
    this.#usual = new Lane(this.#settings);
    for (const hold of holds) if (!people.has(hold.person)) hold.move?.(this.#usual);
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

/** A place that a statement has in a process. */
interface Hold {
  readonly process: EngineProcess;
  readonly person: string;
  readonly startedMs: number;
  /** Makes the statement start again in another process; absent for one whose rows are on their way. */
  move?: (lane: Lane) => void;
  release(): void;
}

/** One process, with a queue for each of its files. */
class Lane {
  readonly process: EngineProcess;
  readonly holds = new Set<Hold>();
  readonly #settings: { places: number; kept: number; perPerson: number };
  readonly #queues = new Map<string, StatementQueue>();

  constructor(settings: EngineSettings) {
    this.process = new EngineProcess(settings);
    const kept = settings.connectionsKept ?? 0;
    const places = settings.connectionsPerFile + kept;
    this.#settings = { places, kept, perPerson: settings.statementsPerPerson ?? halfOf(places) };
  }

  has(person: string): boolean {
    return [...this.holds].some((hold) => hold.person === person);
  }

  standing(file: string, person: string): Standing | undefined {
    return this.#queues.get(file)?.standingOf(person);
  }

  /** At once where a place is free. */
  take(file: string, signal: AbortSignal | undefined): Hold | Promise<Hold> {
    const person = currentUserKey();
    const queue = this.#queues.get(file) ?? new StatementQueue(this.#settings);
    this.#queues.set(file, queue);
    const free = signal?.aborted ? undefined : queue.takeFree(person);
    return free ? this.#holdOf(person, free) : this.#taken(queue, person, signal);
  }

  async #taken(queue: StatementQueue, person: string, signal: AbortSignal | undefined): Promise<Hold> {
    const giveBack = await queue.take(person, signal).catch((): never => {
      throw new EngineFailure("cancelled", "The query was cancelled.");
    });
    return this.#holdOf(person, giveBack);
  }

  #holdOf(person: string, giveBack: () => void): Hold {
    const hold: Hold = {
      process: this.process,
      person,
      startedMs: performance.now(),
      release: () => {
        this.holds.delete(hold);
        giveBack();
      },
    };
    this.holds.add(hold);
    return hold;
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
