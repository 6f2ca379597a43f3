import { createHmac } from "node:crypto";
import { SignJWT } from "jose";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { loadSampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { pass } from "../../testing/waits.ts";
import { ASYNC_EVENTS_SOCKET, type AsyncEvent } from "./contract.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
let server: TestServer;
let datasetId = 0;
let admin: TestClient;
let alpha: TestClient;
const tokens = { admin: "", alpha: "" };
const eventsOf: { admin: AsyncEvent[]; alpha: AsyncEvent[] } = { admin: [], alpha: [] };

const contextOf = (limit: number) => ({
  datasource: { id: datasetId, type: "table" },
  queries: [{ columns: ["Name"], metrics: ["count"], row_limit: limit }],
});

const withToken = (client: TestClient, token: string) => ({ cookie: `${client.cookie}; async-token=${token}` });

beforeAll(async () => {
  server = await startTestServer({
    config: { features: { globalAsyncQueries: true, asyncTransport: "ws" } },
  });
  datasetId = (await loadSampleData(server.app)).carsId;
  [admin, alpha] = [await server.as("admin"), await server.as("alpha")];
  for (const [name, client, limit] of [
    ["admin", admin, 3],
    ["alpha", alpha, 4],
  ] as const) {
    const answer = await client.fetch("/api/v1/chart/data", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(contextOf(limit)),
    });
    expect(answer.status).toBe(202);
    const cookie = answer.headers.getSetCookie().find((one) => one.startsWith("async-token="));
    expect(cookie).toMatch(/; HttpOnly/);
    tokens[name] = /=([^;]+)/.exec(cookie ?? "")?.[1] ?? "";
    await vi.waitFor(async () => expect(await polled(client, tokens[name])).toHaveLength(1), 20_000);
    eventsOf[name] = await polled(client, tokens[name]);
  }
});
afterAll(() => server.stop());

async function polled(client: TestClient, token: string, query = ""): Promise<AsyncEvent[]> {
  const answer = await client.get<Json>(`/api/v1/async_event/${query}`, withToken(client, token));
  return answer.status === 200 ? answer.body.result : [];
}

const MOMENT_MS = 100;

async function listened(headers: Record<string, string>, query = "") {
  const address = `${server.url.replace("http", "ws")}${ASYNC_EVENTS_SOCKET}${query}`;
  const socket = new WebSocket(address, { headers } as never);
  const events: AsyncEvent[] = [];
  const code = await new Promise<number | undefined>((resolve) => {
    socket.addEventListener("close", (event) => resolve(event.code));
    socket.addEventListener("error", () => resolve(undefined));
    socket.addEventListener("message", ({ data }) => {
      events.push(JSON.parse(String(data)));
      void pass(MOMENT_MS, "nothing may happen meanwhile").then(() => resolve(undefined));
    });
  });
  socket.close();
  return { events, code };
}

const b64 = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());

async function forgeries(): Promise<Record<string, string>> {
  const [head = "", body = "", signature = ""] = tokens.admin.split(".");
  const mine = claimsOf(tokens.alpha);
  const adminClaims = claimsOf(tokens.admin);
  const merged = { ...adminClaims, sub: mine.sub };
  const signed = (key: Uint8Array) => new SignJWT(merged).setProtectedHeader({ alg: "HS256" }).sign(key);
  const { body: login } = await server.anonymous.post<Json>("/api/v1/security/login", {
    username: "alpha",
    password: "x",
    provider: "db",
  });
  return {
    "another user's": tokens.admin,
    unsigned: `${b64({ alg: "none", typ: "JWT" })}.${b64(merged)}.`,
    "with another's signature": `${head}.${b64(merged)}.${signature}`,
    "with the own signature": `${head}.${body}.${tokens.alpha.split(".")[2]}`,
    "signed by another key": await signed(new TextEncoder().encode("a key that is long enough for HS256")),
    "signed by nothing": `${head}.${b64(merged)}.${createHmac("sha256", "")
      .update(`${head}.${b64(merged)}`)
      .digest("base64url")}`,
    "with a key of its own": `${b64({ alg: "HS256", jwk: { kty: "oct", k: "AAAA" }, kid: "../../dev/null" })}.${b64(merged)}.${signature}`,
    "a channel alone": adminClaims.channel,
    "an answer of sign-in": String(login?.access_token ?? "x.y.z"),
    "a prototype": "__proto__",
    nothing: "",
  };
}

