import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { newHostKey, startSshServer, type TestSshServer } from "../../testing/ssh-server.ts";
import { connectionOf, insertDatabase } from "./index.ts";
import { findDatabase, reencryptDatabases, secretPartsOf } from "./store.ts";

const postgres = process.env.TESSERA_TEST_POSTGRES_URL ?? "";
const [, credentials = "", port = "", database = ""] =
  /^postgres:\/\/(.*@)127\.0\.0\.1:(\d+)(\/\w*)/.exec(postgres) ?? [];
const BEHIND = `postgresql://${credentials.includes(":") ? credentials : credentials.replace("@", ":any@")}db.internal:5432${database}`;
const MASK = "XXXXXXXXXX";
const PASSWORD = "open sesame";

let server: TestServer;
let admin: TestClient;
let jump: TestSshServer;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as("admin");
  jump = await startSshServer({ password: PASSWORD, places: { "db.internal:5432": Number(port) } });
});
afterAll(async () => {
  await jump.stop();
  await server.stop();
});

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
const PATH = "/api/v1/database/";
const tunnel = (changes: Json = {}) => ({
  server_address: "127.0.0.1",
  server_port: jump.port,
  username: "jumper",
  password: PASSWORD,
  ...changes,
});
const put = (id: number, body: Json) => admin.put<Json>(`${PATH}${id}`, body);
const shown = async (id: number) => (await admin.get<Json>(`${PATH}${id}/connection`)).body.result;
const stored = async (id: number) => secretPartsOf(server.app.secrets, (await findDatabase(server.app.db, id))!).tunnel;

async function added(name: string): Promise<number> {
  const uri = "postgresql://ann:s3cret@db.internal:5432/sales";
  const stamp = { now: server.app.clock.timestamp(), userId: null };
  return insertDatabase(server.app, { database_name: name, sqlalchemy_uri: uri }, stamp);
}
const lead = (id: number, changes: Json = {}) =>
  put(id, { sqlalchemy_uri: "postgresql://ann:s3cret@db.internal:5432/sales", ssh_tunnel: tunnel(changes) });

