import { readFileSync } from "node:fs";
import type { App } from "../app.ts";
import { engineOf } from "../engine/app-engine.ts";
import { picturesOf } from "../pictures/pictures.ts";

const CHECK_MS = 250;
const KB = 1024;
const MB = 1024 ** 2;
/** Ending a process takes a moment, in which the others go on. */
const FULL_SHARE = 0.95;
/** An engine with less is not what fills the memory. */
const MIN_ENGINE_BYTES = 100 * MB;
/** An engine within its share isn't the cause, so the others get time to shrink before another one is ended. */
const PAUSE_MS = 10_000;

/**
 * Keeps the server's processes together below the memory limit: their own limits don't count everything they allocate.
 * Ends the browser for screenshots, then the largest process of the query engine, whose statements fail with an error
 * that says so. Linux only.
 */
export function guardMemory(app: App): void {
  if (process.platform !== "linux") return;
  const timer = setInterval(() => checkMemory(app), CHECK_MS).unref();
  app.onClose(() => clearInterval(timer));
}

export function checkMemory(app: App, bytesOf: (pid: number) => number = privateBytes): void {
  const { totalBytes, picturesMb } = app.config.memory;
  const sum = (pids: readonly number[]) => pids.reduce((total, pid) => total + bytesOf(pid), 0);
  const used = sum(familyOf(process.pid));
  const isFull = used > totalBytes * FULL_SHARE;
  const browser = familyOf(app.once(picturesOf)?.pid);
  if (browser.length > 0 && (isFull || sum(browser) > picturesMb * MB)) {
    app.log.warn("ended the browser for screenshots, which took too much memory", {
      megabytes: megabytes(sum(browser)),
    });
    app.once(picturesOf)?.failForMemory();
    for (const pid of browser) end(pid);
  } else if (isFull) endLargestEngine(app, used, bytesOf);
}

function endLargestEngine(app: App, used: number, bytesOf: (pid: number) => number): void {
  const engine = engineOf(app);
  const [largest] = engine.pids.map((pid) => ({ pid, bytes: bytesOf(pid) })).sort((a, b) => b.bytes - a.bytes);
  if (!largest || largest.bytes < MIN_ENGINE_BYTES) return;
  const last = app.once(lastEngineEnd);
  const isCause = largest.bytes > app.config.memory.engineMb * MB;
  if (!isCause && app.clock.elapsed() - last.ms < PAUSE_MS) return;
  last.ms = app.clock.elapsed();
  const sizes = {
    megabytes: megabytes(largest.bytes),
    server: megabytes(bytesOf(process.pid)),
    total: megabytes(used),
  };
  app.log.warn("ended a process of the query engine, as the memory limit was reached", sizes);
  engine.endForMemory(largest.pid);
}

const lastEngineEnd = (_: App) => ({ ms: Number.NEGATIVE_INFINITY });

const megabytes = (bytes: number) => Math.round(bytes / MB);

/** Without pages of files, which are shared and can be read again. */
function privateBytes(pid: number): number {
  return Number(/^RssAnon:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) * KB;
}

function familyOf(pid: number | undefined): number[] {
  if (pid === undefined) return [];
  const family = [pid];
  for (const member of family) family.push(...numbersIn(read(`/proc/${member}/task/${member}/children`)));
  return family;
}

const numbersIn = (text: string) =>
  text
    .split(" ")
    .map(Number)
    .filter((number) => number > 0);

/** Empty for a process that has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}
