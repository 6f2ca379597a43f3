import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { DuckDBInstance } from "@duckdb/node-api";
import autocannon from "autocannon";
import type { EngineQuestion } from "./engine-route.ts";

export interface BenchTarget {
  url: string;
  headers: Record<string, string>;
  flightsId: number;
  file: string;
}

export interface UncachedMeasurement {
  shape: string;
  rows: number;
  /**
   * Medians of interleaved runs (ms): the statement in DuckDB with its values read, a bare route that queries an engine
   * process, and the full HTTP request.
   */
  rawMs: number;
  floorMs: number;
  requestMs: number;
  overMs: number;
  ratio: number;
  /** Within a factor of 1.10; below 3 ms, within 3 ms. */
  isWithinBudget: boolean;
}

export interface CachedMeasurement {
  bytes: number;
  requestsPerSecond: number;
  p99Ms: number;
  bareRequestsPerSecond: number;
  bareP99Ms: number;
  ratio: number;
}

const count = "count";
const delay = { expressionType: "SIMPLE", aggregate: "AVG", column: { column_name: "delay" }, label: "mean delay" };
const timeAxis = (grain: string) => ({
  label: "date",
  sqlExpression: "date",
  expressionType: "SQL",
  columnType: "BASE_AXIS",
  timeGrain: grain,
});

export const SHAPES: Readonly<Record<string, object>> = {
  "one number": { metrics: [count] },
  "top airports": { columns: ["origin"], metrics: [count, delay], orderby: [[count, false]], row_limit: 25 },
  "days of a month, filtered": {
    columns: [timeAxis("P1D")],
    metrics: [count],
    filters: [
      { col: "date", op: "TEMPORAL_RANGE", val: "2001-01-01 : 2001-02-01" },
      { col: "delay", op: ">", val: 15 },
    ],
    orderby: [["date", true]],
  },
  "weeks by the five largest airports": {
    columns: [timeAxis("P1W"), "origin"],
    metrics: [delay],
    series_columns: ["origin"],
    series_limit: 5,
    series_limit_metric: count,
    orderby: [["date", true]],
  },
  "a thousand rows": {
    columns: ["date", "delay", "distance", "origin", "destination"],
    metrics: null,
    row_limit: 1000,
  },
};

export const BULK: Readonly<Record<string, object>> = {
  "100,000 rows of 10 columns": {
    columns: ["date", "delay", "distance", "origin", "destination", "copy", "cost", "hours", "route", "late"],
    metrics: null,
    row_limit: 100_000,
  },
};

/** Uncounted runs of each query first, as a new server compiles its code while responding. */
const WARM_ROUNDS = 40;
/** Uncounted runs of the fastest query first, as shared code reaches its final optimization only then. */
const FIRST_ROUNDS = 300;
const ROUNDS = 41;

export async function measureUncached(
  target: BenchTarget,
  shapes: Readonly<Record<string, object>> = SHAPES,
): Promise<UncachedMeasurement[]> {
  const agent = new Agent({ keepAlive: true });
  const instance = await DuckDBInstance.create(target.file, {
    access_mode: "READ_ONLY",
    threads: String(availableParallelism()),
  });
  const connection = await instance.connect();
  const floor = await startRoute("engine-route.ts");
  const measurements: UncachedMeasurement[] = [];
  await warm(target, agent);
  for (const [shape, query] of Object.entries(shapes)) {
    const question = await questionOf(target, query, agent);
    const times: Times = { raw: [], floor: [], request: [] };
    let rows = 0;
    for (let round = -WARM_ROUNDS; round < ROUNDS; round++) {
      const started = performance.now();
      const columns = await (await connection.run(question.sql)).getColumns();
      rows = columns[0]?.length ?? 0;
      const startMs = performance.now();
      await send(floor.url, question, { agent, headers: {} });
      const again = performance.now();
      await post(target, { ...contextOf(target, query), force: true, custom_cache_timeout: -1 }, agent);
      if (round < 0) continue;
      times.raw.push(startMs - started);
      times.floor.push(again - startMs);
      times.request.push(performance.now() - again);
    }
    measurements.push(compared(shape, rows, times));
  }
  floor.stop();
  connection.closeSync();
  instance.closeSync();
  agent.destroy();
  return measurements;
}

interface Times {
  raw: number[];
  floor: number[];
  request: number[];
}

async function warm(target: BenchTarget, agent: Agent): Promise<void> {
  const context = contextOf(target, { metrics: [count] });
  for (let round = 0; round < FIRST_ROUNDS; round++)
    await post(target, { ...context, force: true, custom_cache_timeout: -1 }, agent);
}

