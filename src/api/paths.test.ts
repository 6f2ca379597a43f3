import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApiDocument } from "../server/http/openapi.ts";
import { checkedRoutes } from "../server/http/route.ts";
import { isSampled } from "../testing/full-size.ts";
import { loadSampleData } from "../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../testing/server.ts";
import { RESOURCES } from "./index.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
let server: TestServer;
let admin: TestClient;
let chart: number;
let dashboard: number;
let carsId: number;
beforeAll(async () => {
  server = await startTestServer();
  ({ carsId } = await loadSampleData(server.app));
  admin = await server.as("admin");
  const body = { slice_name: "Cars", viz_type: "table", datasource_id: carsId, datasource_type: "table" };
  chart = (await admin.post<Json>("/api/v1/chart/", body)).body.id;
  dashboard = (await admin.post<Json>("/api/v1/dashboard/", { dashboard_title: "Fleet" })).body.id;
});
afterAll(() => server.stop());

const isThere = async () => (await admin.get(`/api/v1/chart/${chart}`)).status === 200;

describe("variants of a path", () => {
  test.each([
    "/api/v1//chart/ID",
    "//api/v1/chart/ID",
    "/api/v1/chart%2FID",
    "/api/v1/chart/%2e%2e/chart/ID",
    "/api/v1/chart/ID/../ID",
    "/API/v1/chart/ID",
    "/api/v1/chart/ID%00",
    "/api/v1/chart/ID;x=1",
    "/api/v1/chart\\ID",
  ])("%s deletes nothing", async (path) => {
    const anonymousAnswer = await server.anonymous.fetch(path.replaceAll("ID", String(chart)), { method: "DELETE" });
    expect([400, 401, 404]).toContain(anonymousAnswer.status);
    const gamma = await (await server.as("gamma")).fetch(path.replaceAll("ID", String(chart)), { method: "DELETE" });
    expect([400, 403, 404]).toContain(gamma.status);
    expect(await isThere()).toBe(true);
  });

  test("a trailing slash makes no difference", async () => {
    expect((await admin.get(`/api/v1/chart/${chart}/`)).status).toBe(200);
    expect((await admin.get("/api/v1/chart")).status).toBe(200);
    expect((await server.anonymous.get("/api/v1/chart")).status).toBe(401);
  });
});

describe("every call", () => {
  const CALLS = Object.entries(openApiDocument(checkedRoutes(RESOURCES)).paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, { security: object[] }>).map(([method, { security }]) => ({
      path: path.replace(/\{(\w+)\}/g, (_, name: string) => (/type/.test(name) ? "table" : "1")),
      method: method.toUpperCase(),
      isOpen: security.length === 0,
    })),
  );
  const closed = CALLS.filter(({ isOpen }) => !isOpen);

  test("needs a session in every spelling of its path", async () => {
    const spellings: ((path: string) => string)[] = [
      (path) => path,
      (path) => `/${path}`,
      (path) => path.replace(/\/(?=[^/])/g, "//"),
      (path) => path.replace(/(?<=.)\/([^/]+\/?)$/, "%2f$1"),
      (path) => path.replace(/^\/(\w+)/, "/x/%2e%2e/$1"),
      (path) => path.toUpperCase(),
      (path) => `${path}%00`,
      (path) => `${path};a=b`,
      (path) => `${path}?_method=GET`,
    ];
    const wrong: string[] = [];
    for (const [at, { path, method }] of closed.entries())
      for (const spell of spellings.filter((_, i) => isSampled(at + i, 3))) {
        const { status } = await server.anonymous.fetch(spell(path), { method });
        if (![400, 401, 403, 404, 405].includes(status)) wrong.push(`${method} ${spell(path)}: ${status}`);
      }
    expect(wrong).toEqual([]);
    expect(closed.length).toBeGreaterThan(180);
  });

  test("that deletes accepts no other method, whatever the headers and fields say", async () => {
    const count = async () => {
      const tables = ["charts", "dashboards", "datasets", "databases", "users", "roles"] as const;
      const rows = tables.map((table) => server.app.db.selectFrom(table).select("id").execute());
      return (await Promise.all(rows)).map((found) => found.length);
    };
    const before = await count();
    const names = ["x-http-method-override", "x-http-method", "x-method-override"];
    const headers = Object.fromEntries(names.map((name) => [name, "DELETE"]));
    for (const { path } of CALLS.filter(({ method }) => method === "DELETE")) {
      const body = new URLSearchParams({ _method: "DELETE" });
      for (const init of [{ headers }, { method: "POST", headers, body }])
        expect((await admin.fetch(`${path}?_method=DELETE&q=!(1)`, init)).status).toBeLessThan(500);
    }
    expect(await count()).toEqual(before);
  });
});

