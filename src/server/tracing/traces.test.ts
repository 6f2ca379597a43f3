import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { addSqlite, ended } from "../../testing/sql-lab.ts";
import { until } from "../../testing/waits.ts";
import { webhookEgressPolicyOf } from "../egress-policy.ts";
import { guardedFetch } from "../guarded-fetch.ts";
import { createLog } from "../log.ts";
import { inSpan } from "../span.ts";

/** A span as a collector receives it by OTLP over HTTP. */
interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  status?: { code?: number };
}

interface OtlpRequest {
  resourceSpans: { resource: { attributes: OtlpSpan["attributes"] }; scopeSpans: { spans: OtlpSpan[] }[] }[];
}

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT = "00f067aa0ba902b7";
const SECRET = "Japan'; the secret";

const received: OtlpRequest[] = [];
const bodies: string[] = [];
const asked: Record<string, unknown>[] = [];
const logged: Record<string, unknown>[] = [];
let collector: Server;
let server: TestServer;
let admin: TestClient;
let samples: SampleData;

const portOf = (listening: Server) => (listening.address() as AddressInfo).port;
const listen = (listening: Server) =>
  new Promise<Server>((resolve) => listening.listen(0, "127.0.0.1", () => resolve(listening)));

beforeAll(async () => {
  process.env.OTEL_BSP_SCHEDULE_DELAY = "50";
  collector = await listen(
    createServer(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      if (request.url === "/v1/traces") {
        bodies.push(body);
        received.push(JSON.parse(body) as OtlpRequest);
      } else asked.push(request.headers);
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    }),
  );
  server = await startTestServer({
    config: { traceEndpoint: `http://127.0.0.1:${portOf(collector)}/` },
    app: { log: createLog((line) => void logged.push(JSON.parse(line))) },
  });
  admin = await server.as("admin");
  samples = await loadSampleData(server.app);
}, 60_000);
afterAll(async () => {
  await server.stop();
  collector.closeAllConnections();
  collector.close();
});

const spansOf = (traceId: string) =>
  received
    .flatMap(({ resourceSpans }) => resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)))
    .filter((span) => span.traceId === traceId);

const attributesOf = ({ attributes }: Pick<OtlpSpan, "attributes">) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** The request's span ends last. */
const traceOf = (traceId: string, root: string) =>
  until(() => {
    const spans = spansOf(traceId);
    return spans.some(({ name }) => name === root) && spans;
  });

const headersOf = (traceId: string) => ({ traceparent: `00-${traceId}-${PARENT}-01` });

const chart = (more: object = {}) => ({
  datasource: { id: samples.carsId, type: "table" },
  queries: [
    { columns: ["Origin"], metrics: ["count"], row_limit: 10, filters: [{ col: "Name", op: "!=", val: SECRET }] },
  ],
  result_type: "full",
  result_format: "json",
  ...more,
});

describe("a chart request", () => {
  test("is one trace from the browser to SQL, with nested parts within the time of their whole", async () => {
    const answer = await admin.post("/api/v1/chart/data", chart(), headersOf(TRACE));
    expect(answer.status).toBe(200);
    const spans = await traceOf(TRACE, "POST /api/v1/chart/data");
    const byId = new Map(spans.map((span) => [span.spanId, span]));
    const pathOf = (span: OtlpSpan): string => {
      const parent = byId.get(span.parentSpanId ?? "");
      return parent ? `${pathOf(parent)} > ${span.name}` : span.name;
    };
    const root = spans.find(({ parentSpanId }) => parentSpanId === PARENT);
    expect(root?.name).toBe("POST /api/v1/chart/data");
    expect(new Set(spans.map(pathOf))).toEqual(
      new Set(
        [
          [],
          ["authorize"],
          ["prepare"],
          ["cache lookup"],
          // The engine parses the metric's SQL.
          ["engine process"],
          ["query"],
          ["query", "engine process"],
          ["present"],
          ["respond"],
        ].map((parts) => ["POST /api/v1/chart/data", ...parts].join(" > ")),
      ),
    );
    for (const span of spans) {
      const parent = byId.get(span.parentSpanId ?? "");
      expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano));
      if (!parent) continue;
      expect(BigInt(span.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(parent.startTimeUnixNano));
      expect(BigInt(span.endTimeUnixNano)).toBeLessThanOrEqual(BigInt(parent.endTimeUnixNano));
    }
    const query = spans.find(({ name }) => name === "query") as OtlpSpan;
    expect(attributesOf(query)).toMatchObject({ "db.system.name": "duckdb", "db.namespace": "samples" });
    expect(attributesOf(query)["db.query.text"]).toMatch(/FROM .*cars.* WHERE .*\?.* LIMIT \?/s);
    expect(attributesOf(root as OtlpSpan)).toMatchObject({
      "http.route": "/api/v1/chart/data",
      "http.response.status_code": 200,
      "tessera.request_id": answer.headers.get("x-request-id"),
    });
    expect(attributesOf(received[0]?.resourceSpans[0]?.resource ?? { attributes: [] })).toMatchObject({
      "service.name": "tessera",
    });
  });

  test("sends no values, names of users or secrets", async () => {
    expect(bodies.length).toBeGreaterThan(0);
    const { csrf, cookie } = admin;
    for (const secret of ["the secret", "Europe", '"admin"', csrf, cookie.replace("session=", "")])
      expect(bodies.join("\n")).not.toContain(secret);
  });

  test("that fails says so, with its log lines in the trace", async () => {
    const traceId = TRACE.replace(/^4b/, "5c");
    const body = chart({ queries: [{ columns: ["nothing"] }], result_format: "csv" });
    expect((await admin.post("/api/v1/chart/data", body, headersOf(traceId))).status).toBe(400);
    const spans = await traceOf(traceId, "POST /api/v1/chart/data");
    expect(attributesOf(spans.find(({ name }) => name.startsWith("POST")) as OtlpSpan)).toMatchObject({
      "http.response.status_code": 400,
    });
  });
});

