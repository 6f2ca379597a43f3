import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openApiDocument } from "../server/http/openapi.ts";
import { checkedRoutes } from "../server/http/route.ts";
import { casesOf, FULL_SIZE, isSampled, REPEATED_BY } from "../testing/full-size.ts";
import { longestStretch, shortestOf } from "../testing/longest-stretch.ts";
import { startTestServer, type TestClient, type TestServer } from "../testing/server.ts";
import { BOARDS_AND_SQL } from "../testing/spec-calls/boards-and-sql.ts";
import { DATA_AND_CHARTS, type SpecCall } from "../testing/spec-calls/data-and-charts.ts";
import { OTHERS } from "../testing/spec-calls/others.ts";
import { RESOURCES } from "./index.ts";

/**
 * Sends the largest accepted value in each place of every known call, and reads it back: nothing may block the server.
 */

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

let server: TestServer;
let admin: TestClient;
const saved: Record<string, unknown> = {};

beforeAll(async () => {
  server = await startTestServer({ checkAnswers: false });
  admin = await server.as("admin");
  saved.home = server.app.config.home;
  const cars = new DatabaseSync(join(server.app.config.home, "cars.db"));
  cars.exec(`create table cars (Name text, Miles_per_Gallon real, Cylinders integer, Horsepower integer, Year date, Origin text);
    insert into cars values ('ford', 17, 8, 140, '1970-01-01', 'USA'), ('fiat', null, 4, 70, '1971-01-01', 'Europe');
    create table other (a integer, b text)`);
  cars.close();
});
afterAll(() => server.stop());

function filled(value: unknown): unknown {
  if (typeof value === "string") {
    const whole = /^\{(\w+)\}$/.exec(value)?.[1];
    if (whole !== undefined && Object.hasOwn(saved, whole)) return saved[whole];
    return value.replace(/\{(\w+)\}/g, (text, name) => (Object.hasOwn(saved, name) ? String(saved[name]) : text));
  }
  if (Array.isArray(value)) return value.map(filled);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filled(item)]));
}

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);

const LIST = `a IN (${numbers(150_000).join(",")})`;

function largeValues(size: number) {
  const list = LIST.slice(0, Math.min(size, 1_000_000) - 20);
  const wide = Object.fromEntries(numbers(size / 45).map((i) => [`key${i}`, { id: `key${i}`, a: [i] }]));
  const plain = [`a${" ".repeat(size / 2)}${"{{".repeat(size / 4 - 1)}`];
  const json = [JSON.stringify({ a: "x".repeat(size / 2), b: "[".repeat(size / 2 - 20) }), `[${"[".repeat(size - 2)}`];
  const css = [".a > b { color: red; } ".repeat(size / 24), "{".repeat(size)];
  const textsFor = (name: string) => {
    if (/sql|where|having|clause|expression|predicate/i.test(name))
      return [`SELECT ${list}${list.endsWith(")") ? "" : "1)"}`];
    if (/css/.test(name)) return css;
    return /json|metadata|params|position|extra|context|data|value|state/.test(name) ? json : plain;
  };
  return (name: string, value: unknown): Large[] => {
    if (typeof value === "string")
      return textsFor(name).map((text) => ({ start: text.slice(0, 12), make: () => text }));
    if (Array.isArray(value)) return [{ start: "[", make: () => many(value[0] ?? 1, size) }];
    return typeof value === "object" && value !== null ? [{ start: "{", make: () => ({ ...value, ...wide }) }] : [];
  };
}

/** Made only if it is sent, as most aren't in a sample. */
interface Large {
  start: string;
  make(): unknown;
}

function many(item: unknown, size: number): unknown[] {
  const length = Math.floor(size / (JSON.stringify(item).length + 7));
  return numbers(length).map((i) => (typeof item === "string" ? `${item}${i}` : typeof item === "number" ? i : item));
}

const METADATA =
  /^(json_metadata|position_json|params|query_context|form_data|queries|requests|columns|metrics|folders|modified|data)$/;
const MOST_SQL = casesOf(250_000, 990_000);
const SIZES = [
  [METADATA, 3_900_000],
  [/^sql$/, MOST_SQL],
  [/^(css|json_data)$/, 250_000],
] as const;
const largestOf = new Map([63_000, 250_000, 900_000, 990_000, 3_900_000].map((size) => [size, largeValues(size)]));

type Larger = (name: string, value: unknown) => Large[];

function largerIn(top: string, limit: number): Larger {
  const isText = (value: unknown) => typeof value === "string";
  return (name, value) => {
    const known = SIZES.find(([pattern]) => pattern.test(top))?.[1];
    const size = Math.min(known ?? (isText(value) ? 63_000 : 900_000), limit);
    return largestOf.get(size)?.(name, value) ?? [];
  };
}

function* variants(body: Json, limit: number, at: string[] = []): Generator<readonly [what: string, make: () => Json]> {
  for (const [name, value] of Object.entries(body ?? {})) {
    const put = (one: unknown) => (Array.isArray(body) ? body.with(Number(name), one) : { ...body, [name]: one });
    const place = [...at, name];
    const larger = largerIn(place[0] ?? name, limit);
    for (const { start, make } of larger(/^\d+$/.test(name) ? (at.at(-1) ?? "") : name, value))
      yield [`${place.join(".")}=${start}`, () => put(make())];
    if (typeof value === "object" && value !== null)
      for (const [what, make] of variants(value, limit, place)) yield [what, () => put(make())];
  }
}

