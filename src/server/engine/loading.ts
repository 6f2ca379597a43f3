import type { EngineLoad } from "./engine.ts";
import { EngineFailure, type EngineProcess, type EngineSettings, spawnEngineChild } from "./process.ts";
import { type EngineReply, encodeFrame, frameReader, isOutOfMemory } from "./protocol.ts";

/** A process that loads one file at a time, into which nobody else writes and of which nobody asks anything meanwhile. */
interface Loader {
  /** The last reply; undefined when the process ended before. */
  load(request: { file: string; statements: readonly string[] }, onStatement: (done: number) => void): Answer;
  kill(): void;
}

type Answer = Promise<EngineReply | undefined>;

interface Process extends Loader {
  readonly isKilled: boolean;
  /** Resolves when the process is no more. */
  end(): Promise<void>;
}

/** Milliseconds that a process waits for its next load before it ends, to give back its memory. */
const WAIT_MS = 30_000;

/**
 * The processes that load files. One that is done waits a while for the next load: a file that is uploaded is read several
 * times, and to start a process takes longer than to read most files. Each load has an instance of its own, and leaves
 * nothing in the process.
 */
class Loaders {
  readonly #settings: EngineSettings;
  #waiting: Process | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(settings: EngineSettings) {
    this.#settings = settings;
  }

  /** Calls `use` with a process of its own. A file that it has loaded is free when this resolves. */
  async with(use: (loader: Loader) => Answer): Answer {
    const process = this.#take();
    const reply = await use(process);
    const isSound = reply !== undefined && !(reply.kind === "error" && isOutOfMemory(reply.message));
    if (!isSound || process.isKilled || this.#waiting || this.#isClosed) await process.end();
    else this.#keep(process);
    return reply;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#letGo();
  }

  #take(): Process {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    clearTimeout(this.#timer);
    return waiting && !waiting.isKilled ? waiting : startLoader(this.#settings);
  }

  #keep(process: Process): void {
    this.#waiting = process;
    this.#timer = setTimeout(() => void this.#letGo(), WAIT_MS).unref();
  }

  async #letGo(): Promise<void> {
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
 * Writes to database files, one load of a file at a time. Each load runs in a process that may read other files
 * (`Loaders`); the locked process lets go of the file first, and queries of it wait until the load has ended.
 */
export class Loading {
  readonly #processes: () => readonly EngineProcess[];
  readonly #loaders: Loaders;
  readonly #loads = new Map<string, Promise<void>>();

  constructor(processes: () => readonly EngineProcess[], settings: EngineSettings) {
    this.#processes = processes;
    this.#loaders = new Loaders(settings);
  }

  /** Resolves when no load of the file is under way. */
  async wait(file: string): Promise<void> {
    for (let load = this.#loads.get(file); load; load = this.#loads.get(file)) await load;
  }

  async load(request: EngineLoad): Promise<void> {
    const { file } = request;
    const load = (this.#loads.get(file) ?? Promise.resolve()).then(() => this.#run(request));
    const settled = load.catch(() => undefined);
    this.#loads.set(file, settled);
    try {
      await load;
    } finally {
      if (this.#loads.get(file) === settled) this.#loads.delete(file);
    }
  }

  async #run(request: EngineLoad): Promise<void> {
    await this.release(request.file);
    await runLoad(request, this.#loaders);
  }

  close(): Promise<void> {
    return this.#loaders.close();
  }

  /** Resolves when no locked process has the file open any longer. */
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

/** The file is free again when this settles. */
async function runLoad({ file, timeoutMs, onProgress, signal, ...load }: EngineLoad, loaders: Loaders): Promise<void> {
  if (signal?.aborted) throw new EngineFailure("cancelled", CANCELLED);
  const locking = load.readable ? lockedTo([file, ...load.readable], load.schema) : [];
  let isLate = false;
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
    return last;
  });
  if (!reply && signal?.aborted) throw new EngineFailure("cancelled", CANCELLED);
  if (isLate) throw new EngineFailure("timeout", "Loading the data took too long and was stopped.");
  if (!reply) throw new EngineFailure("stopped", "The process that loads data stopped.");
  if (reply.kind === "error") throw new EngineFailure("query", reply.message);
}

const CANCELLED = "The query was cancelled.";

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** From here on the statements reach these files, with the journals of those that are databases, and cannot change that. */
function lockedTo(files: readonly string[], schema: string | undefined): string[] {
  const listed = files.flatMap((file) => [file, `${file}.wal`].map(quoted)).join(", ");
  return [
    ...(schema ? [`SET schema = ${quoted(schema)}`] : []),
    `SET allowed_paths = [${listed}]`,
    "SET GLOBAL enable_external_access = false",
    "SET GLOBAL lock_configuration = true",
  ];
}
