import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startPostgres } from "../../../scripts/services.ts";
import { loadExamples } from "../../api/bundle/index.ts";
import { createClient, startTestServer, type TestServer } from "../../testing/server.ts";
import { createClock } from "../clock.ts";
import { accounts } from "./accounts.ts";
import { hashPassword } from "./passwords.ts";
import { signInLimiter } from "./sign-in-limiter.ts";

const PASSWORD = "correct horse battery";
const folder = mkdtempSync(join(tmpdir(), "tessera-replicas-"));
const schema = `t_${randomUUID().replaceAll("-", "")}`;
let url = process.env.TESSERA_TEST_POSTGRES_URL ?? "";
let stopStore = async () => {};
let laterMs = 0;
let servers: [TestServer, TestServer];

beforeAll(async () => {
  if (url === "") {
    const started = await startPostgres(folder);
    if (typeof started === "string") throw new Error(started);
    url = started.url;
    stopStore = started.stop;
  }
  const options = {
    config: { trustProxy: true },
    app: {
      store: { url, file: "", schema },
      secret: new Uint8Array(32).fill(7),
      clock: createClock(() => Date.now() + laterMs),
    },
  };
  servers = [await startTestServer(options), await startTestServer(options)];
  const password_hash = await hashPassword(PASSWORD);
  const id = await servers[0].userId("ada");
  await servers[0].app.db.updateTable("users").set({ password_hash }).where("id", "=", id).execute();
});
afterAll(async () => {
  for (const server of servers ?? []) await server.stop();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`drop schema if exists ${schema} cascade`);
  await client.end();
  await stopStore();
  rmSync(folder, { recursive: true, force: true });
});

const login = async (at: 0 | 1, password: string, { username = "ada", address = "192.0.2.1" } = {}) => {
  const headers = { "x-forwarded-for": address };
  const body = { username, password, provider: "db" };
  return (await servers[at].anonymous.post("/api/v1/security/login", body, headers)).status;
};

test("wrong passwords are counted across servers", async () => {
  const statuses = await Promise.all(Array.from({ length: 14 }, (_, n) => login((n % 2) as 0 | 1, `guess ${n}`)));
  expect(statuses.filter((status) => status === 429)).toHaveLength(4);
  expect([await login(0, PASSWORD), await login(1, PASSWORD)]).toEqual([429, 429]);
  laterMs += 61_000;
  expect([await login(1, PASSWORD), await login(0, PASSWORD)]).toEqual([200, 200]);
  const attempts = await servers[0].app.db.selectFrom("sign_in_attempts").selectAll().execute();
  expect(JSON.stringify(attempts)).not.toMatch(/ada|192\.0\.2/);
});

test("an attacker's guesses don't lock out a user at a familiar address on either server", async () => {
  laterMs += 61_000;
  expect(await login(0, PASSWORD, { address: "192.0.2.7" })).toBe(200);
  // As many as the name is allowed from everywhere.
  const { signInsPerMinute } = servers[0].app.config.limits;
  const count = (n: number) =>
    servers[(n % 2) as 0 | 1].app.once(signInLimiter).attempt("on ada", 10 * signInsPerMinute);
  await Promise.all(Array.from({ length: 10 * signInsPerMinute }, (_, n) => count(n)));
  expect(await login(1, PASSWORD, { address: "198.51.100.1" })).toBe(429);
  expect(await login(1, PASSWORD, { address: "192.0.2.7" })).toBe(200);
});

test("a session ended on one server ends on the other within five seconds", async () => {
  const client = await servers[0].as("grace");
  const [here, there] = servers.map((server) => createClient(server.url, client.cookie, "")) as [
    ReturnType<typeof createClient>,
    ReturnType<typeof createClient>,
  ];
  const statuses = async () => [(await here.get("/api/v1/me/")).status, (await there.get("/api/v1/me/")).status];
  expect(await statuses()).toEqual([200, 200]);
  await here.fetch("/logout/");
  laterMs += 5001;
  expect(await statuses()).toEqual([401, 401]);
});

