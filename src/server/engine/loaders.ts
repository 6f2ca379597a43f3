import { isOutOfMemory } from "./memory.ts";
import { type EngineSettings, spawnEngineChild } from "./process.ts";
import { type EngineReply, encodeFrame, frameReader } from "./protocol.ts";

/** A process that loads one file at a time, into which nobody else writes and of which nobody asks anything meanwhile. */
export interface Loader {
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
export class Loaders {
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
