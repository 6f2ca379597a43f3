import { AsyncLocalStorage } from "node:async_hooks";
import type { Worker } from "node:worker_threads";
import { currentLocale, type Language } from "../../i18n/locale.ts";
import { inLocale } from "../../i18n/node.ts";
import { TesseraError } from "../../model/errors.ts";
import { currentUserKey } from "../fair-share.ts";
import { inSpan } from "../span.ts";
import { FairQueue } from "./fair-queue.ts";
import { limitedWorker, watchMemory } from "./limited-worker.ts";
import type { ThreadReply } from "./serve-tasks.ts";

/**
 * Runs CPU-bound tasks in two threads: a fast lane for small tasks, and a slow one. A task that exceeds `quickMs` moves
 * to the slow lane, and the user's next tasks go there for a while. A task that exceeds its time or memory terminates
 * its thread. Threads start with their first task.
 */
export interface TaskPool {
  run(task: unknown, options: TaskOptions): Promise<unknown>;
  close(): Promise<void>;
}

export interface TaskOptions {
  /** Characters of input. */
  size: number;
  answer?: (question: string) => Promise<string>;
}

export interface TaskPoolSettings {
  entry: URL;
  name: string;
  quickSize: number;
  quickMs: number;
  slowMs: number;
  /** Time limit for loading, which doesn't count for the task. */
  loadMs: number;
  penaltyMs: number;
  memoryMb: number;
  quickIdleMs: number;
  slowIdleMs: number;
  tooSlow(seconds: number): TesseraError;
  tooBig(megabytes: number): TesseraError;
}

export const createTaskPool = (settings: TaskPoolSettings): TaskPool => new LanePool(settings);

interface Job extends TaskOptions {
  id: number;
  userKey: string;
  language: Language;
  task: unknown;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

interface Lane {
  readonly isQuick: boolean;
  readonly queue: FairQueue<Job>;
  thread: Thread | undefined;
}

interface Thread {
  worker: Worker;
  job: Job | undefined;
  timer: NodeJS.Timeout | undefined;
  stopWatching: (() => void) | undefined;
}

/** Events of threads and timers are outside of the request's async context. */
const inLocaleOf = <Result>({ job }: Thread, work: () => Result): Result =>
  inLocale({ language: job?.language ?? "en" }, work);

class LanePool implements TaskPool {
  readonly #settings: TaskPoolSettings;
  readonly #quick: Lane = { isQuick: true, queue: new FairQueue(), thread: undefined };
  readonly #slow: Lane = { isQuick: false, queue: new FairQueue(), thread: undefined };
  readonly #penalties = new Map<string, number>();
  #lastId = 0;
  #isClosed = false;

  constructor(settings: TaskPoolSettings) {
    this.#settings = settings;
  }

