import { AsyncLocalStorage } from "node:async_hooks";
import { Worker } from "node:worker_threads";
import { t } from "../../i18n/translate.ts";
import { badRequest, typedError } from "../../model/errors.ts";
import type { App } from "../app.ts";
import type { ForecastReply, ForecastRequest, Prediction } from "./fit.ts";

/**
 * Fitting takes 50 ms to seconds of CPU, so it runs in threads. Threads start on demand and end when idle; a canceled
 * or slow request terminates its thread, because computing can't be interrupted.
 */
export interface Forecaster {
  forecast(request: ForecastRequest, signal: AbortSignal): Promise<Prediction[]>;
  close(): Promise<void>;
}

export interface ForecasterSettings {
  timeoutMs: number;
  idleMs: number;
  threads: number;
}

const SETTINGS: ForecasterSettings = { timeoutMs: 60_000, idleMs: 60_000, threads: 2 };

export function forecasterOf(app: App): Forecaster {
  return app.once(openForecaster);
}

function openForecaster(app: App): Forecaster {
  const forecaster = createForecaster(SETTINGS);
  app.onClose(() => forecaster.close());
  return forecaster;
}

export function createForecaster(settings: ForecasterSettings): Forecaster {
  return new ThreadPool(settings);
}

interface Job {
  id: number;
  request: ForecastRequest;
  /** Runs work in the async context of the request, which has its language. */
  inContext<Result>(work: () => Result): Result;
  resolve(predictions: Prediction[]): void;
  reject(error: unknown): void;
}

interface Thread {
  worker: Worker;
  job: Job | undefined;
  timer: NodeJS.Timeout | undefined;
}

class ThreadPool implements Forecaster {
  readonly #settings: ForecasterSettings;
  readonly #waiting: Job[] = [];
  readonly #threads = new Set<Thread>();
  #lastId = 0;

  constructor(settings: ForecasterSettings) {
    this.#settings = settings;
  }

  async forecast(request: ForecastRequest, signal: AbortSignal): Promise<Prediction[]> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<Prediction[]>();
    const job: Job = { id: ++this.#lastId, request, inContext: AsyncLocalStorage.snapshot(), resolve, reject };
    const cancel = () => this.#drop(job, signal.reason);
    signal.addEventListener("abort", cancel, { once: true });
    this.#waiting.push(job);
    this.#next();
    try {
      return await promise;
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  }

  async close(): Promise<void> {
    for (const job of this.#waiting.splice(0)) job.reject(new Error("The server is shutting down"));
    await Promise.all([...this.#threads].map((thread) => this.#end(thread, new Error("The server is shutting down"))));
  }

  #next(): void {
    const idle = [...this.#threads].find((thread) => !thread.job);
    const thread = idle ?? (this.#threads.size < this.#settings.threads ? this.#start() : undefined);
    const job = thread ? this.#waiting.shift() : undefined;
    if (!thread || !job) return;
    clearTimeout(thread.timer);
    thread.job = job;
    thread.worker.ref();
    thread.timer = setTimeout(
      () =>
        void this.#end(
          thread,
          job.inContext(() => timeoutError(this.#settings.timeoutMs)),
        ),
      this.#settings.timeoutMs,
    );
    thread.worker.postMessage({ id: job.id, request: job.request });
    this.#next();
  }

  #start(): Thread {
    const worker = new Worker(new URL("./thread.ts", import.meta.url), {
      name: "forecast",
      env: {},
      stdout: true,
      stderr: true,
    });
    const thread: Thread = { worker, job: undefined, timer: undefined };
    worker.on("message", (reply: ForecastReply) => this.#receive(thread, reply));
    worker.on("error", (error) => void this.#end(thread, error));
    this.#threads.add(thread);
    return thread;
  }

  #receive(thread: Thread, reply: ForecastReply): void {
    const { job } = thread;
    if (!job || job.id !== reply.id) return;
    clearTimeout(thread.timer);
    thread.job = undefined;
    thread.worker.unref();
    thread.timer = setTimeout(() => void this.#end(thread), this.#settings.idleMs).unref();
    if ("predictions" in reply) job.resolve(reply.predictions);
    else job.reject(job.inContext(() => badRequest(t("The forecast failed: {reason}", { reason: reply.error }))));
    this.#next();
  }

  #drop(job: Job, reason: unknown): void {
    const at = this.#waiting.indexOf(job);
    if (at >= 0) this.#waiting.splice(at, 1);
    const thread = [...this.#threads].find((each) => each.job === job);
    if (thread) void this.#end(thread, reason);
    else job.reject(reason);
  }

  async #end(thread: Thread, reason?: unknown): Promise<void> {
    clearTimeout(thread.timer);
    if (!this.#threads.delete(thread)) return;
    const { job } = thread;
    thread.job = undefined;
    job?.reject(reason);
    if (this.#waiting.length > 0) this.#next();
    await thread.worker.terminate();
  }
}

const timeoutError = (timeoutMs: number) =>
  typedError(
    "BACKEND_TIMEOUT_ERROR",
    t(
      "The forecast took longer than {seconds, plural, one {# second} other {# seconds}}. Choose fewer series or a coarser time grain.",
      { seconds: Math.round(timeoutMs / 1000) },
    ),
    { status: 400 },
  );
