import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApiDocument } from "../server/http/openapi.ts";
import { checkedRoutes } from "../server/http/route.ts";
import { casesOf, isSampled, REPEATED_BY } from "../testing/full-size.ts";
import { loadSampleData, type SampleData } from "../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../testing/server.ts";
import { RESOURCES } from "./index.ts";

/**
 * Sends hostile values in each place of every call: none may cause a 500. `npm test` sends a third of the values to
 * each place.
 */

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  default?: unknown;
}
interface Call {
  operationId: string;
  parameters: { name: string; in: string; schema?: Schema; content?: Record<string, { schema: Schema }> }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

const LEFT_OUT =
  /^security\.(sign|login|refresh)|^me\.update|\.import$|^upload|^assets|^security\/(users|roles)\.(update|remove|set)/;

const CALLS = Object.entries(openApiDocument(checkedRoutes(RESOURCES)).paths)
  .flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Call>).map(([method, call]) => ({
      path,
      method: method.toUpperCase(),
      call,
    })),
  )
  .filter(({ call }) => !LEFT_OUT.test(call.operationId));
const RANK: Readonly<Record<string, number>> = { GET: 0, POST: 1, PUT: 2, DELETE: 3 };
CALLS.sort((a, b) => (RANK[a.method] ?? 0) - (RANK[b.method] ?? 0));

const VALUES: readonly unknown[] = [
  null,
  "a\u0000b",
  "\ud800",
  "x".repeat(70_000),
  '{"a": [}',
  // Texts of JSON, which many fields hold.
  `${"[".repeat(20_000)}${"]".repeat(20_000)}`,
  '{"__proto__":{"polluted":true},"a":{"constructor":{"prototype":{"polluted":true}}}}',
  -1,
  1.5,
  2 ** 31,
  [[null]],
  [2 ** 40],
  { "": { "": null } },
];

let server: TestServer;
let admin: TestClient;
let data: SampleData;
beforeAll(async () => {
  server = await startTestServer({ checkAnswers: false });
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
  const chart = { slice_name: "c", viz_type: "table", datasource_id: data.carsId, datasource_type: "table" };
  await admin.post("/api/v1/chart/", chart);
  for (const name of ["theme", "annotation_layer", "css_template", "saved_query", "dashboard"])
    await admin.post(`/api/v1/${name}/`, { theme_name: "t", json_data: "{}" });
  await admin.post("/api/v1/annotation_layer/", { name: "l" });
  await admin.post("/api/v1/dashboard/", { dashboard_title: "d" });
  await admin.post("/api/v1/saved_query/", { label: "q" });
});
afterAll(() => server.stop());

function sample(schema: Schema | undefined): unknown {
  if (schema?.default !== undefined) return schema.default;
  if (schema?.enum) return schema.enum[0];
  if (schema?.anyOf) return sample(schema.anyOf[0]);
  const type = Array.isArray(schema?.type) ? schema.type[0] : schema?.type;
  if (type === "object" || schema?.properties) {
    const names = schema?.required ?? [];
    return Object.fromEntries(names.map((name) => [name, sample(schema?.properties?.[name])]));
  }
  return { string: "x", number: 1, integer: 1, boolean: true, array: [] }[type ?? ""] ?? null;
}

let acceptedCount = 0;
let places = 0;

const sampled = (values: readonly unknown[]) => values.filter(() => isSampled(places++, 12));

async function statusOf(path: string, method: string, body: unknown): Promise<string | undefined> {
  const init = {
    method,
    headers: { "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
  const answer = await admin.fetch(path, init);
  const text = await answer.text();
  if (answer.ok) acceptedCount++;
  return answer.status >= 500 ? `${answer.status} ${text.slice(0, 200)}` : undefined;
}

function addressOf(path: string, call: Call, value: (name: string) => string): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(value(name)));
  const query = call.parameters.filter((one) => one.in === "query" && one.schema);
  const search = new URLSearchParams(
    query.filter((one) => one.schema?.default === undefined).map(({ name, schema }) => [name, String(sample(schema))]),
  );
  return search.size > 0 ? `${filled}?${search}` : filled;
}

const plain = (name: string) => (/type/.test(name) ? "table" : "1");

describe.each(CALLS)("$method $path", ({ path, method, call }) => {
  test("handles any input without a server error", async () => {
    const failures: string[] = [];
    const ask = async (address: string, body: unknown, what: string) => {
      const failure = await statusOf(address, method, body);
      if (failure) failures.push(`${what.slice(0, 80)}: ${failure}`);
    };
    const schema = call.requestBody && Object.values(call.requestBody.content)[0]?.schema;
    const body = schema && sample(schema);
    const address = addressOf(path, call, plain);
    for (const name of Object.keys(schema?.properties ?? {})) {
      for (const value of sampled(VALUES))
        await ask(address, { ...(body as object), [name]: value }, `${name}=${JSON.stringify(value)}`);
    }
    if (schema) for (const value of sampled(VALUES)) await ask(address, value, `body=${JSON.stringify(value)}`);
    const short = VALUES.filter((one) => typeof one !== "object" && String(one).length < 900);
    for (const value of sampled(short)) {
      const text = String(value);
      if (path.includes("{") && text !== "\ud800")
        await ask(
          addressOf(path, call, () => text),
          body,
          `path=${text}`,
        );
      for (const { name } of call.parameters.filter((one) => one.in === "query")) {
        const query = new URLSearchParams({ [name]: text });
        await ask(`${addressOf(path, call, plain).split("?")[0]}?${query}`, body, `${name}=${text}`);
      }
    }
    expect(failures, REPEATED_BY).toEqual([]);
  });
});

test("accepted values can be read, listed and exported", async () => {
  const failures: string[] = [];
  for (const { path, call } of CALLS.filter(({ method }) => method === "GET")) {
    for (const id of ["1", "2"]) {
      const address = addressOf(path, call, (name) => (name === "id" ? id : plain(name)));
      const exported = address.endsWith("/export/") ? `?q=!(${id})` : "";
      const failure = await statusOf(address + exported, "GET", undefined);
      if (failure) failures.push(`${address}: ${failure}`);
    }
  }
  expect(failures).toEqual([]);
});

test("many hostile values are accepted", () => {
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect(acceptedCount).toBeGreaterThan(casesOf(CALLS.length / 4, CALLS.length));
});
