import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const PERIOD_MS = 1000;
/** Share of a processor below which the process is at rest: one reader's charts take more. */
const RESTING = 0.02;
/** Periods of rest in a row before anything is done: what is given back has to be made again by the next request. */
const PERIODS = 2;
/** Bytes that must have been taken since the last time for it to be worth the pause. */
const WORTH_BYTES = 24 * 1024 * 1024;

/**
 * Gives memory back to the system when the process has come to rest: after the start, which leaves much behind, and after
 * every time of much work. V8 by itself would keep what a load has once taken.
 */
export function releaseMemoryAtRest(): void {
  let released = 0;
  let resting = 0;
  let before = process.cpuUsage();
  setInterval(() => {
    const now = process.cpuUsage();
    const spentMs = (now.user - before.user + now.system - before.system) / 1000;
    before = now;
    resting = spentMs > PERIOD_MS * RESTING ? 0 : resting + 1;
    if (resting < PERIODS || process.memoryUsage.rss() - released < WORTH_BYTES) return;
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
