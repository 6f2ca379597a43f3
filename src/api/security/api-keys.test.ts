import { afterAll, beforeAll, expect, test } from "vitest";
import { createClock } from "../../server/clock.ts";
import { createClient, startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
const KEYS = "/api/v1/security/api_keys/";

let laterMs = 0;
let server: TestServer;
let gamma: TestClient;

beforeAll(async () => {
  server = await startTestServer({ app: { clock: createClock(() => Date.now() + laterMs) } });
  gamma = await server.as("gamma");
});
afterAll(() => server.stop());

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const me = (key: string) => server.anonymous.get<Json>("/api/v1/me/", bearer(key));
const newKey = async (client: TestClient, fields: object = {}) =>
  (await client.post<Json>(KEYS, { name: "a program", ...fields })).body.result;

test("a key is shown once, stored as a digest, and has its owner's permissions", async () => {
  const apiKey = await newKey(gamma);
  expect(apiKey.key).toMatch(/^sst_[\w-]{43}$/);
  expect((await me(apiKey.key)).body.result.username).toBe("gamma");
  expect((await server.anonymous.put("/api/v1/me/", { first_name: "G" }, bearer(apiKey.key))).status).toBe(200);
  expect((await server.anonymous.get("/api/v1/security/users/", bearer(apiKey.key))).status).toBe(403);
  const listed = await gamma.get<Json>(KEYS);
  const row = listed.body.result.find((each: Json) => each.uuid === apiKey.uuid);
  expect(row).toMatchObject({ name: "a program", active: true, key_prefix: apiKey.key.slice(0, 10), expires_on: null });
  expect(row).toMatchObject({ scopes: null, revoked_on: null });
  expect(row.last_used_on).not.toBeNull();
  const stored = await server.app.db.selectFrom("api_keys").selectAll().execute();
  for (const text of [JSON.stringify(listed.body), JSON.stringify(stored)]) expect(text).not.toContain(apiKey.key);
  for (const { key_hash } of stored) expect((await me(`sst_${key_hash}`)).status).toBe(401);
});

test("only its owner can revoke a key; others get a 404", async () => {
  const { key, uuid } = await newKey(gamma);
  const alpha = await server.as("alpha");
  expect((await gamma.get<Json>(`${KEYS}${uuid}`)).body.result).toMatchObject({
    uuid,
    name: "a program",
    active: true,
  });
  expect((await alpha.get(`${KEYS}${uuid}`)).status).toBe(404);
  expect((await alpha.delete(`${KEYS}${uuid}`)).status).toBe(404);
  expect((await alpha.get<Json>(KEYS)).body.count).toBe(0);
  expect((await me(key)).status).toBe(200);
  expect(await gamma.delete(`${KEYS}${uuid}`)).toMatchObject({ status: 200, body: { message: "API key revoked" } });
  expect((await me(key)).status).toBe(401);
  expect((await server.anonymous.get(KEYS)).status).toBe(401);
});

test("a key expires, and can't create other keys", async () => {
  const inAnHour = new Date(Date.now() + laterMs + 3_600_000).toISOString();
  const { key, uuid } = await newKey(gamma, { expires_on: inAnHour });
  expect((await me(key)).status).toBe(200);
  expect((await server.anonymous.post(KEYS, { name: "for ever" }, bearer(key))).status).toBe(403);
  laterMs += 3_700_000;
  expect((await me(key)).status).toBe(401);
  const { body } = await gamma.get<Json>(KEYS);
  expect(body.result.find((each: Json) => each.uuid === uuid).active).toBe(false);
});

test("an administrator's key can set other users' passwords, but not its owner's", async () => {
  const admin = await server.as("admin");
  const { key } = await newKey(admin);
  const set = async (name: string) =>
    server.anonymous.put<Json>(
      `/api/v1/security/users/${await server.userId(name)}`,
      { password: "correct horse" },
      bearer(key),
    );
  const refused = await set("admin");
  expect([refused.status, refused.body.message]).toEqual([403, "Sign in again to change the password."]);
  expect((await me(key)).status).toBe(200);
  expect((await set("alpha")).status).toBe(200);
});

test("invalid fields are reported", async () => {
  const refused = async (fields: object) => {
    const { status, body } = await gamma.post<Json>(KEYS, fields);
    return [status, Object.keys(body.message)];
  };
  expect(await refused({})).toEqual([400, ["name"]]);
  expect(await refused({ name: "x", expires_on: "2001-01-01T00:00:00" })).toEqual([400, ["expires_on"]]);
  expect(await refused({ name: "x", expires_on: "soon" })).toEqual([400, ["expires_on"]]);
  expect(await refused({ name: "x", scopes: "read" })).toEqual([400, ["scopes"]]);
});

test("deactivation and a new password revoke keys permanently", async () => {
  const admin = await server.as("admin");
  const path = `/api/v1/security/users/${await server.userId("worker")}`;
  for (const change of [{ active: false }, { password: "a new password" }]) {
    const { key } = await newKey(await server.as("worker"));
    expect((await me(key)).status).toBe(200);
    expect((await admin.put(path, change)).status).toBe(200);
    expect((await me(key)).status).toBe(401);
    expect((await admin.put(path, { active: true })).status).toBe(200);
    expect((await me(key)).status).toBe(401);
  }
});

test("wrong keys are limited by address, without affecting valid ones", async () => {
  const { key } = await newKey(gamma);
  laterMs += 61_000;
  const { signInsPerMinute } = server.app.config.limits;
  for (let i = 0; i < signInsPerMinute; i++) expect((await me(`sst_wrong${i}`)).status).toBe(401);
  expect((await me("sst_wrong")).status).toBe(429);
  expect((await me(key)).status).toBe(200);
  expect((await createClient(server.url, gamma.cookie, "").get("/api/v1/me/")).status).toBe(200);
  laterMs += 61_000;
  expect((await me("sst_wrong")).status).toBe(401);
});
