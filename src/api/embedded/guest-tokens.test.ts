import { SignJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestServer } from "../../testing/server.ts";

const SECRET = "the secret that two servers share, long enough";
const AUDIENCE = "https://bi.example";
let server: TestServer;
let data: SampleData;
let dashboardId: number;
let uuid: string;

beforeAll(async () => {
  const guestTokenSecret = new TextEncoder().encode(SECRET);
  const embedding = { guestRole: "Public", guestTokenSecret, guestTokenAudience: AUDIENCE, guestTokenSeconds: 300 };
  server = await startTestServer({ config: { embedding } });
  data = await loadSampleData(server.app);
  const admin = await server.as("admin");
  dashboardId = (await admin.post<{ id: number }>("/api/v1/dashboard/", { dashboard_title: "Cars" })).body.id;
  const path = `/api/v1/dashboard/${dashboardId}/embedded`;
  uuid = (await admin.post<{ result: { uuid: string } }>(path, { allowed_domains: [] })).body.result.uuid;
});
afterAll(() => server.stop());

const seconds = () => Math.floor(Date.now() / 1000);

function complete(): Record<string, unknown> {
  const resources = [{ type: "dashboard", id: uuid }];
  const times = { iat: seconds(), exp: seconds() + 60 };
  return { type: "guest", aud: AUDIENCE, user: { username: "visitor" }, resources, rls_rules: [], ...times };
}

async function statusWith(change: Record<string, unknown>): Promise<number> {
  const claims = JSON.parse(JSON.stringify({ ...complete(), ...change }));
  const token = await new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).sign(new TextEncoder().encode(SECRET));
  return (await server.anonymous.get(`/api/v1/dashboard/${dashboardId}`, { "x-guesttoken": token })).status;
}

test("a token with every claim opens its dashboard", async () => {
  expect(await statusWith({})).toBe(200);
  expect(await statusWith({ user: {} })).toBe(200);
  expect(await statusWith({ user: { username: null, id: 7 } })).toBe(200);
  expect(await statusWith({ aud: ["https://other.example", AUDIENCE] })).toBe(200);
  expect(await statusWith({ rls_rules: [{ clause: "a = 1" }, { dataset: "1", clause: "b = 2" }] })).toBe(200);
});

test.each(["type", "aud", "user", "resources", "rls_rules", "iat", "exp"])("is rejected without %s", async (name) => {
  expect(await statusWith({ [name]: undefined })).toBe(401);
  for (const value of [null, true, "x", 7, [7]]) {
    const isTime = (name === "iat" || name === "exp") && typeof value === "number";
    if (!isTime) expect([name, value, await statusWith({ [name]: value })]).toEqual([name, value, 401]);
  }
});

test("a token with misnamed rules is rejected", async () => {
  const rls = [{ clause: "tenant = 5" }];
  expect(await statusWith({ rls, rls_rules: undefined })).toBe(401);
  expect(await statusWith({ rls, rls_rules: [] })).toBe(401);
  expect(await statusWith({ rls, rls_rules: rls })).toBe(200);
});

test.each([
  ["a user name that is a number", { user: { username: 7 } }],
  ["a last name that is a list", { user: { last_name: ["x"] } }],
  ["a resource without a type", { resources: [{ id: 1 }] }],
  ["a resource whose id is an object", { resources: [{ type: "dashboard", id: {} }] }],
  ["a rule without a clause", { rls_rules: [{ dataset: 1 }] }],
  ["a rule with an empty clause", { rls_rules: [{ clause: " " }] }],
  ["a rule that is text", { rls_rules: ["a = 1"] }],
  ["a rule of the dataset true", { rls_rules: [{ dataset: true, clause: "a = 1" }] }],
  ["a rule of a list of datasets", { rls_rules: [{ dataset: [1], clause: "a = 1" }] }],
  ["another audience", { aud: "https://other.example" }],
  ["an issue time in the future", { iat: seconds() + 3600, exp: seconds() + 7200 }],
])("%s is rejected", async (_, change) => {
  expect(await statusWith(change)).toBe(401);
});

