import { once } from "node:events";
import { Worker } from "node:worker_threads";

export interface Pulse {
  longestMs(): Promise<number>;
  stop(): Promise<unknown>;
}

export function startPulse(url: string): Pulse {
  const thread = new Worker(new URL("./pulse-thread.ts", import.meta.url), { workerData: url });
  return {
    longestMs: async () => {
      const answered = once(thread, "message");
      thread.postMessage("read");
      const [longest] = (await answered) as [number];
      return longest;
    },
    stop: () => thread.terminate(),
  };
}
