import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker, type WorkerOptions } from "node:worker_threads";

/** The server's own compile cache: threads and processes start twice as fast with it. */
export const COMPILE_CACHE = join(tmpdir(), "node-compile-cache");

const CHECK_MS = 50;
const MB = 1024 * 1024;
/** A worker that hits V8's own limit in a single allocation aborts the whole process, so that limit is set higher. */
const HEADROOM_MB = 1024;

export type LimitedOptions = Omit<WorkerOptions, "env" | "resourceLimits"> & { memoryMb: number };

/** Doesn't inherit environment variables, some of which are secrets. Use `watchMemory` to enforce the memory limit. */
export function limitedWorker(entry: URL, { memoryMb, ...options }: LimitedOptions): Worker {
  return new Worker(entry, {
    ...options,
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE },
    resourceLimits: { maxOldGenerationSizeMb: memoryMb + HEADROOM_MB },
  });
}

/** Terminates the worker with ERR_WORKER_OUT_OF_MEMORY when its heap exceeds the limit. Returns a stop function. */
export function watchMemory(worker: Worker, memoryMb: number): () => void {
  let isChecking = false;
  const timer = setInterval(() => {
    if (!isChecking) void check();
  }, CHECK_MS).unref();
  const stop = () => clearInterval(timer);
  async function check(): Promise<void> {
    isChecking = true;
    // A thread that has ended has no heap.
    const heap = await worker.getHeapStatistics().catch(() => undefined);
    isChecking = false;
    if (!heap || heap.used_heap_size <= memoryMb * MB) return;
    stop();
    const error = Object.assign(new Error(`The thread exceeded ${memoryMb} MB`), {
      code: "ERR_WORKER_OUT_OF_MEMORY",
    });
    worker.emit("error", error);
    void worker.terminate();
  }
  return stop;
}