describe("the SSH tunnel of a database", () => {
  test.skipIf(postgres === "")("is tested, used, and pinned to the host key first seen", async () => {
    const body = { database_name: "behind", sqlalchemy_uri: BEHIND, ssh_tunnel: tunnel() };
    const tried = await admin.post<Json>(`${PATH}test_connection/`, {
      ...body,
      ssh_tunnel: tunnel({ password: "guess" }),
    });
    expect([tried.status, tried.body.errors[0].message]).toEqual([
      400,
      `The SSH server 127.0.0.1:${jump.port} rejected the username, password or private key.`,
    ]);
    const lost = await admin.post<Json>(PATH, {
      ...body,
      sqlalchemy_uri: BEHIND.replace("db.internal", "no.internal"),
    });
    expect(lost.body.errors[0].message).toMatch(/^The SSH server can't reach a database at no\.internal:5432: /);
    const created = await admin.post<Json>(PATH, body);
    expect([created.status, created.body.result.ssh_tunnel]).toEqual([201, tunnel({ password: MASK })]);
    const { id } = created.body;
    const requested = async () => (await connectionOf(server.app, id)).connection.run("SELECT 42 AS answer");
    expect(Number((await requested()).columns[0]?.values[0])).toBe(42);
    await expect.poll(async () => (await stored(id))?.host_key).toMatch(/^SHA256:/);
    expect(JSON.stringify(await shown(id))).not.toContain("SHA256");

    const { port: at } = jump;
    await jump.stop();
    jump = await startSshServer({
      password: PASSWORD,
      places: { "db.internal:5432": Number(port) },
      hostKey: newHostKey(),
      port: at,
    });
    await expect(requested()).rejects.toThrow(/has a different key/);
    expect((await put(id, { sqlalchemy_uri: BEHIND, ssh_tunnel: tunnel() })).status).toBe(200);
    expect(Number((await requested()).columns[0]?.values[0])).toBe(42);
  });

  test("is shown masked, stored encrypted, and kept if the mask comes back", async () => {
    const id = await added("masked");
    expect((await lead(id)).status).toBe(200);
    const { ssh_tunnel } = await shown(id);
    expect(ssh_tunnel).toEqual(tunnel({ password: MASK }));
    expect(JSON.stringify(await findDatabase(server.app.db, id))).not.toContain(PASSWORD);
    expect((await put(id, { ssh_tunnel: { ...ssh_tunnel, username: "other" }, cache_timeout: 3 })).status).toBe(200);
    expect(await stored(id)).toEqual(tunnel({ username: "other" }));
    expect((await put(id, { ssh_tunnel: { private_key: "KEY", private_key_password: "pass" } })).status).toBe(200);
    const { password: _, ...place } = tunnel({ username: "other" });
    expect(await stored(id)).toEqual({ ...place, private_key: "KEY", private_key_password: "pass" });
    await reencryptDatabases(server.app);
    expect(await stored(id)).toMatchObject({ private_key: "KEY" });
    const exported = await admin.get<Json>(`${PATH}${id}`);
    expect(JSON.stringify(exported.body)).not.toContain("KEY");
  });

  test("to another server needs its secrets and the database's again", async () => {
    const id = await added("moved");
    expect((await lead(id)).status).toBe(200);
    const otherServer = { server_address: "evil.example.com", username: "jumper" };
    const masked = await put(id, { ssh_tunnel: { ...otherServer, password: MASK } });
    expect([masked.status, Object.keys(masked.body.message.ssh_tunnel)]).toEqual([422, ["password"]]);
    const answer = await put(id, { ssh_tunnel: { ...otherServer, password: "mine" } });
    expect([answer.status, answer.body.errors[0].message]).toEqual([
      422,
      "You changed the SSH server. Enter the password again.",
    ]);
    const dropped = await put(id, { ssh_tunnel: null });
    expect([dropped.status, dropped.body.errors[0].extra.missing]).toEqual([422, ["password"]]);
    expect(await stored(id)).toEqual(tunnel());
    const uri = "postgresql://ann:again@db.internal:5432/sales";
    expect((await put(id, { sqlalchemy_uri: uri, ssh_tunnel: null })).status).toBe(200);
    expect([await stored(id), (await shown(id)).ssh_tunnel]).toEqual([null, null]);
  });

  test.each<[string, Json, string]>([
    ["no host", { server_address: "" }, "server_address"],
    ["an invalid host", { server_address: "a b" }, "server_address"],
    ["an invalid port", { server_port: 70_000 }, "server_port"],
    ["no username", { username: "" }, "username"],
    ["no credentials", { password: null }, "password"],
  ])("is rejected with %s", async (name, changes, field) => {
    const answer = await lead(await added(name), changes);
    expect([answer.status, Object.keys(answer.body.message.ssh_tunnel)]).toEqual([422, [field]]);
  });

  test("connects to allowed hosts only", async () => {
    const strict = await startTestServer({ config: { allowedHosts: [] } });
    const ann = await strict.as("admin");
    const body = { database_name: "x", sqlalchemy_uri: "postgresql://a:b@db.internal/x", ssh_tunnel: tunnel() };
    const answer = await ann.post<Json>(PATH, body);
    expect([answer.status, answer.body.errors[0].error_type]).toEqual([400, "CONNECTION_INVALID_HOSTNAME_ERROR"]);
    await strict.stop();
  });

  test("is available for servers, not for files", async () => {
    const { databases } = (await admin.get<Json>(`${PATH}available/`)).body;
    const without = databases.filter((one: Json) => one.engine_information.disable_ssh_tunneling);
    expect(without.map((one: Json) => one.engine).sort()).toEqual(["bigquery", "duckdb", "snowflake", "sqlite"]);
  });
});
