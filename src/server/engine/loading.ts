import type { EngineLoad } from "./engine.ts";
import { EngineFailure, type EngineProcess, type EngineSettings, spawnEngineChild } from "./process.ts";
import { type EngineReply, encodeFrame, frameReader } from "./protocol.ts";

/**
 * Writes to database files, one load of a file at a time. Each load runs in a process of its own that may read other
 * files; the locked process lets go of the file first, and queries of it wait until the load has ended.
 */
export class Loading {
  readonly #process: EngineProcess;
  readonly #settings: EngineSettings;
  readonly #loads = new Map<string, Promise<void>>();

  constructor(process: EngineProcess, settings: EngineSettings) {
    this.#process = process;
    this.#settings = settings;
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
    await runLoad(request, this.#settings);
  }

  /** Resolves when the locked process has the file open no longer. */
  release(file: string): Promise<void> {
    if (this.#process.pid === undefined) return Promise.resolve();
    return new Promise((resolve) => {
      const listener = { onReply: () => resolve(), onFailure: () => resolve() };
      this.#process.start({ id: this.#process.nextId(), op: "release", file }, {}, listener);
    });
  }
}

/** The file is free again when this settles: it waits for the loader's process to have ended. */
async function runLoad(
  { file, timeoutMs, onProgress, signal, ...load }: EngineLoad,
  settings: EngineSettings,
): Promise<void> {
  if (signal?.aborted) throw new EngineFailure("cancelled", CANCELLED);
  const locking = load.readable ? lockedTo(load.readable, load.schema) : [];
  const { child, pipe } = spawnEngineChild(settings);
  const ended = new Promise<void>((resolve) => {
    child.on("exit", () => resolve());
    child.on("error", () => resolve());
  });
  const answer = new Promise<EngineReply>((resolve) => {
    const read = frameReader<EngineReply>((reply) => {
      if (reply.kind === "progress") onProgress?.(reply.done - locking.length);
      else resolve(reply);
    });
    pipe.on("error", () => undefined);
    pipe.on("data", read);
    pipe.write(encodeFrame({ id: 1, op: "load", file, statements: [...locking, ...load.statements] }));
  });
  let isLate = false;
  const stop = () => {
    isLate = true;
    child.kill("SIGKILL");
  };
  const timer = timeoutMs === undefined ? undefined : setTimeout(stop, timeoutMs);
  const onAbort = () => child.kill("SIGKILL");
  signal?.addEventListener("abort", onAbort, { once: true });
  const reply = await Promise.race([answer, ended]);
  clearTimeout(timer);
  signal?.removeEventListener("abort", onAbort);
  pipe.destroy();
  await ended;
  if (!reply && signal?.aborted) throw new EngineFailure("cancelled", CANCELLED);
  if (isLate) throw new EngineFailure("timeout", "Loading the data took too long and was stopped.");
  if (!reply) throw new EngineFailure("stopped", "The process that loads data stopped.");
  if (reply.kind === "error") throw new EngineFailure("query", reply.message);
}

const CANCELLED = "The query was cancelled.";

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** From here on the statements reach these files, and cannot change that. */
function lockedTo(files: readonly string[], schema: string | undefined): string[] {
  const listed = files.map(quoted).join(", ");
  return [
    ...(schema ? [`SET schema = ${quoted(schema)}`] : []),
    `SET allowed_paths = [${listed}]`,
    "SET GLOBAL enable_external_access = false",
    "SET GLOBAL lock_configuration = true",
  ];
}