/** Median time of requests that do nothing (ms), which is the cost of HTTP. */
export async function measureRoundTrip({ url }: BenchTarget): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  for (let round = -WARM_ROUNDS; round < ROUNDS; round++) {
    const started = performance.now();
    await new Promise((resolve, reject) => {
      request(`${url}/health`, { agent }, (response) => response.resume().on("end", resolve))
        .on("error", reject)
        .end();
    });
    if (round >= 0) times.push(performance.now() - started);
  }
  agent.destroy();
  return median(times);
}

function compared(shape: string, rows: number, times: Times): UncachedMeasurement {
  const [rawMs, floorMs, requestMs] = [median(times.raw), median(times.floor), median(times.request)];
  const overMs = requestMs - rawMs;
  const ratio = requestMs / rawMs;
  return { shape, rows, rawMs, floorMs, requestMs, overMs, ratio, isWithinBudget: overMs <= Math.max(3, rawMs * 0.1) };
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const contextOf = ({ flightsId }: BenchTarget, query: object) => ({
  datasource: { id: flightsId, type: "table" },
  queries: [query],
});

async function questionOf(
  target: BenchTarget,
  query: { columns?: unknown[]; row_limit?: number },
  agent: Agent,
): Promise<EngineQuestion> {
  const { body, encoding } = await post(target, contextOf(target, query), agent);
  const answer = JSON.parse(String(encoding === "gzip" ? gunzipSync(body) : body)) as {
    result: { query: string; colnames: string[] }[];
  };
  const [{ query: text, colnames } = { query: "", colnames: [] }] = answer.result;
  const mostRows = query.row_limit ?? (query.columns ? DEFAULT_ROWS : 1);
  return { file: target.file, sql: text.trim().replace(/;$/, ""), labels: colnames, mostRows };
}

const DEFAULT_ROWS = 50_000;

interface Sent {
  body: Buffer;
  encoding: string | undefined;
}

const post = ({ url, headers }: BenchTarget, context: object, agent: Agent): Promise<Sent> =>
  send(`${url}/api/v1/chart/data`, context, { agent, headers: { ...headers, "accept-encoding": "gzip" } });

function send(
  url: string,
  body: object,
  { agent, headers }: { agent: Agent; headers: Record<string, string> },
): Promise<Sent> {
  const text = JSON.stringify(body);
  const sent = { ...headers, "content-type": "application/json", "content-length": Buffer.byteLength(text) };
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: "POST", agent, headers: sent }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () => {
        const answer = Buffer.concat(parts);
        if (response.statusCode === 200) resolve({ body: answer, encoding: response.headers["content-encoding"] });
        else reject(new Error(`${response.statusCode}: ${answer.toString()}`));
      });
    });
    outgoing.on("error", reject);
    outgoing.end(text);
  });
}

const CACHED_SECONDS = 6;
const CONNECTIONS = 50;

export async function measureCached(target: BenchTarget): Promise<CachedMeasurement> {
  const agent = new Agent({ keepAlive: true });
  const context = contextOf(target, { ...SHAPES["a thousand rows"] });
  let answer = await post(target, context, agent);
  for (let i = 0; i < 20 && answer.encoding !== "gzip"; i++) answer = await post(target, context, agent);
  agent.destroy();
  const headers = { ...target.headers, "content-type": "application/json", "accept-encoding": "gzip" };
  const load = { method: "POST" as const, body: JSON.stringify(context), headers };
  const bareServer = await startRoute("bare-route.ts", { bytes: answer.body.toString("base64") });
  const base = await fire({ url: bareServer.url, ...load });
  bareServer.stop();
  const own = await fire({ url: `${target.url}/api/v1/chart/data`, ...load });
  return {
    bytes: answer.body.length,
    requestsPerSecond: own.rate,
    p99Ms: own.p99Ms,
    bareRequestsPerSecond: base.rate,
    bareP99Ms: base.p99Ms,
    ratio: own.rate / base.rate,
  };
}

async function fire(options: autocannon.Options): Promise<{ rate: number; p99Ms: number }> {
  await autocannon({ ...options, connections: CONNECTIONS, duration: 2 });
  const result = await autocannon({ ...options, connections: CONNECTIONS, duration: CACHED_SECONDS });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx + result.errors} requests failed`);
  return { rate: result.requests.average, p99Ms: result.latency.p99 };
}

async function startRoute(name: string, message?: object): Promise<{ url: string; stop(): void }> {
  const child = fork(join(import.meta.dirname, name), { stdio: "inherit" });
  if (message) child.send(message);
  const [{ url }] = (await once(child, "message")) as [{ url: string }];
  return { url, stop: () => child.disconnect() };
}
