import { t } from "../../i18n/translate.ts";
import type { EngineLoad } from "./engine.ts";
import { errorText, memoryFullText } from "./engine-errors.ts";
import { EngineFailure, type EngineProcess, type EngineSettings, spawnEngineChild } from "./process.ts";
import { type EngineReply, encodeFrame, frameReader, isOutOfMemory } from "./protocol.ts";

interface Loader {
  load(request: { file: string; statements: readonly string[] }, onStatement: (done: number) => void): Answer;
  kill(): void;
  readonly pid: number | undefined;
}

type Answer = Promise<EngineReply | undefined>;

interface Process extends Loader {
  readonly isKilled: boolean;
  end(): Promise<void>;
}

const IDLE_MS = 30_000;

/**
 * Keeps one idle process for the next load: uploads read a file several times, and starting a process takes longer than
 * reading most files. Each load has its own instance and leaves nothing in the process.
 */
class Loaders {
  readonly #settings: EngineSettings;
  #waiting: Process | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(settings: EngineSettings) {
    this.#settings = settings;
  }

  /** Of running loads. */
  readonly running = new Set<Process>();

  async with(use: (loader: Loader) => Answer): Answer {
    const process = this.#take();
    this.running.add(process);
    const reply = await use(process).finally(() => this.running.delete(process));
    const isHealthy = reply !== undefined && !(reply.kind === "error" && isOutOfMemory(reply.message));
    if (!isHealthy || process.isKilled || this.#waiting || this.#isClosed) await process.end();
    else this.#keep(process);
    return reply;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#endIdle();
  }

  #take(): Process {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    clearTimeout(this.#timer);
    return waiting && !waiting.isKilled ? waiting : startLoader(this.#settings);
  }

  #keep(process: Process): void {
    this.#waiting = process;
    this.#timer = setTimeout(() => void this.#endIdle(), IDLE_MS).unref();
  }

  async #endIdle(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    clearTimeout(this.#timer);
    await waiting?.end();
  }
}

function startLoader(settings: EngineSettings): Process {
  const { child, pipe } = spawnEngineChild(settings);
  let isKilled = false;
  let lastId = 0;
  let onReply: (reply: EngineReply) => void = () => undefined;
  const ended = new Promise<undefined>((resolve) => {
    const onEnd = () => {
      isKilled = true;
      resolve(undefined);
    };
    child.on("exit", onEnd);
    child.on("error", onEnd);
  });
  pipe.on("error", () => undefined);
  pipe.on(
    "data",
    frameReader<EngineReply>((reply) => onReply(reply)),
  );
  return {
    get pid() {
      return isKilled ? undefined : child.pid;
    },
    get isKilled() {
      return isKilled;
    },
    load: (request, onStatement) => {
      const answer = new Promise<EngineReply>((resolve) => {
        onReply = (reply) => (reply.kind === "progress" ? onStatement(reply.done) : resolve(reply));
      });
      pipe.write(encodeFrame({ ...request, id: ++lastId, op: "load" }));
      return Promise.race([answer, ended]);
    },
    kill: () => {
      isKilled = true;
      child.kill("SIGKILL");
    },
    end: async () => {
      pipe.destroy();
      await ended;
    },
  };
}

/**
 * Serializes loads per file. Each runs in a process that can read other files; the locked processes close the file
 * first, and queries on it wait.
 */
export class Loading {
  readonly #processes: () => readonly EngineProcess[];
  readonly #loaders: Loaders;
  readonly #overMemory = new WeakSet<Loader>();
  readonly #loads = new Map<string, Promise<void>>();

  constructor(processes: () => readonly EngineProcess[], settings: EngineSettings) {
    this.#processes = processes;
    this.#loaders = new Loaders(settings);
  }

  async wait(file: string): Promise<void> {
    for (let load = this.#loads.get(file); load; load = this.#loads.get(file)) await load;
  }

  async load(request: EngineLoad): Promise<void> {
    const { file } = request;
    const load = (this.#loads.get(file) ?? Promise.resolve()).then(() => this.#run(request));
    const finished = load.catch(() => undefined);
    this.#loads.set(file, finished);
    try {
      await load;
    } finally {
      if (this.#loads.get(file) === finished) this.#loads.delete(file);
    }
  }

  async #run(request: EngineLoad): Promise<void> {
    await this.release(request.file);
    await runLoad(request, this.#loaders, (loader) => this.#overMemory.has(loader));
  }

  get pids(): readonly number[] {
    return [...this.#loaders.running].flatMap(({ pid }) => pid ?? []);
  }

  endForMemory(pid: number): void {
    for (const process of this.#loaders.running) {
      if (process.pid !== pid) continue;
      this.#overMemory.add(process);
      process.kill();
    }
  }

  close(): Promise<void> {
    return this.#loaders.close();
  }

  async release(file: string): Promise<void> {
    await Promise.all(this.#processes().map((process) => releaseIn(process, file)));
  }
}

function releaseIn(process: EngineProcess, file: string): Promise<void> {
  if (process.pid === undefined) return Promise.resolve();
  return new Promise((resolve) => {
    const listener = { onReply: () => resolve(), onFailure: () => resolve() };
    process.start({ id: process.nextId(), op: "release", file }, {}, listener);
  });
}

async function runLoad(
  { file, timeoutMs, onProgress, signal, ...load }: EngineLoad,
  loaders: Loaders,
  isOverMemory: (loader: Loader) => boolean,
): Promise<void> {
  if (signal?.aborted) throw new EngineFailure("cancelled", t("The query was stopped."));
  const locking = load.readable ? restrictTo([file, ...load.readable], load.schema) : [];
  let isLate = false;
  let isTooLarge = false;
  const reply = await loaders.with(async (loader) => {
    const stop = () => {
      isLate = true;
      loader.kill();
    };
    const timer = timeoutMs === undefined ? undefined : setTimeout(stop, timeoutMs);
    signal?.addEventListener("abort", loader.kill, { once: true });
    const statements = [...locking, ...load.statements];
    const last = await loader.load({ file, statements }, (done) => onProgress?.(done - locking.length));
    clearTimeout(timer);
    signal?.removeEventListener("abort", loader.kill);
    isTooLarge = isOverMemory(loader);
    return last;
  });
  if (!reply && signal?.aborted) throw new EngineFailure("cancelled", t("The query was stopped."));
  if (isLate) throw new EngineFailure("timeout", t("Loading the data took too long and was stopped."));
  if (isTooLarge) throw new EngineFailure("query", memoryFullText());
  if (!reply) throw new EngineFailure("stopped", t("The data loader stopped unexpectedly."));
  if (reply.kind === "error") throw new EngineFailure("query", errorText(reply));
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

function restrictTo(files: readonly string[], schema: string | undefined): string[] {
  const listed = files.flatMap((file) => [file, `${file}.wal`].map(quoted)).join(", ");
  return [
    ...(schema ? [`SET schema = ${quoted(schema)}`] : []),
    `SET allowed_paths = [${listed}]`,
    "SET GLOBAL enable_external_access = false",
    "SET GLOBAL lock_configuration = true",
  ];
}
