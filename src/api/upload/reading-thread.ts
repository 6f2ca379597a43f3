import { unprocessable } from "../../model/errors.ts";
import { limitedWorker, watchMemory } from "../../server/threads/limited-worker.ts";
import type { ThreadAnswer } from "./text-thread.ts";

const READ_MS = 60_000;
const READ_MB = 1024;

export const TOO_LARGE = "The file's contents are larger than the limit.";

/**
 * Runs a reader of files in a thread of its own, with a limit of time and memory, and gives what it answers. Throws 422
 * for what the reader says is wrong with the file, and for exceeded limits. `what` is "file" or "workbook".
 */
export async function readInThread<Result>(
  entry: URL,
  task: object,
  { what, signal }: { what: string; signal: AbortSignal },
): Promise<Result> {
  const thread = limitedWorker(entry, { workerData: task, memoryMb: READ_MB });
  const stopWatching = watchMemory(thread, READ_MB);
  const stop = () => void thread.terminate();
  const timer = setTimeout(stop, READ_MS);
  signal.addEventListener("abort", stop, { once: true });
  try {
    const answer = await new Promise<ThreadAnswer<Result>>((resolve, reject) => {
      thread
        .once("message", resolve)
        .once("error", reject)
        .once("exit", () => reject(new Error(`reading took longer than ${READ_MS / 1000} seconds`)));
    });
    if ("problem" in answer) throw unprocessable(`Parsing error: ${answer.problem}`);
    return answer.result;
  } catch (error) {
    if ((error as Error).name === "TesseraError") throw error;
    const isBig = (error as { code?: string }).code === "ERR_WORKER_OUT_OF_MEMORY";
    throw unprocessable(isBig ? TOO_LARGE : `Parsing error: The ${what} cannot be read: ${(error as Error).message}`);
  } finally {
    clearTimeout(timer);
    stopWatching();
    signal.removeEventListener("abort", stop);
    await thread.terminate();
  }
}
