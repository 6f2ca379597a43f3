import { gunzipSync } from "node:zlib";
import { type AnswerHead, WITH_ARROW } from "../model/arrow-rows.ts";
import {
  type BudgetExcess,
  excessOver,
  measureViews,
  type PerformanceBudget,
  type View,
} from "../model/performance-budget.ts";
import type { QueryContext } from "../model/query-context.ts";
import { CommandError } from "../server/command-error.ts";

/** A dashboard of a running server, with its queries as the page sends them. */
export interface BenchTarget {
  url: string;
  /** API key or access token; without one, the server's anonymous user asks. */
  token: string | undefined;
  dashboard: string;
  runs: number;
}

export interface TileTimes {
  name: string;
  /** Medians, from the start of the batch. */
  coldMs: number;
  warmMs: number;
  rows: number;
  bytes: number;
}

export interface BenchReport {
  dashboard: string;
  runs: number;
  tiles: TileTimes[];
  /** Medians until the last answer. `cold`: past the cache. */
  total: { coldMs: number; warmMs: number; rows: number; bytes: number };
  /** 95th percentile of the cold runs. */
  p95Ms: number;
  budget: PerformanceBudget | null;
  excess: BudgetExcess[];
}

interface Query {
  name: string | null;
  context: QueryContext;
}

interface Run {
  ms: number;
  answers: Map<string, Answer>;
}

interface Answer {
  ms: number;
  rows: number;
  bytes: number;
}

export async function benchDashboard(target: BenchTarget): Promise<BenchReport> {
  const reference = encodeURIComponent(target.dashboard);
  const [{ result: queries }, { result: performance }] = await Promise.all([
    getJson<{ result: Query[] }>(target, `/api/v1/dashboard/${reference}/queries`),
    getJson<{ result: { budget: PerformanceBudget | null } }>(target, `/api/v1/dashboard/${reference}/performance`),
  ]);
  if (queries.length === 0) throw new CommandError("The dashboard has no queries.");
  const [cold, warm]: [Run[], Run[]] = [[], []];
  for (let i = 0; i < target.runs; i++) {
    cold.push(await runAll(target, queries, true));
    warm.push(await runAll(target, queries, false));
  }
  const tiles = queries.map(({ name }, i) => tileTimes(name ?? "Filter", String(i), { cold, warm }));
  const size = (key: "rows" | "bytes") => tiles.reduce((sum, tile) => sum + tile[key], 0);
  const [rows, bytes] = [size("rows"), size("bytes")];
  const measured = measureViews(cold.map(({ ms }): View => ({ ms, rows, bytes })));
  return {
    dashboard: target.dashboard,
    runs: target.runs,
    tiles,
    total: { coldMs: median(cold.map(({ ms }) => ms)), warmMs: median(warm.map(({ ms }) => ms)), rows, bytes },
    p95Ms: measured.p95_ms,
    budget: performance.budget,
    excess: performance.budget ? excessOver(performance.budget, measured) : [],
  };
}

function tileTimes(
  name: string,
  key: string,
  { cold, warm }: { cold: readonly Run[]; warm: readonly Run[] },
): TileTimes {
  const times = (runs: readonly Run[]) => median(runs.map(({ answers }) => answers.get(key)?.ms ?? 0));
  const { rows = 0, bytes = 0 } = cold.at(-1)?.answers.get(key) ?? {};
  return { name, coldMs: times(cold), warmMs: times(warm), rows, bytes };
}

const MAX_BATCH = 200;

async function runAll(target: BenchTarget, queries: readonly Query[], force: boolean): Promise<Run> {
  const requests = queries.map(({ context }, i) => ({
    key: String(i),
    context: force ? { ...context, force } : context,
  }));
  const started = performance.now();
  const answers = new Map<string, Answer>();
  const batches = Array.from({ length: Math.ceil(requests.length / MAX_BATCH) }, (_, i) =>
    requests.slice(i * MAX_BATCH, (i + 1) * MAX_BATCH),
  );
  await Promise.all(
    batches.map((batch) =>
      runBatch(target, batch, (head, sent) => {
        const ms = performance.now() - started;
        answers.set(head.key, { ms, bytes: head.bytes, rows: rowsIn(head, sent, queries) });
      }),
    ),
  );
  if (answers.size < queries.length) throw new CommandError("The server closed the connection before the last answer.");
  return { ms: Math.max(...[...answers.values()].map(({ ms }) => ms)), answers };
}

async function runBatch(
  target: BenchTarget,
  requests: readonly object[],
  onAnswer: (head: AnswerHead, sent: Buffer) => void,
): Promise<void> {
  const response = await send(target, "/api/v1/chart/data/batch", {
    method: "POST",
    headers: { "content-type": "application/json", accept: WITH_ARROW },
    body: JSON.stringify({ requests }),
  });
  let received = Buffer.alloc(0);
  for await (const chunk of response.body ?? []) {
    received = Buffer.concat([received, chunk]);
    for (;;) {
      const end = received.indexOf("\n");
      if (end < 0) break;
      const head = JSON.parse(received.subarray(0, end).toString()) as AnswerHead;
      const next = end + 1 + head.bytes;
      if (received.length < next) break;
      onAnswer(head, received.subarray(end + 1, next));
      received = received.subarray(next);
    }
  }
}

function rowsIn({ key, status, encoding }: AnswerHead, sent: Buffer, queries: readonly Query[]): number {
  const bytes = encoding ? gunzipSync(sent) : sent;
  const end = bytes.indexOf("\n");
  const body = JSON.parse(bytes.subarray(0, end < 0 ? bytes.length : end).toString());
  if (status === 200)
    return body.result.reduce((sum: number, { rowcount }: { rowcount?: number }) => sum + (rowcount ?? 0), 0);
  const text = body.errors?.[0]?.message ?? body.message ?? `status ${status}`;
  throw new CommandError(`“${queries[Number(key)]?.name ?? "Filter"}” failed: ${text}`);
}

async function getJson<T>(target: BenchTarget, path: string): Promise<T> {
  return (await (await send(target, path)).json()) as T;
}

async function send({ url, token }: BenchTarget, path: string, init: RequestInit = {}): Promise<Response> {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(new URL(path, url), { ...init, headers: { ...init.headers, ...authorization } }).catch(
    (cause: Error) => {
      throw new CommandError(`${url} can't be reached: ${cause.message}`, { cause });
    },
  );
  if (response.ok) return response;
  const { message } = (await response.json().catch(() => ({}))) as { message?: string };
  throw new CommandError(`${path} failed with status ${response.status}${message ? `: ${message}` : ""}`);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