test("a rule on a missing dataset gives no access", async () => {
  const { carsId, flightsId } = data;
  const admin = await server.as("admin");
  const chart = { slice_name: "Cars", datasource_id: carsId, datasource_type: "table", viz_type: "table" };
  const params = JSON.stringify({ query_mode: "aggregate", groupby: ["Origin"], metrics: [] });
  const slice_id = (await admin.post<{ id: number }>("/api/v1/chart/", { ...chart, params, dashboards: [dashboardId] }))
    .body.id;
  const dataWith = async (rls_rules: object[]) => {
    const token = await new SignJWT({ ...complete(), rls_rules })
      .setProtectedHeader({ alg: "HS256" })
      .sign(new TextEncoder().encode(SECRET));
    const body = {
      datasource: { id: carsId, type: "table" },
      queries: [{ columns: ["Origin"], metrics: [], row_limit: 10_000 }],
      form_data: { slice_id, dashboardId },
    };
    return server.anonymous.post<{ message?: string }>("/api/v1/chart/data", body, { "x-guesttoken": token });
  };
  const [own, other] = [carsId, flightsId].map((dataset) => ({ dataset, clause: "Origin = 'USA'" }));
  expect((await dataWith([{ ...own }, { ...other }])).status).toBe(200);
  for (const dataset of [99_999, 2 ** 40]) {
    const { status, body } = await dataWith([{ ...own }, { dataset, clause: "Origin = 'USA'" }]);
    expect([status, body.message]).toEqual([
      403,
      `The guest token has a rule for dataset ${dataset}, which does not exist.`,
    ]);
  }
  const resources = [{ type: "dashboard", id: uuid }];
  const requested = (rls: object[]) =>
    admin.post<object>("/api/v1/security/guest_token/", { user: {}, resources, rls }).then(({ status, body }) => ({
      ...{ status, body },
    }));
  expect((await requested([{ ...own }])).status).toBe(200);
  expect(await requested([{ ...own }, { dataset: 99_999, clause: "a = 1" }])).toEqual({
    status: 400,
    body: { message: { rls: { 1: { dataset: ["Dataset 99999 does not exist."] } } } },
  });
});

test("a chart with an unreadable setting is shown; one with an unreadable filter isn't", async () => {
  const { carsId } = data;
  const admin = await server.as("admin");
  const token = await new SignJWT({ ...complete(), rls_rules: [] })
    .setProtectedHeader({ alg: "HS256" })
    .sign(new TextEncoder().encode(SECRET));
  const statusOf = async (settings: object) => {
    const chart = { slice_name: "Odd", datasource_id: carsId, datasource_type: "table", viz_type: "table" };
    const form = { query_mode: "aggregate", groupby: ["Origin"], metrics: [], ...settings };
    const chartBody = { ...chart, params: JSON.stringify(form), dashboards: [dashboardId] };
    const slice_id = (await admin.post<{ id: number }>("/api/v1/chart/", chartBody)).body.id;
    const body = {
      datasource: { id: carsId, type: "table" },
      queries: [{ columns: ["Origin"], metrics: [], row_limit: 10_000 }],
      form_data: { slice_id, dashboardId },
    };
    return (await server.anonymous.post("/api/v1/chart/data", body, { "x-guesttoken": token })).status;
  };
  expect(await statusOf({ color_scheme: 7, label_colors: ["red"], url_params: [] })).toBe(200);
  expect(await statusOf({ adhoc_filters: [{ clause: "WHERE", expressionType: "ODD", subject: "Origin" }] })).toBe(403);
});

test("guests of other tokens, and visitors, can read a filter state by key but not change it", async () => {
  const tokenOf = async (username: string, last = "") => {
    const claims = { ...complete(), user: { username, last_name: last } };
    const token = await new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).sign(new TextEncoder().encode(SECRET));
    return { "x-guesttoken": token };
  };
  const [one, two, sameName] = [await tokenOf("one"), await tokenOf("two"), await tokenOf("one", "Another")];
  const path = `/api/v1/dashboard/${dashboardId}/filter_state`;
  const { status, body } = await server.anonymous.post<{ key: string }>(path, { value: '"first"' }, one);
  expect(status).toBe(201);
  const state = `${path}/${body.key}`;
  for (const other of [two, sameName]) {
    expect((await server.anonymous.get(state, other)).body).toEqual({ value: '"first"' });
    expect((await server.anonymous.put(state, { value: '"theirs"' }, other)).status).toBe(403);
    expect((await server.anonymous.delete(state, other)).status).toBe(403);
  }
  expect((await server.anonymous.put(state, { value: '"second"' })).status).not.toBe(200);
  expect((await server.anonymous.put(state, { value: '"second"' }, one)).status).toBe(200);
  expect((await server.anonymous.get(state, two)).body).toEqual({ value: '"second"' });
  expect((await server.anonymous.delete(state, one)).status).toBe(200);
});
