import { readdirSync, readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { type BenchTarget, SHAPES } from "./chart-data.ts";

export interface BusyMeasurement {
  load: Load;
  aloneP99Ms: number;
  busyP99Ms: number;
  ratio: number;
}

/**
 * Load on cached responses: ten clients without pauses, as when measured alone; or 200 requests per second at random
 * times, where the server is idle in between and must wake up for each.
 */
export type Load = "ten clients" | "now and then";

const ROUNDS = 4;
const SECONDS = 3;
const CLIENTS = 10;
/** Requests per second; far below the server's capacity, so that none is queued. */
const RATE = 200;

const agent = new Agent({ keepAlive: true });

const sql = (label: string, sqlExpression: string) => ({ expressionType: "SQL", sqlExpression, label });

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

/** Alternates idle and busy runs, so that warm-up and background load affect both. */
export async function measureBusy(target: BenchTarget, load: Load): Promise<BusyMeasurement> {
  const alone: number[] = [];
  const busy: number[] = [];
  await answerTimes(target, load);
  for (let round = 0; round < ROUNDS; round++) {
    alone.push(...(await answerTimes(target, load)));
    const stop = keepBusy(target, round);
    await new Promise((resolve) => setTimeout(resolve, 500));
    busy.push(...(await answerTimes(target, load)));
    await stop();
  }
  const [aloneP99Ms, busyP99Ms] = [p99(alone), p99(busy)];
  return { load, aloneP99Ms, busyP99Ms, ratio: busyP99Ms / aloneP99Ms };
}

async function answerTimes(target: BenchTarget, load: Load): Promise<number[]> {
  const body = contextOf(target, { ...SHAPES["top airports"] });
  const times: number[] = [];
  const timed = async () => {
    const startMs = performance.now();
    await answered(target, body);
    times.push(performance.now() - startMs);
  };
  const end = performance.now() + SECONDS * 1000;
  const pending: Promise<void>[] = [];
  if (load === "ten clients") {
    const client = async () => {
      while (performance.now() < end) await timed();
    };
    pending.push(...Array.from({ length: CLIENTS }, client));
  } else {
    while (performance.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, -Math.log(1 - Math.random()) * (1000 / RATE)));
      pending.push(timed());
    }
  }
  await Promise.all(pending);
  return times;
}

function answered(target: BenchTarget, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(`${target.url}/api/v1/chart/data`, { agent, method: "POST", headers: headersOf(target) });
    sent.on("response", (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`answered with ${answer.statusCode}`));
      answer.resume().on("end", resolve);
    });
    sent.on("error", reject).end(body);
  });
}

const p99 = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;

function keepBusy(target: BenchTarget, seed: number): () => Promise<void> {
  const stop = new AbortController();
  const loops = Array.from({ length: 4 }, async (_, i) => {
    for (let round = 0; !stop.signal.aborted; round++) {
      const query = heavy(seed * 10_000 + i * 1000 + round);
      const answer = await ask(target, contextOf(target, query, true), stop.signal).catch(() => null);
      await answer?.arrayBuffer().catch(() => null);
    }
  });
  return async () => {
    stop.abort();
    await Promise.all(loops);
  };
}

const TICK_MS = 10;

/** Milliseconds from a client disconnecting until the engine has stopped; median of five. */
export async function measureCancel(target: BenchTarget, serverPid: number): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    const gone = new AbortController();
    const pending = ask(target, contextOf(target, heavy(90_000 + round), true), gone.signal).catch(() => null);
    await new Promise((resolve) => setTimeout(resolve, 400));
    const engine = engineOf(serverPid);
    const left = performance.now();
    gone.abort();
    await pending;
    times.push((await lastWorkOf(engine)) - left);
  }
  return times.sort((a, b) => a - b)[2] ?? 0;
}

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