  run(task: unknown, { size, answer }: TaskOptions): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(new Error("The server is shutting down"));
    const userKey = currentUserKey();
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const { language } = currentLocale();
    const job: Job = { id: ++this.#lastId, userKey, language, task, size, resolve, reject };
    // Questions arrive in thread events, outside the request's async context.
    if (answer) job.answer = AsyncLocalStorage.bind(answer);
    const isQuick = size <= this.#settings.quickSize && !this.#isPenalized(userKey);
    this.#enqueue(isQuick ? this.#quick : this.#slow, job);
    return inSpan("thread", () => promise, { attributes: { "tessera.thread": this.#settings.name } });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { queue } of [this.#quick, this.#slow])
      for (const job of queue.clear()) job.reject(new Error("The server is shutting down"));
    const threads = [this.#quick.thread, this.#slow.thread].filter((thread) => thread !== undefined);
    await Promise.all(threads.map((thread) => this.#end(thread, new Error("The server is shutting down"))));
  }

  #isPenalized(userKey: string): boolean {
    const until = this.#penalties.get(userKey);
    if (until === undefined) return false;
    if (until > performance.now()) return true;
    this.#penalties.delete(userKey);
    return false;
  }

  #enqueue(lane: Lane, job: Job): void {
    lane.queue.add(job);
    this.#next(lane);
  }

  #next(lane: Lane): void {
    if (lane.thread?.job || lane.queue.size === 0 || this.#isClosed) return;
    lane.thread ??= this.#start();
    const job = lane.queue.next();
    const { thread } = lane;
    if (!job) return;
    thread.job = job;
    thread.worker.ref();
    thread.stopWatching ??= watchMemory(thread.worker, this.#settings.memoryMb);
    this.#limit(thread, this.#settings.loadMs, () => this.#refuse(thread, this.#settings.loadMs));
    thread.worker.postMessage({ kind: "task", id: job.id, task: job.task, language: job.language });
  }

  /**
   * Calls back unless the job ends first. When a busy server's timer is late, a reply that has already arrived still
   * counts.
   */
  #limit(thread: Thread, ms: number, onExceeded: () => void): void {
    const { job } = thread;
    clearTimeout(thread.timer);
    thread.timer = setTimeout(() => {
      setImmediate(() => {
        if (job && thread.job === job) onExceeded();
      });
    }, ms);
  }

  #start(): Thread {
    const { entry, name, memoryMb } = this.#settings;
    const worker = limitedWorker(entry, { name, memoryMb, stdout: true, stderr: true });
    const thread: Thread = { worker, job: undefined, timer: undefined, stopWatching: undefined };
    worker.on("message", (reply: ThreadReply) => this.#receive(thread, reply));
    worker.on("error", (error) => void this.#end(thread, this.#toRefusal(thread, error)));
    worker.on("exit", () => void this.#end(thread, new Error("The thread ended")));
    return thread;
  }

  #toRefusal(thread: Thread, error: unknown): unknown {
    const isMemory = (error as { code?: unknown }).code === "ERR_WORKER_OUT_OF_MEMORY";
    return isMemory ? inLocaleOf(thread, () => this.#settings.tooBig(this.#settings.memoryMb)) : error;
  }

  #receive(thread: Thread, reply: ThreadReply): void {
    const { job } = thread;
    if (!job || job.id !== reply.id) return;
    if (reply.kind === "started") this.#onStarted(thread);
    else if (reply.kind === "question") void this.#answer(thread, job, reply);
    else {
      if (reply.kind === "result") job.resolve(reply.result);
      else if (reply.kind === "refused") job.reject(new TesseraError(reply.status, reply.body));
      else job.reject(new Error(reply.message));
      this.#release(thread);
    }
  }

  #onStarted(thread: Thread): void {
    const { quickMs, slowMs } = this.#settings;
    if (thread === this.#quick.thread) this.#limit(thread, quickMs, () => this.#move(thread));
    else this.#limit(thread, slowMs, () => this.#refuse(thread, slowMs));
  }

  async #answer(thread: Thread, job: Job, { question, text }: { question: number; text: string }): Promise<void> {
    try {
      if (!job.answer) throw new Error("The task may not ask");
      const answer = await job.answer(text);
      thread.worker.postMessage({ kind: "answer", question, answer });
    } catch (error) {
      job.reject(error);
      thread.worker.postMessage({ kind: "answer", question });
    }
  }

  #move(thread: Thread): void {
    const { slowMs, penaltyMs } = this.#settings;
    const { job } = thread;
    if (!job) return;
    this.#penalties.set(job.userKey, performance.now() + penaltyMs);
    if (this.#slow.thread?.job) {
      thread.job = undefined;
      this.#slow.queue.add(job);
      void this.#end(thread);
      return;
    }
    this.#quick.thread = this.#slow.thread;
    this.#slow.thread = thread;
    this.#limit(thread, slowMs, () => this.#refuse(thread, slowMs));
    this.#next(this.#quick);
  }

  #refuse(thread: Thread, ms: number): void {
    void this.#end(
      thread,
      inLocaleOf(thread, () => this.#settings.tooSlow(ms / 1000)),
    );
  }

  #laneOf(thread: Thread): Lane | undefined {
    return [this.#quick, this.#slow].find((lane) => lane.thread === thread);
  }

  #release(thread: Thread): void {
    clearTimeout(thread.timer);
    thread.stopWatching?.();
    thread.stopWatching = undefined;
    thread.job = undefined;
    thread.worker.unref();
    const lane = this.#laneOf(thread);
    if (!lane) return;
    const { quickIdleMs, slowIdleMs } = this.#settings;
    thread.timer = setTimeout(() => void this.#end(thread), lane.isQuick ? quickIdleMs : slowIdleMs).unref();
    this.#next(lane);
  }

  async #end(thread: Thread, reason?: unknown): Promise<void> {
    clearTimeout(thread.timer);
    thread.stopWatching?.();
    const lane = this.#laneOf(thread);
    if (!lane) return;
    lane.thread = undefined;
    thread.job?.reject(reason);
    thread.job = undefined;
    this.#next(lane);
    await thread.worker.terminate();
  }
}