test("a job belongs to the trace of the request that added it", async () => {
  const traceId = TRACE.replace(/^4b/, "7e");
  const body = { database_id: samples.databaseId, sql: "select 42", runAsync: true, client_id: "traced01" };
  const answer = await admin.post("/api/v1/sqllab/execute/", body, headersOf(traceId));
  expect(answer.status).toBe(202);
  await ended(admin, "traced01");
  await traceOf(traceId, "POST /api/v1/sqllab/execute/");
  const spans = await traceOf(traceId, "job sql-lab");
  const named = (name: string) => spans.find((span) => span.name === name);
  expect(named("job sql-lab")?.parentSpanId).toBe(named("POST /api/v1/sqllab/execute/")?.spanId);
  expect(named("query")?.parentSpanId).toBe(named("job sql-lab")?.spanId);
});

test("a query that waits for a session has its time in the queue", async () => {
  const traceId = TRACE.replace(/^4b/, "6d");
  const id = await addSqlite(server.app, "queued");
  await Promise.all(
    Array.from({ length: 12 }, () =>
      admin.post("/api/v1/sqllab/execute/", { database_id: id, sql: "select 1" }, headersOf(traceId)),
    ),
  );
  const spans = await until(() => {
    const found = spansOf(traceId);
    const count = (wanted: string) => found.filter(({ name }) => name === wanted).length;
    return count("queue") === 12 && count("query") >= 12 && found;
  });
  const queries = new Set(spans.filter(({ name }) => name === "query").map(({ spanId }) => spanId));
  for (const { parentSpanId = "" } of spans.filter(({ name }) => name === "queue"))
    expect(queries.has(parentSpanId)).toBe(true);
});

test("requests to other servers carry the trace", async () => {
  const traceparent = await inSpan("outer", async () => {
    const fetchIt = guardedFetch(webhookEgressPolicyOf(server.app));
    await fetchIt(`http://127.0.0.1:${portOf(collector)}/hook`, { method: "POST", headers: {} });
    return asked.at(-1)?.traceparent;
  });
  expect(traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  const traceId = String(traceparent).split("-")[1] ?? "";
  const spans = await traceOf(traceId, "outer");
  const [call] = spans.filter(({ name }) => name === "POST");
  expect(String(traceparent).split("-")[2]).toBe(call?.spanId);
  expect(call?.parentSpanId).toBe(spans.find(({ name }) => name === "outer")?.spanId);
});

test("invalid trace contexts start a trace of their own", async () => {
  for (const traceparent of ["00-0-0-01", `00-${"0".repeat(32)}-${PARENT}-01`, `ff-${TRACE}-${PARENT}-01`, "x"]) {
    const answer = await admin.get("/api/v1/me/", { traceparent });
    expect(answer.status).toBe(200);
  }
  await until(() => received.some(({ resourceSpans }) => JSON.stringify(resourceSpans).includes("GET /api/v1/me/")));
  expect(spansOf(TRACE).filter(({ name }) => name === "GET /api/v1/me/")).toEqual([]);
});

test("log lines name the trace", async () => {
  logged.length = 0;
  const traceId = TRACE.replace(/^4b/, "8f");
  await inSpan("work", async () => server.app.log.info("noted"), { parent: `00-${traceId}-${PARENT}-01` });
  expect(logged).toMatchObject([{ message: "noted", trace_id: traceId }]);
});
