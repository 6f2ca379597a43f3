import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Deflation } from "../sheet/deflated.ts";

/** A part of an open file, bytes. */
export interface PlacedPart {
  descriptor: number;
  place: number;
  length: number;
}

/** What is left of a part, and what it was. Such parts in their order are compressed as one. */
export interface CompressedPart {
  bytes: Uint8Array;
  deflation: Deflation;
}

export type CompressingReply = { id: number } & (CompressedPart | { error: string });

/** Threads that compress parts of files. They end when there was nothing to do for a while. */
const IDLE_MS = 10_000;
const MOST = Math.min(4, availableParallelism());
const compressors = new Set<Compressor>();

/** The one with the least to do. */
export function compressor(): Compressor {
  const [least] = [...compressors].sort((one, other) => one.waiting - other.waiting);
  if (least && (least.waiting === 0 || compressors.size >= MOST)) return least;
  const started = new Compressor(() => compressors.delete(started));
  compressors.add(started);
  return started;
}

export class Compressor {
  readonly #worker: Worker;
  readonly #asked = new Map<number, { resolve(part: CompressedPart): void; reject(reason: Error): void }>();
  #next = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(onEnd: () => void) {
    this.#worker = new Worker(new URL("./compressing.ts", import.meta.url), { name: "compressing", env: {} });
    this.#worker.on("message", (reply: CompressingReply) => this.#settle(reply));
    const end = (error: Error) => {
      onEnd();
      for (const { reject } of this.#asked.values()) reject(error);
      this.#asked.clear();
    };
    this.#worker.on("error", end);
    this.#worker.on("exit", () => end(new Error("The thread that compresses has ended.")));
    this.#worker.unref();
  }

  /** How many parts are asked for. */
  get waiting(): number {
    return this.#asked.size;
  }

  run(part: PlacedPart): Promise<CompressedPart> {
    clearTimeout(this.#idle);
    return new Promise((resolve, reject) => {
      const id = this.#next++;
      this.#asked.set(id, { resolve, reject });
      this.#worker.postMessage({ id, part });
    });
  }

  #settle(reply: CompressingReply): void {
    const asked = this.#asked.get(reply.id);
    this.#asked.delete(reply.id);
    if ("error" in reply) asked?.reject(new Error(reply.error));
    else asked?.resolve(reply);
    if (this.#asked.size === 0) this.#idle = setTimeout(() => void this.#worker.terminate(), IDLE_MS).unref();
  }
}