interface Schema {
  type?: string | string[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
}
interface Call {
  requestBody?: { content: Record<string, { schema: Schema }> };
  parameters: { name: string; in: string }[];
}

const PATHS = openApiDocument(checkedRoutes(RESOURCES)).paths as Record<string, Record<string, Call>>;

const ROUTES = checkedRoutes(RESOURCES);

interface KnownCall {
  call: Call;
  limit: number;
  id: string;
  noun: string;
}

function callOf(method: string, path: string): KnownCall | undefined {
  for (const { operation, bodyLimit } of ROUTES) {
    const pattern = new RegExp(`^${operation.path.replace(/[.]/g, "\\.").replace(/:\w+/g, "[^/]+")}$`);
    if (operation.method !== method || !pattern.test(path)) continue;
    const call = PATHS[operation.path.replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()];
    const noun = operation.path.split("/")[3] ?? "";
    return call && { call, limit: bodyLimit ? 3_900_000 : 900_000, id: operation.id, noun };
  }
  return undefined;
}

function sampleOf({ type, anyOf }: Schema): unknown {
  if (anyOf) return sampleOf(anyOf[0] ?? {});
  return { string: "x", array: [1], object: {} }[[type ?? "object"].flat()[0] ?? ""];
}

const Q = [
  `!(${numbers(9000).join(",")})`,
  `(filters:!(${numbers(1400)
    .map(() => "(col:id,opr:eq,value:1)")
    .join(",")}),page:0,page_size:100)`,
  `(filter:'${"a ".repeat(25_000)}')`,
  `(columns:!(${numbers(7000)
    .map((i) => `c${i}`)
    .join(",")}))`,
];

let requestCount = 0;
let wrong: string[] = [];

const MOST_MS = Number(process.env.TESSERA_TEST_GAP_MS ?? 150);

async function send(what: string, address: string, init: RequestInit): Promise<Json> {
  let status = 0;
  let text = "";
  const ask = () =>
    longestStretch(async () => {
      const answer = await admin.fetch(address, init);
      status = answer.status;
      text = Buffer.from(await answer.arrayBuffer()).toString();
    });
  const ms = await shortestOf(4, MOST_MS, ask);
  requestCount++;
  if (ms > MOST_MS || status >= 500) wrong.push(`${what}: ${Math.round(ms)} ms, ${status}`);
  return text.startsWith("{") ? JSON.parse(text) : text;
}

const done = new Set<string>();

function isDue(calls: string, what: string): boolean {
  if (FULL_SIZE) return true;
  const key = `${calls} ${what.replace(/\d+/g, "0")}`;
  if (done.has(key)) return false;
  done.add(key);
  return isSampled(done.size, 8);
}

const MOVES = /^PUT .*\/database\/\{db\} (parameters|sqlalchemy_uri|engine|driver)$/;

const JSON_TYPE = { "content-type": "application/json" };

async function sendLargeValues([call, status, , options]: SpecCall): Promise<void> {
  const [method = "", path = ""] = call.split(/ (.*)/s);
  const address = encodeURI(filled(path) as string).replaceAll("+", "%2B");
  const known = callOf(method, address.split("?")[0] ?? "");
  const base = filled(options?.body) as Json;
  const body = base && !base.form ? Buffer.from(JSON.stringify(base)) : undefined;
  const answer = await send(call, address, { method, ...(body ? { headers: JSON_TYPE, body } : {}) });
  if (options?.keep) keep(options.keep, answer);
  if (status >= 300 || !known) return;
  const properties = Object.values(known.call.requestBody?.content ?? {})[0]?.schema.properties ?? {};
  const whole = {
    ...Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, sampleOf(one)])),
    ...base,
  };
  for (const [what, make] of body ? variants(whole, known.limit) : []) {
    const [top = ""] = what.split(/[.=]/);
    if (MOVES.test(`${call} ${top}`) || !isDue(known.noun, what)) continue;
    const sent = Buffer.from(JSON.stringify({ ...base, [top]: make()[top] }));
    await send(`${call} ${what}`, address, { method, headers: JSON_TYPE, body: sent });
  }
  if (!known.call.parameters.some(({ name }) => name === "q") || method === "DELETE") return;
  for (const q of Q.filter((one) => isDue(known.id, one.slice(0, 12))))
    await send(`${call} ?q=${q.slice(0, 12)}`, `${address.split("?")[0]}?q=${encodeURIComponent(q)}`, { method });
}

function keep(names: string, body: Json): void {
  for (const pair of names.split(" ").filter(Boolean)) {
    const [name = "", path = ""] = pair.split("=");
    const value = path.split(".").reduce((one: Json, key) => one?.[key], body);
    if (value !== undefined) saved[name] = value;
  }
}

test.each([
  ["databases, datasets and charts", DATA_AND_CHARTS],
  ["dashboards and the SQL editor", BOARDS_AND_SQL],
  ["everything else", OTHERS],
])(
  "%s",
  async (_, calls) => {
    [requestCount, wrong] = [0, []];
    for (const call of calls) await sendLargeValues(call);
    expect(requestCount).toBeGreaterThan(casesOf(30, 100));
    expect(wrong, REPEATED_BY).toEqual([]);
  },
  600_000,
);