test("another user's cookie doesn't open a channel", async () => {
  const alsoAdmins = new Set(eventsOf.admin.map(({ job_id }) => job_id));
  for (const [name, token] of Object.entries(await forgeries())) {
    const answer = await alpha.get<Json>("/api/v1/async_event/", withToken(alpha, token));
    expect([name, answer.status, JSON.stringify(answer.body)]).toEqual([
      name,
      401,
      expect.not.stringContaining("job_id"),
    ]);
    expect([name, await listened(withToken(alpha, token))]).toEqual([name, { events: [], code: 1008 }]);
  }
  for (const query of [
    "",
    "?last_id=0-0",
    "?last_id=-",
    "?last_id=%2B",
    "?last_id=0-0&channel_id=x",
    "?channel=__proto__",
  ]) {
    expect([query, await polled(alpha, tokens.alpha, query)]).toEqual([query, eventsOf.alpha]);
    const { events } = await listened(withToken(alpha, tokens.alpha), query);
    expect([query, events.filter(({ job_id }) => alsoAdmins.has(job_id)), events.length]).toEqual([query, [], 1]);
  }
});

test("a channel cookie isn't accepted as a session, or a session as a channel cookie", async () => {
  for (const path of ["/api/v1/me/", "/api/v1/chart/", "/api/v1/async_event/"]) {
    const bearer = await server.anonymous.get(path, { authorization: `Bearer ${tokens.admin}` });
    expect([path, bearer.status]).toEqual([path, 422]);
    const asGuest = await server.anonymous.get(path, { "x-guesttoken": tokens.admin });
    expect([path, asGuest.status]).toEqual([path, 401]);
    const asSession = await server.anonymous.get(path, {
      cookie: `session=${tokens.admin}; async-token=${tokens.admin}`,
    });
    expect([path, asSession.status]).toEqual([path, 401]);
  }
});

test("two browsers of a user have separate channels; results are read with the reader's permissions", async () => {
  const second = await server.as("admin");
  const answer = await second.fetch("/api/v1/chart/data", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(contextOf(5)),
  });
  const job = (await answer.json()) as Json;
  expect(job.channel_id).not.toBe(eventsOf.admin[0]?.channel_id);
  expect(await polled(admin, tokens.admin)).toEqual(eventsOf.admin);
  const gamma = await server.as("gamma");
  const result = await gamma.get<Json>(eventsOf.admin[0]?.result_url ?? "");
  expect([result.status, JSON.stringify(result.body)]).toEqual([403, expect.not.stringContaining("chevrolet")]);
});

test("a guest gets a direct answer, filtered by the token's rules", async () => {
  const chart = { slice_name: "Names", datasource_id: datasetId, datasource_type: "table", viz_type: "table" };
  const params = JSON.stringify({ viz_type: "table", groupby: ["Origin"], metrics: ["count"], row_limit: 10 });
  const slice_id = (await admin.post<Json>("/api/v1/chart/", { ...chart, params })).body.id;
  const positions = {
    ROOT_ID: { id: "ROOT_ID", type: "ROOT", children: ["GRID_ID"] },
    GRID_ID: { id: "GRID_ID", type: "GRID", children: ["CHART-1"] },
    "CHART-1": { id: "CHART-1", type: "CHART", children: [], meta: { chartId: slice_id } },
  };
  const dashboard = { dashboard_title: "Cars", json_metadata: JSON.stringify({ positions }) };
  const dashboardId = (await admin.post<Json>("/api/v1/dashboard/", dashboard)).body.id;
  const embedded = await admin.post<Json>(`/api/v1/dashboard/${dashboardId}/embedded`, { allowed_domains: [] });
  const resources = [{ type: "dashboard", id: embedded.body.result.uuid }];
  const form_data = { ...JSON.parse(params), slice_id, dashboardId, datasource: `${datasetId}__table` };
  const queries = [{ columns: ["Origin"], metrics: ["count"], orderby: [["count", false]], row_limit: 10 }];
  const requested = { datasource: { id: datasetId, type: "table" }, queries, form_data };
  const originsOf = async (clause: string) => {
    const body = { user: {}, resources, rls: [{ clause }] };
    const { token } = (await admin.post<Json>("/api/v1/security/guest_token/", body)).body;
    const answer = await server.anonymous.post<Json>("/api/v1/chart/data", requested, { "x-guesttoken": token });
    return [answer.status, answer.body.result?.[0]?.data.map((row: Json) => row.Origin).toSorted()];
  };
  expect(await originsOf("Origin = 'Japan'")).toEqual([200, ["Japan"]]);
  expect(await originsOf("Origin <> 'Japan'")).toEqual([200, ["Europe", "USA"]]);
});
