import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const PERIOD_MS = 1000;
const IDLE_SHARE = 0.02;
/** Idle periods before memory is released, since the next request has to allocate it again. */
const IDLE_PERIODS = 2;
const MIN_GROWTH_BYTES = 24 * 1024 * 1024;

/** V8 would otherwise keep the memory of past load. Runs after the start and after each busy time. */
export function releaseMemoryWhenIdle(): void {
  let released = 0;
  let idlePeriods = 0;
  let before = process.cpuUsage();
  setInterval(() => {
    const now = process.cpuUsage();
    const spentMs = (now.user - before.user + now.system - before.system) / 1000;
    before = now;
    idlePeriods = spentMs > PERIOD_MS * IDLE_SHARE ? 0 : idlePeriods + 1;
    if (idlePeriods < IDLE_PERIODS || process.memoryUsage.rss() - released < MIN_GROWTH_BYTES) return;
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
