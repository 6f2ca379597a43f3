import { readdirSync, readFileSync } from "node:fs";
import autocannon from "autocannon";
import { type BenchTarget, SHAPES } from "./chart-data.ts";

export interface BusyMeasurement {
  aloneP99Ms: number;
  busyP99Ms: number;
  ratio: number;
}

const SECONDS = 6;
const CONNECTIONS = 10;
/** Requests a second; far from what the server can do, so that waiting is for the queries and not for each other. */
const RATE = 200;

const sql = (label: string, sqlExpression: string) => ({ expressionType: "SQL", sqlExpression, label });

/** Takes the engine some seconds. */
const heavy = (seed: number) => ({
  columns: ["origin"],
  metrics: Array.from({ length: 12 }, (_, i) =>
    sql(`q${i}`, `QUANTILE_CONT(SIN(delay * distance + ${seed + i}), 0.9)`),
  ),
  row_limit: 1000,
});

const contextOf = ({ flightsId }: BenchTarget, query: object, force = false) =>
  JSON.stringify({
    datasource: { id: flightsId, type: "table" },
    queries: [query],
    ...(force ? { force, custom_cache_timeout: -1 } : {}),
  });

const headersOf = ({ headers }: BenchTarget) => ({
  ...headers,
  "content-type": "application/json",
  "accept-encoding": "gzip",
});

function ask(target: BenchTarget, body: string, signal?: AbortSignal): Promise<Response> {
  const init = { method: "POST", headers: headersOf(target), body, ...(signal ? { signal } : {}) };
  return fetch(`${target.url}/api/v1/chart/data`, init);
}

/** p99 of cached answers at a steady rate, alone and beside four heavy queries that never end. */
export async function measureBusy(target: BenchTarget): Promise<BusyMeasurement> {
  const body = contextOf(target, { ...SHAPES["top airports"] });
  for (let i = 0; i < 5; i++) await (await ask(target, body)).arrayBuffer();
  const fire = async () => {
    const load = { url: `${target.url}/api/v1/chart/data`, method: "POST" as const, body, headers: headersOf(target) };
    const result = await autocannon({ ...load, connections: CONNECTIONS, duration: SECONDS, overallRate: RATE });
    if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx + result.errors} requests failed`);
    return result.latency.p99;
  };
  const aloneP99Ms = await fire();
  const stop = new AbortController();
  const loops = Array.from({ length: 4 }, async (_, i) => {
    for (let round = 0; !stop.signal.aborted; round++) {
      const answer = await ask(target, contextOf(target, heavy(i * 1000 + round), true), stop.signal).catch(() => null);
      await answer?.arrayBuffer().catch(() => null);
    }
  });
  await new Promise((resolve) => setTimeout(resolve, 500));
  const busyP99Ms = await fire();
  stop.abort();
  await Promise.all(loops);
  return { aloneP99Ms, busyP99Ms, ratio: busyP99Ms / aloneP99Ms };
}

const TICK_MS = 10;

/** Milliseconds from a caller going away until the engine has stopped working for it; median of five. */
export async function measureCancel(target: BenchTarget, serverPid: number): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    const gone = new AbortController();
    const asked = ask(target, contextOf(target, heavy(90_000 + round), true), gone.signal).catch(() => null);
    await new Promise((resolve) => setTimeout(resolve, 400));
    const engine = engineOf(serverPid);
    const left = performance.now();
    gone.abort();
    await asked;
    times.push((await lastWorkOf(engine)) - left);
  }
  return times.sort((a, b) => a - b)[2] ?? 0;
}

/** When the process last used its processors, by the time that it has been at rest since. */
async function lastWorkOf(pid: number): Promise<number> {
  let last = performance.now();
  let ticks = ticksOf(pid);
  while (performance.now() - last < 30 * TICK_MS) {
    await new Promise((resolve) => setTimeout(resolve, TICK_MS / 2));
    const now = ticksOf(pid);
    if (now === ticks) continue;
    ticks = now;
    last = performance.now();
  }
  return last;
}

function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return Number(fields[11]) + Number(fields[12]);
}

function engineOf(serverPid: number): number {
  const children = readdirSync("/proc").filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    const status = statusOf(name);
    return new RegExp(`^PPid:\\s+${serverPid}$`, "m").test(status);
  });
  const [pid] = children;
  if (pid === undefined) throw new Error("the engine's process was not found");
  return Number(pid);
}

function statusOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/status`, "utf8");
  } catch {
    return "";
  }
}
