import type { EngineLoad } from "./engine.ts";
import { Loaders } from "./loaders.ts";
import { EngineFailure, type EngineProcess, type EngineSettings } from "./process.ts";

/**
 * Writes to database files, one load of a file at a time. Each load runs in a process that may read other files
 * (`loaders.ts`); the locked process lets go of the file first, and queries of it wait until the load has ended.
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