test("a deactivation on one server ends session and API key on the other within five seconds", async () => {
  const id = await servers[0].userId("leaver");
  const client = await servers[0].as("leaver");
  const key = (await client.post<{ result: { key: string } }>("/api/v1/security/api_keys/", { name: "k" })).body.result
    .key;
  const there = createClient(servers[1].url, client.cookie, "");
  const byKey = () => servers[1].anonymous.get("/api/v1/me/", { authorization: `Bearer ${key}` });
  expect([(await there.get("/api/v1/me/")).status, (await byKey()).status]).toEqual([200, 200]);
  expect((await (await servers[0].as("admin")).put(`/api/v1/security/users/${id}`, { active: false })).status).toBe(
    200,
  );
  laterMs += 5001;
  expect([(await there.get("/api/v1/me/")).status, (await byKey()).status]).toEqual([401, 401]);
});

test("an unchanged account keeps its identity, and a change arrives within five seconds", async () => {
  const id = await servers[0].userId("lin");
  const there = () => servers[1].app.once(accounts).active(id);
  const before = await there();
  laterMs += 5001;
  expect(await there()).toBe(before);
  const admin = await servers[0].as("admin");
  expect((await admin.put(`/api/v1/security/users/${id}`, { first_name: "Maya" })).status).toBe(200);
  laterMs += 5001;
  expect((await there())?.firstName).toBe("Maya");
  const { body } = await admin.get<{ result: { id: number }[] }>(
    "/api/v1/security/roles/?q=(filters:!((col:name,opr:eq,value:Alpha)))",
  );
  expect((await admin.put(`/api/v1/security/users/${id}`, { roles: body.result.map((role) => role.id) })).status).toBe(
    200,
  );
  laterMs += 5001;
  expect((await there())?.roles.map((role) => role.name)).toEqual(["Alpha"]);
});

test("changed rules, datasets and databases arrive at the other server within five seconds", async () => {
  type Created = { id: number };
  const admin = await servers[0].as("admin");
  const at = { sqlalchemy_uri: url.replace(/^postgres:/, "postgresql:") };
  const database = (await admin.post<Created>("/api/v1/database/", { database_name: "numbers", ...at })).body.id;
  const numbers = { database, table_name: "numbers", sql: "SELECT n FROM generate_series(1, 4) AS s(n)" };
  const dataset = (await admin.post<Created>("/api/v1/dataset/", numbers)).body.id;
  const alpha = await servers[0].as("alpha");
  const there = createClient(servers[1].url, alpha.cookie, alpha.csrf);
  const context = { datasource: { id: dataset, type: "table" }, queries: [{ columns: ["n"], metrics: null }] };
  const rows = async () => {
    const { body, status } = await there.post<{ result: { rowcount: number }[] }>("/api/v1/chart/data", context);
    return body.result?.[0]?.rowcount ?? status;
  };
  expect(await rows()).toBe(4);
  const roles = await admin.get<{ result: Created[] }>(
    "/api/v1/security/roles/?q=(filters:!((col:name,opr:eq,value:Alpha)))",
  );
  const rule = { name: "few", filter_type: "Regular", clause: "n < 3", tables: [dataset] };
  await admin.post("/api/v1/rowlevelsecurity/", { ...rule, roles: roles.body.result.map(({ id }) => id) });
  laterMs += 5001;
  expect(await rows()).toBe(2);
  await admin.put(`/api/v1/dataset/${dataset}`, { sql: "SELECT n FROM generate_series(2, 4) AS s(n)" });
  laterMs += 5001;
  expect(await rows()).toBe(1);
  const databases = await servers[1].app.db.selectFrom("databases").selectAll().where("id", "=", database).execute();
  expect(databases).toHaveLength(1);
  const { connectionOf } = await import("../../api/database/index.ts");
  const open = () => connectionOf(servers[1].app, database);
  const before = await open();
  laterMs += 5001;
  expect((await open()).connection).toBe(before.connection);
  await admin.put(`/api/v1/database/${database}`, { cache_timeout: 60 });
  laterMs += 5001;
  expect((await open()).connection).not.toBe(before.connection);
});

test("both servers loading the examples at startup creates them once", async () => {
  for (const { app } of servers) writeFileSync(join(app.config.home, "examples.duckdb"), "tables are loaded already");
  await Promise.all(servers.map(({ app }) => loadExamples(app, () => undefined)));
  const dashboards = await servers[1].app.db.selectFrom("dashboards").select("slug").execute();
  const slugs = dashboards.map(({ slug }) => slug).sort();
  expect(slugs).toEqual(["us-flight-delays", "weather-and-work", "world-development"]);
});