describe("methods", () => {
  test("can't be overridden by headers or fields", async () => {
    for (const name of ["x-http-method-override", "x-http-method", "x-method-override"]) {
      const path = `/api/v1/chart/${chart}`;
      expect((await admin.get(path, { [name]: "DELETE" })).status).toBe(200);
      expect((await admin.post(path, {}, { [name]: "DELETE" })).status).toBe(405);
      expect((await admin.get(`${path}?_method=DELETE`)).status).toBe(200);
    }
    expect(await isThere()).toBe(true);
  });

  test("that aren't allowed return 405, unlike unknown paths; HEAD is GET without a body", async () => {
    const path = `/api/v1/chart/${chart}`;
    const message = "405 Method Not Allowed: The method is not allowed for the requested URL.";
    for (const [method, address] of [
      ["PATCH", path],
      ["POST", `${path}/`],
      ["PUT", "/api/v1/chart/"],
      ["DELETE", "/api/v1/security/login"],
      ["POST", "/health"],
    ] as const) {
      for (const client of [admin, server.anonymous]) {
        const answer = await client.fetch(address, { method });
        const error = { message, error_type: "GENERIC_BACKEND_ERROR", level: "error" };
        expect([method, answer.status, await answer.json()]).toMatchObject([method, 405, { errors: [error] }]);
        expect(answer.headers.get("allow")).not.toContain(method);
      }
    }
    const options = await server.anonymous.fetch(path, { method: "OPTIONS" });
    expect([options.status, options.headers.get("allow")]).toEqual([200, "DELETE, GET, HEAD, OPTIONS, PUT"]);
    expect(options.headers.get("access-control-allow-origin")).toBeNull();
    for (const method of ["PATCH", "OPTIONS", "GET"])
      expect((await admin.fetch("/api/v1/nothing", { method })).status).toBe(404);
    const head = (client: TestClient) => client.fetch(`/api/v1/chart/${chart}`, { method: "HEAD" });
    const answer = await head(admin);
    expect([answer.status, await answer.text()]).toEqual([200, ""]);
    expect((await head(server.anonymous)).status).toBe(401);
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  });
});

describe("legacy paths", () => {
  test("of charts redirect to Explore, for users who can see them", async () => {
    const path = `/superset/slice/${chart}/?standalone=1`;
    const answer = await admin.fetch(path);
    expect([answer.status, answer.headers.get("location")]).toEqual([302, `/explore/?slice_id=${chart}&standalone=1`]);
    expect((await admin.fetch("/superset/slice/99999/")).status).toBe(404);
    expect((await (await server.as("gamma")).fetch(path)).status).toBe(404);
    expect((await server.anonymous.fetch(path)).status).toBe(401);
  });

  test("of chart data work with GET and with the dataset in the path", async () => {
    const form = { viz_type: "bullet", metric: "count", datasource: `${carsId}__table` };
    const query = `form_data=${encodeURIComponent(JSON.stringify(form))}`;
    expect((await admin.get<Json>(`/superset/explore_json/?${query}`)).body).toMatchObject({ status: "success" });
    const inPath = await admin.post<Json>(`/superset/explore_json/table/${carsId}/`, {
      form_data: JSON.stringify(form),
    });
    expect(inPath).toMatchObject({ status: 200, body: { status: "success" } });
  });
});

test("Explore permalinks keep the reader's selections", async () => {
  const chartState = { [chart]: { page: 2 } };
  const body = { formData: { datasource: `${carsId}__table`, viz_type: "table", slice_id: chart }, chartState };
  const { key } = (await admin.post<Json>("/api/v1/explore/permalink", body)).body;
  expect((await admin.get<Json>(`/api/v1/explore/permalink/${key}`)).body.state).toMatchObject({ chartState });
  expect((await admin.get<Json>(`/api/v1/explore/?permalink_key=${key}`)).body.result).toMatchObject({ chartState });
});

test("a favorite dashboard can be removed", async () => {
  const path = `/api/v1/dashboard/${dashboard}/favorites/`;
  const isFavorite = async () =>
    (await admin.get<Json>(`/api/v1/dashboard/favorite_status/?q=!(${dashboard})`)).body.result[0].value;
  await admin.post(path);
  expect(await isFavorite()).toBe(true);
  expect((await admin.delete<Json>(path)).body).toEqual({ result: "OK" });
  expect(await isFavorite()).toBe(false);
});

test("requests aren't spread over other domains", async () => {
  expect((await admin.get<Json>("/api/v1/available_domains/")).body).toEqual({ result: { domains: null } });
  expect((await server.anonymous.get("/api/v1/available_domains/")).status).toBe(401);
});
