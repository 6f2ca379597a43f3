import { Agent, request } from "node:http";
import { RISON } from "rison2";
import { type LargeStore, sessionOf } from "../src/testing/large-store.ts";
import type { RunningServer } from "../src/testing/stage.ts";
import { memoryMb } from "./process.ts";

/**
 * 200 users of all roles who list, read and save for a minute: first with a second between calls, then without a pause,
 * like scripts.
 */

const CLIENTS = 200;
const SECONDS = 60;
/** After about a minute the heap has reached its size for this load. */
const WARM_UP_MS = 60_000;
/** Maximum pause before a call (ms); on average half of it. */
export const PACES = { "with a second between calls": 2000, "without a pause": 0 } as const;
export type Pace = keyof typeof PACES;
/** Much lighter than `fetch`, which would take a quarter of a processor. */
const agent = new Agent({ keepAlive: true });

export interface LoadMeasurement {
  pace: Pace;
  requests: number;
  errors: number;
  calls: CallMeasurement[];
  /** Server memory in the second and last quarter of the time. */
  memoryMb: [early: number, late: number];
}

export interface CallMeasurement {
  call: string;
  count: number;
  p50Ms: number;
  p99Ms: number;
  worstMs: number;
}

interface Call {
  name: string;
  path: string;
  body?: string;
}

interface Sample {
  call: string;
  ms: number;
  isError: boolean;
}

export async function measureClients(
  server: RunningServer,
  largeStore: LargeStore,
  pace: Pace,
): Promise<LoadMeasurement> {
  const samples: Sample[] = [];
  const memory: number[] = [];
  const people = await Promise.all(
    Array.from({ length: CLIENTS }, (_, n) => personOf(server, largeStore.users[n + 1]?.username ?? "")),
  );
  const begin = performance.now() + WARM_UP_MS;
  const end = begin + SECONDS * 1000;
  const watch = setInterval(() => {
    if (performance.now() > begin) memory.push(memoryMb(server.process.pid ?? 0));
  }, 1000);
  await Promise.all(
    people.map(async (person, n) => {
      for (let turn = n; performance.now() < end; turn++) {
        if (PACES[pace] > 0) await new Promise((resolve) => setTimeout(resolve, Math.random() * PACES[pace]));
        const call = callOf(person, { turn, largeStore });
        const startMs = performance.now();
        const isError = await ask(server.url + call.path, person, call).then(
          (isGood) => !isGood,
          () => true,
        );
        if (startMs > begin) samples.push({ call: call.name, ms: performance.now() - startMs, isError });
      }
    }),
  );
  clearInterval(watch);
  return { pace, ...summaryOf(samples, memory) };
}

/** True on success, once the last byte has arrived. */
function ask(url: string, person: Person, { body }: Call): Promise<boolean> {
  const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
  const headers = { ...person.headers, "accept-encoding": "gzip", ...length };
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method: body === undefined ? "GET" : "PUT", headers }, (response) => {
      response.on("error", reject);
      response.on("end", () => resolve((response.statusCode ?? 500) < 300));
      response.resume();
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

interface Person {
  headers: Record<string, string>;
  userId: number;
  chartId: number | undefined;
}

async function personOf({ url }: RunningServer, username: string): Promise<Person> {
  const cookie = sessionOf(username);
  const get = async (path: string) => (await (await fetch(url + path, { headers: { cookie } })).json()) as never;
  const { result: csrf } = (await get("/api/v1/security/csrf_token/")) as { result: string };
  const { result: me } = (await get("/api/v1/me/")) as { result: { id?: number } };
  const userId = me.id ?? 0;
  const mine = RISON.stringify({ filters: [{ col: "owners", opr: "rel_m_m", value: userId }] });
  const { ids } = (await get(`/api/v1/chart/?q=${encodeURIComponent(mine)}`)) as { ids: number[] };
  const headers = { cookie, "x-csrftoken": csrf, "content-type": "application/json" };
  return { headers, userId, chartId: ids[0] };
}

function callOf({ chartId }: Person, { turn, largeStore }: { turn: number; largeStore: LargeStore }): Call {
  if (turn % 10 === 9 && chartId !== undefined) {
    const body = JSON.stringify({ slice_name: `Saved in turn ${turn}`, description: `${performance.now()}` });
    return { name: "save a chart", path: `/api/v1/chart/${chartId}`, body };
  }
  if (turn % 2 === 0 && chartId !== undefined) return { name: "read a chart", path: `/api/v1/chart/${chartId}` };
  const list = LISTS[(turn >> 1) % LISTS.length] ?? LISTS[0];
  return { name: list.name, path: list.path(largeStore.users[turn % largeStore.users.length]?.id ?? 1) };
}

const listPath = (noun: string, query: object) =>
  `/api/v1/${noun}/?q=${encodeURIComponent(RISON.stringify({ page: 0, page_size: 25, ...query }))}`;
const recent = { order_column: "changed_on_delta_humanized", order_direction: "desc" };
const ownedBy = (user: number) => ({ filters: [{ col: "owners", opr: "rel_m_m", value: user }] });
const titled = { filters: [{ col: "dashboard_title", opr: "title_or_slug", value: "energy" }] };

const LISTS = [
  { name: "list dashboards", path: () => listPath("dashboard", recent) },
  { name: "list charts", path: () => listPath("chart", recent) },
  { name: "list datasets", path: () => listPath("dataset", recent) },
  {
    name: "list dashboards of an owner",
    path: (user: number) => listPath("dashboard", { ...recent, ...ownedBy(user) }),
  },
  { name: "search dashboards", path: () => listPath("dashboard", titled) },
  { name: "recent activity", path: () => "/api/v1/log/recent_activity/?q=(page_size:6)" },
] as const;

function summaryOf(samples: readonly Sample[], memory: readonly number[]): Omit<LoadMeasurement, "pace"> {
  const names = [...new Set(samples.map(({ call }) => call))].sort();
  const quarter = Math.floor(memory.length / 4);
  return {
    requests: samples.length,
    errors: samples.filter((sample) => sample.isError).length,
    calls: [
      callMeasurement("all", samples),
      ...names.map((name) =>
        callMeasurement(
          name,
          samples.filter(({ call }) => call === name),
        ),
      ),
    ],
    memoryMb: [mean(memory.slice(quarter, 2 * quarter)), mean(memory.slice(-quarter))],
  };
}

function callMeasurement(call: string, samples: readonly Sample[]): CallMeasurement {
  const sorted = samples.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (q: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;
  return { call, count: sorted.length, p50Ms: at(0.5), p99Ms: at(0.99), worstMs: at(1) };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);
