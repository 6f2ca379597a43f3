import { Worker, type WorkerOptions } from "node:worker_threads";

const CHECK_MS = 50;
const MB = 1024 * 1024;
/** V8 ends the whole process when one step allocates beyond its own limit, so that is this much further away. */
const ROOM_MB = 1024;

export type LimitedOptions = Omit<WorkerOptions, "env" | "resourceLimits"> & { memoryMb: number };

/** A thread without environment variables, whose memory `watchMemory` limits. */
export function limitedWorker(entry: URL, { memoryMb, ...options }: LimitedOptions): Worker {
  return new Worker(entry, {
    ...options,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: memoryMb + ROOM_MB },
  });
}

/** Ends the thread with ERR_WORKER_OUT_OF_MEMORY when its heap exceeds the limit, until the returned function is called. */
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
