import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const PERIOD_MS = 1000;
/** Share of a processor below which the process is at rest. */
const RESTING = 0.05;
/** Bytes that must have been taken since the last time for it to be worth the pause. */
const WORTH_BYTES = 24 * 1024 * 1024;

/**
 * Gives memory back to the system when the process has come to rest: after the start, which leaves much behind, and after
 * every time of much work. V8 by itself would keep what a load has once taken.
 */
export function releaseMemoryAtRest(): void {
  let released = 0;
  let before = process.cpuUsage();
  setInterval(() => {
    const now = process.cpuUsage();
    const spentMs = (now.user - before.user + now.system - before.system) / 1000;
    before = now;
    if (spentMs > PERIOD_MS * RESTING || process.memoryUsage.rss() - released < WORTH_BYTES) return;
    collectGarbage();
    released = process.memoryUsage.rss();
    before = process.cpuUsage();
  }, PERIOD_MS).unref();
}

function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as (options: object) => void;
  collect({ type: "major", execution: "sync", flavor: "last-resort" });
  setFlagsFromString("--no-expose-gc");
}
