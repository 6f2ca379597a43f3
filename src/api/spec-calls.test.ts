import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkedRoutes } from "../server/http/route.ts";
import { startTestServer, type TestClient, type TestServer } from "../testing/server.ts";
import { BOARDS_AND_SQL } from "../testing/spec-calls/boards-and-sql.ts";
import { DATA_AND_CHARTS, type SpecCall } from "../testing/spec-calls/data-and-charts.ts";
import { OTHERS } from "../testing/spec-calls/others.ts";
import { RESOURCES } from "./index.ts";

/**
 * Every call of existing clients, in sequence on one server: status, keys and texts. Successful calls are repeated
 * without a session, with an unknown id, and with an unknown field. docs/differences.md lists the differences from
 * Superset.
 */

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

let server: TestServer;
let admin: TestClient;
const stored: Record<string, unknown> = {};

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as("admin");
  stored.home = server.app.config.home;
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
    if (whole !== undefined && Object.hasOwn(stored, whole)) return stored[whole];
    return value.replace(/\{(\w+)\}/g, (text, name) => (Object.hasOwn(stored, name) ? String(stored[name]) : text));
  }
  if (Array.isArray(value)) return value.map(filled);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filled(item)]));
}

interface CallResult {
  status: number;
  body: Json;
}

async function ask(client: TestClient, call: string, body?: Json): Promise<CallResult> {
  const [method = "", path = ""] = call.split(/ (.*)/s);
  const address = encodeURI(filled(path) as string).replaceAll("+", "%2B");
  const form = body?.form && new URLSearchParams(body.form);
  const json = { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const answer = await client.fetch(address, {
    method,
    ...(form ? { body: form } : body === undefined ? {} : (json as object)),
  });
  const text = await answer.text();
  const isJson = answer.headers.get("content-type")?.includes("json") ?? false;
  return { status: answer.status, body: isJson ? JSON.parse(text) : text };
}

function missing(shape: string, answer: Json): string[] {
  const words = shape.match(/[^\s{}]+|[{}]/g) ?? [];
  const look = (places: Json[], above: string): string[] => {
    const absent: string[] = [];
    while (words.length > 0 && words[0] !== "}") {
      const word = words.shift() ?? "";
      const name = word.replace("[]", "");
      const holders = places.filter((place) => name === "" || Object.hasOwn(Object(place), name));
      const found = holders.map((place) => (name === "" ? place : place[name]));
      if (found.length === 0) absent.push(`${above}${name}`);
      if (words[0] !== "{") continue;
      words.shift();
      absent.push(...look(word === name ? found : found.flat(), `${above}${word}.`));
      words.shift();
    }
    return absent;
  };
  return look([answer], "");
}

function isAsExpected([, status, answer]: SpecCall, requested: CallResult): boolean {
  if (requested.status !== status) return false;
  if (typeof answer === "string") return missing(answer, requested.body).length === 0;
  try {
    if (answer !== undefined) expect(requested.body).toMatchObject(filled(answer) as object);
    return true;
  } catch {
    return false;
  }
}

const summaryOf = ({ status, body }: CallResult) => `${status} ${JSON.stringify(body).slice(0, 300)}`;

function keep(names: string, body: Json): void {
  for (const pair of names.split(" ").filter(Boolean)) {
    const [name = "", path = ""] = pair.split("=");
    stored[name] = path.split(".").reduce((value: Json, key) => value?.[key], body);
  }
}

async function refusals([call, , , options]: SpecCall): Promise<string[]> {
  const wrong: string[] = [];
  const body = filled(options?.body) as Json;
  if (!OPEN.test(call)) {
    const out = await ask(server.anonymous, call, body);
    if (out.status !== 401) wrong.push(`${call} signed out: ${summaryOf(out)}`);
  }
  const place = /\{(\w+)\}(?!.*\{)/.exec(call.split("?")[0] ?? "")?.[0];
  if (place) {
    const none = await ask(admin, call.replace(place, "999999"), body);
    if (none.status !== 404) wrong.push(`${call} of nothing: ${summaryOf(none)}`);
  }
  if (body && !body.form && !TAKES_MORE.test(call)) {
    const more = await ask(admin, call, { ...body, surprise: 1 });
    const reported = ((message) => message?.surprise ?? message)(more.body.message);
    if (!/^(400|422) \["Unknown field\."\]$/.test(`${more.status} ${JSON.stringify(reported)}`))
      wrong.push(`${call} with more: ${summaryOf(more)}`);
  }
  return wrong;
}

const OPEN = / \/(health|healthcheck|ping|version|lang)\b/;
const TAKES_MORE =
  / \/api\/v1\/(database\/(\{db\}|test_connection\/|validate_parameters\/|\{db\}\/validate_sql\/)?$|security\/(login|guest_token)|chart\/data|theme\/\{theme\}|query\/stop|datasource\/.*validate_expression)| \/datasource\/samples/;

async function differences(calls: readonly SpecCall[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const row of calls) {
    const [call, status, answer, options] = row;
    if (status < 300) wrong.push(...(await refusals(row)));
    const requested = await ask(admin, call, filled(options?.body));
    if (!isAsExpected(row, requested)) {
      const lacks = typeof answer === "string" ? missing(answer, requested.body).join(" ") : JSON.stringify(answer);
      wrong.push(`${call} ${JSON.stringify(options?.body)}: ${status} ${lacks}\n  ${summaryOf(requested)}`);
    }
    if (options?.keep) keep(options.keep, requested.body);
  }
  return wrong;
}

test.each([
  ["databases, datasets and charts", DATA_AND_CHARTS],
  ["dashboards and the SQL editor", BOARDS_AND_SQL],
  ["everything else", OTHERS],
])("matches the API specification: %s", async (_, calls) => expect(await differences(calls)).toEqual([]), 60_000);

const OWN =
  /\/(versions|trash|comment|explain|sign_in_options|me\/queue|first_view|dashboard\/:id\/(performance|queries)|layers|batch|brush_index|object_counts|row_counts|profile|usage|test_steps|table_preview|allowed_location|public_link|folder|assertions?|lineage|csv|oauth)\b|(chart|dashboard)\/:id\/related_objects|\/home\/|\/(rowlevelsecurity\/preview|bundle\/import)|\/assets\/(plan|apply)?$|\/report\/(channels|test|history|send|:id\/(run|picture|values|silence(\/:silence_id)?))$|^\w+ \/(login|logout|mcp|oauth|\.well-known|embedded|public|superset\/slice)\b/;

test("covers every call of the specification", () => {
  const requested = [...DATA_AND_CHARTS, ...BOARDS_AND_SQL, ...OTHERS].map(([call]) => call.split("?")[0] ?? "");
  const isCalled = (method: string, path: string) => {
    const pattern = new RegExp(`^${method} ${path.replace(/:\w+/g, "[^/]+").replace(/[.]/g, "\\.")}$`);
    return requested.some((call) => pattern.test(call));
  };
  const absent = checkedRoutes(RESOURCES)
    .map(({ operation: { method, path } }) => [method, path] as const)
    .filter(([method, path]) => !OWN.test(`${method} ${path}`) && !isCalled(method, path));
  expect(absent.map((call) => call.join(" "))).toEqual([]);
});
