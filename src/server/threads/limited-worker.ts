import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker, type WorkerOptions } from "node:worker_threads";

/** Where Node caches what it compiled, as the server itself does: threads and processes start twice as fast. */
export const COMPILE_CACHE = join(tmpdir(), "node-compile-cache");

const CHECK_MS = 50;
const MB = 1024 * 1024;
/** A worker that hits V8's own limit in a single allocation aborts the whole process, so that limit is set higher. */
const ROOM_MB = 1024;

export type LimitedOptions = Omit<WorkerOptions, "env" | "resourceLimits"> & { memoryMb: number };

/** A worker without the server's environment variables. Use `watchMemory` to enforce its memory limit. */
export function limitedWorker(entry: URL, { memoryMb, ...options }: LimitedOptions): Worker {
  return new Worker(entry, {
    ...options,
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE },
    resourceLimits: { maxOldGenerationSizeMb: memoryMb + ROOM_MB },
  });
}

/** Terminates the worker with ERR_WORKER_OUT_OF_MEMORY when its heap exceeds the limit. Returns a function that stops this. */
export function watchMemory(worker: Worker, memoryMb: number): () => void {
  let isAsked = false;
  const timer = setInterval(() => {
    if (!isAsked) void check();
  }, CHECK_MS).unref();
  const stop = () => clearInterval(timer);
  async function check(): Promise<void> {
    isAsked = true;
    // A thread that has ended has no heap.
    const heap = await worker.getHeapStatistics().catch(() => undefined);
    isAsked = false;
    if (!heap || heap.used_heap_size <= memoryMb * MB) return;
    stop();
    const error = Object.assign(new Error(`The thread needs more than ${memoryMb} MB`), {
      code: "ERR_WORKER_OUT_OF_MEMORY",
    });
    worker.emit("error", error);
    void worker.terminate();
  }
  return stop;
}
