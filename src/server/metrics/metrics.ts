import { readFile } from "node:fs/promises";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { wireErrorsOf } from "../../model/errors.ts";
import type { App } from "../app.ts";
import { formatTimestamp } from "../clock.ts";
import { engineOf } from "../engine/app-engine.ts";
import { traffic } from "../health/traffic.ts";

/** Counts since the start, in Prometheus' format. Use it as `app.once(metrics)`. Does nothing while metrics are off. */
export interface Metrics {
  request(request: { method: string; route: string; status: number; seconds: number }): void;
  /** Call the result when the query ended. */
  query(database: string): (outcome: { queuedMs: number; error?: unknown }) => void;
  cache(isHit: boolean): void;
  /** `read`: jobs that run or wait, by kind. */
  countJobs(read: () => Promise<readonly (readonly [kind: string, count: number])[]>): void;
  job(kind: string, outcome: "done" | "failed"): void;
  report(state: string): void;
  text(): Promise<string>;
  readonly contentType: string;
}

const REQUEST_SECONDS = [0.025, 0.1, 0.5, 2.5, 10, 60];
const QUERY_SECONDS = [0.01, 0.1, 1, 10, 60, 600];
const QUEUE_SECONDS = [0.001, 0.01, 0.1, 1, 10, 60];
const ACTIVE_MS = 15 * 60_000;

const OFF: Metrics = {
  request: () => undefined,
  query: () => () => undefined,
  cache: () => undefined,
  countJobs: () => undefined,
  job: () => undefined,
  report: () => undefined,
  text: async () => "",
  contentType: "text/plain",
};

export function metrics(app: App): Metrics {
  const { token, networks } = app.config.metrics;
  return token === undefined && networks.length === 0 ? OFF : openMetrics(app);
}

function openMetrics(app: App): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const { requests, queries, waits, running, cache, jobs, reports } = instruments(registers);
  addCollected(app, registers);
  return {
    request: ({ seconds, method, route, status }) => requests.observe({ method, route, status }, seconds),
    query: (database) => {
      const start = performance.now();
      running.inc({ database });
      return ({ queuedMs, error }) => {
        waits.observe({ database }, queuedMs / 1000);
        running.dec({ database });
        queries.observe({ database, outcome: outcomeOf(error) }, (performance.now() - start) / 1000);
      };
    },
    cache: (isHit) => cache.inc({ outcome: isHit ? "hit" : "miss" }),
    countJobs: (read) => {
      new Gauge({
        name: "tessera_jobs_in_progress",
        help: "Background jobs that run or wait, by kind",
        labelNames: ["kind"],
        registers,
        async collect() {
          for (const [kind, count] of await read().catch(() => [])) this.set({ kind }, count);
        },
      });
    },
    job: (kind, outcome) => jobs.inc({ kind, outcome }),
    report: (state) => reports.inc({ state }),
    text: () => register.metrics(),
    contentType: register.contentType,
  };
}

function instruments(registers: Registry[]) {
  const requests = new Histogram({
    name: "tessera_http_request_duration_seconds",
    help: "HTTP requests by route and status",
    labelNames: ["method", "route", "status"],
    buckets: REQUEST_SECONDS,
    registers,
  });
  const queries = new Histogram({
    name: "tessera_query_duration_seconds",
    help: "Queries of connected databases, including their time in the queue",
    labelNames: ["database", "outcome"],
    buckets: QUERY_SECONDS,
    registers,
  });
  const waits = new Histogram({
    name: "tessera_query_queue_seconds",
    help: "Time of queries in the queue",
    labelNames: ["database"],
    buckets: QUEUE_SECONDS,
    registers,
  });
  const running = new Gauge({
    name: "tessera_queries_in_progress",
    help: "Queries that run or wait in the queue",
    labelNames: ["database"],
    registers,
  });
  const cache = new Counter({
    name: "tessera_chart_cache_requests_total",
    help: "Chart results looked up in the cache",
    labelNames: ["outcome"],
    registers,
  });
  const jobs = new Counter({
    name: "tessera_jobs_total",
    help: "Background jobs that ended here",
    labelNames: ["kind", "outcome"],
    registers,
  });
  const reports = new Counter({
    name: "tessera_report_runs_total",
    help: "Runs of alerts and reports that ended here, by state",
    labelNames: ["state"],
    registers,
  });
  return { requests, queries, waits, running, cache, jobs, reports };
}

type Outcome = "ok" | "error" | "timeout" | "cancelled";

function outcomeOf(error: unknown): Outcome {
  if (error === undefined) return "ok";
  const { name, reason } = error as { name?: unknown; reason?: unknown };
  if (name === "AbortError" || reason === "cancelled") return "cancelled";
  return wireErrorsOf(error).some(({ error_type }) => /TIMEOUT/.test(error_type)) ? "timeout" : "error";
}

/** Read when the metrics are. */
function addCollected(app: App, registers: Registry[]): void {
  const gauge = (name: string, help: string, read: () => number | undefined | Promise<number | undefined>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const value = await Promise.resolve(read()).catch(() => undefined);
        if (value === undefined) this.reset();
        else this.set(value);
      },
    });
  gauge("tessera_http_requests_in_progress", "HTTP requests that run", () => app.once(traffic).running);
  gauge("tessera_sessions_active", "Sessions used in the last 15 minutes", () => activeSessions(app));
  gauge("tessera_engine_resident_memory_bytes", "Memory of the query engine's process", () => engineBytes(app));
}

async function activeSessions({ db, clock }: App): Promise<number> {
  const since = formatTimestamp(clock.now() - ACTIVE_MS);
  const { n } = await db
    .selectFrom("sessions")
    .select((select) => select.fn.countAll<number>().as("n"))
    .where("last_seen_on", ">=", since)
    .executeTakeFirstOrThrow();
  return n;
}

const KIB = 1024;

/** Undefined without a running process, or on systems without `/proc`. */
async function engineBytes(app: App): Promise<number | undefined> {
  const { pid } = engineOf(app);
  if (pid === undefined) return undefined;
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kib === undefined ? undefined : Number(kib) * KIB;
}
