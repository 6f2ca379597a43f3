import { existsSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEgressPolicy } from "../../server/egress-policy.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";

let server: TestServer;
let admin: TestClient;
let port: number;
let listener: Server;
let folder: string;

beforeAll(async () => {
  server = await startTestServer({ config: { allowedHosts: ["db.corp"], databaseFolders: ["/srv/databases"] } });
  admin = await server.as("admin");
  listener = createServer((socket) => socket.end("not a database\n"));
  await new Promise<void>((done) => listener.listen(0, "127.0.0.1", done));
  const { db } = server.app;
  const role = await db.insertInto("roles").values({ name: "Connector" }).returning("id").executeTakeFirstOrThrow();
  for (const [permission, view] of [
    ["can_write", "AllowedLocation"],
    ["can_read", "AllowedLocation"],
    ["can_write", "Database"],
  ] as const) {
    await db.insertInto("role_permissions").values({ role_id: role.id, permission, view }).execute();
  }
  port = (listener.address() as AddressInfo).port;
  folder = realpathSync(mkdtempSync(join(tmpdir(), "tessera-allowed-")));
});
afterAll(async () => {
  listener.close();
  rmSync(folder, { recursive: true });
  await server.stop();
});

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
const PATH = "/api/v1/allowed_location/";
const allow = (kind: string, location: string, client = admin) => client.post<Json>(PATH, { kind, location });
const listed = async () => (await admin.get<Json>(PATH)).body.result as Json[];
const entry = async (location: string) => (await listed()).find((each) => each.location === location);
const forget = async (location: string) => admin.delete<Json>(`${PATH}${(await entry(location)).id}`);
const connect = (sqlalchemy_uri: string, client = admin) =>
  client.post<Json>("/api/v1/database/test_connection/", { sqlalchemy_uri });
const firstError = async (uri: string) => (await connect(uri)).body.errors?.[0];
const addressOf = (host: string) => `postgresql://ann:s3cret@${host}:${port}/sales`;
const isRefused = async (host: string) =>
  (await firstError(addressOf(host)))?.error_type === "CONNECTION_INVALID_HOSTNAME_ERROR";

describe("a host", () => {
  test("is named in the refusal, and opened by allowing it, but no other spelling of it", async () => {
    const error = await firstError(addressOf("localhost"));
    expect(error).toMatchObject({
      message:
        "localhost is the server's own machine, so connections to it are blocked. An administrator can allow it under Connection rules.",
      extra: { invalid: ["host"], allow: { kind: "host", location: "localhost" } },
    });
    const { status, body } = await allow("host", "LOCALHOST.");
    expect([status, body.result.location, body.result.source]).toEqual([201, "localhost", "settings"]);
    expect(body.result.networks).toContain("127.0.0.0/8");
    expect(await isRefused("localhost")).toBe(false);
    expect([await isRefused("127.0.0.1"), await isRefused("127.1"), await isRefused("0.0.0.0")]).toEqual([
      true,
      true,
      true,
    ]);
    expect((await forget("localhost")).status).toBe(200);
    expect(await isRefused("localhost")).toBe(true);
  });

  test("in a network that its name didn't have when it was allowed stays blocked", async () => {
    let address = "127.0.0.1";
    const policy = createEgressPolicy({
      allowed: [],
      privateNetworks: false,
      stored: async () => [{ host: "db.example", networks: ["127.0.0.0/8"] }],
      resolve: async () => [{ address, family: 4 }],
    });
    await policy.assertHost("DB.example.");
    address = "127.0.0.9";
    await policy.assertHost("db.example");
    await expect(policy.assertHost("other.example")).rejects.toThrow();
    for (address of ["10.0.0.7", "169.254.1.1", "169.254.169.254"])
      await expect(policy.assertHost("db.example"), address).rejects.toThrow();
  });

  test.each([
    ["169.254.169.254", /credentials of a cloud server/],
    ["metadata.google.internal", /credentials of a cloud server/],
    ["nowhere.invalid", /can't be resolved/],
    ["db.corp/8", /Enter the name or address of one host/],
    ["localhost:5432", /Enter the name or address of one host/],
    ["*.corp", /Enter the name or address of one host/],
    ["127.0.0.0/8", /Enter the name or address of one host/],
    ["fe80::1%lo", /Enter the name or address of one host/],
    ["[fe80::1%25lo]", /Enter the name or address of one host/],
    ["10.1.2.3", /already allowed/],
  ])("that can't be allowed says why: %s", async (location, reason) => {
    const { status, body } = await allow("host", location);
    expect([400, 422]).toContain(status);
    expect(JSON.stringify(body)).toMatch(reason);
    expect(await entry(location)).toBeUndefined();
  });
});

describe("a folder", () => {
  const file = (...path: string[]) => `sqlite:///${join(folder, ...path)}`;
  const create = (path: string) => {
    const database = new DatabaseSync(path);
    database.exec("create table t (a integer)");
    database.close();
  };

  test("is named in the refusal, opened by allowing it, and followed through links", async () => {
    mkdirSync(join(folder, "open"));
    mkdirSync(join(folder, "closed"));
    create(join(folder, "open", "sales.db"));
    create(join(folder, "closed", "secret.db"));
    symlinkSync(join(folder, "closed", "secret.db"), join(folder, "open", "link.db"));
    symlinkSync(join(folder, "open"), join(folder, "shortcut"));
    const refusal = await firstError(file("open", "sales.db"));
    expect(refusal.extra.allow).toEqual({ kind: "folder", location: join(folder, "open") });
    expect(refusal.message).toContain(server.app.config.home);

    const { status, body } = await allow("folder", join(folder, "shortcut"));
    expect([status, body.result.location]).toEqual([201, join(folder, "open")]);
    expect((await connect(file("open", "sales.db"))).status).toBe(200);
    expect((await connect(file("shortcut", "sales.db"))).status).toBe(200);
    expect((await connect(file("open", "link.db"))).status).not.toBe(200);
    expect((await connect(file("closed", "secret.db"))).status).not.toBe(200);

    // A link to nowhere creates nothing there.
    symlinkSync(join(folder, "closed", "new.db"), join(folder, "open", "new.db"));
    for (const address of [file("open", "new.db"), file("open", "new.db").replace("sqlite", "duckdb")]) {
      expect((await connect(address)).status).not.toBe(200);
    }
    expect(existsSync(join(folder, "closed", "new.db"))).toBe(false);

    // A folder that is replaced by a link to another one opens nothing of that.
    renameSync(join(folder, "open"), join(folder, "moved"));
    symlinkSync(join(folder, "closed"), join(folder, "open"));
    expect((await connect(file("open", "secret.db"))).status).not.toBe(200);
  });

  test("is named as typed to others than administrators, whether it exists or not", async () => {
    const connector = await server.as("connector", ["Connector"]);
    mkdirSync(join(folder, "there"));
    symlinkSync(join(folder, "there"), join(folder, "way"));
    const places = [folder, join(folder, "there"), join(folder, "way"), join(folder, "nowhere"), "/etc", "/nowhere/at"];
    for (const place of places) {
      const { status, body } = await connect(`sqlite:///${place}/sales.db`, connector);
      expect([status, body.errors[0].error_type]).toEqual([400, "CONNECTION_DATABASE_PERMISSIONS_ERROR"]);
      expect(body.errors[0].message).toBe(
        `${place} isn't an allowed folder. Put the file in the server's home folder, or ask an administrator to allow the folder under Connection rules.`,
      );
      expect(body.errors[0].extra.allow).toEqual({ kind: "folder", location: place });
    }
    const { home } = server.app.config;
    mkdirSync(join(home, "private"));
    for (const place of ["private", "missing", "../private"]) {
      const { body } = await connect(`sqlite:///${place}/sales.db`, connector);
      expect(body.errors[0].message).toMatch(`${place} isn't an allowed folder.`);
      expect(JSON.stringify(body)).not.toContain(home);
    }
    expect((await firstError(file("nowhere", "sales.db"))).message).toBe("The server has no such folder.");
    expect((await firstError(file("way", "sales.db"))).message).toContain(join(folder, "there"));
  });

  test("has new files with the ending of a database, and no hidden ones", async () => {
    const inner = join(folder, "new");
    mkdirSync(join(inner, ".ssh"), { recursive: true });
    await allow("folder", inner);
    const save = async (...path: string[]) => {
      const { status, body } = await admin.post<Json>("/api/v1/database/", {
        database_name: path.join("/"),
        sqlalchemy_uri: `duckdb:///${join(inner, ...path)}`,
      });
      return { status, text: JSON.stringify(body), isCreated: existsSync(join(inner, ...path)) };
    };
    const hidden = await save(".ssh", "authorized_keys.db");
    expect(hidden).toMatchObject({ status: 400, isCreated: false });
    expect(hidden.text).toContain("Hidden files");
    expect(await save(".profile")).toMatchObject({ status: 400, isCreated: false });
    const bare = await save("authorized_keys");
    expect(bare).toMatchObject({ status: 400, isCreated: false });
    expect(bare.text).toContain("must end in .duckdb, .ddb");
    expect(await save("sales.duckdb")).toMatchObject({ status: 201, isCreated: true });
    create(join(inner, "existing"));
    expect((await connect(file("new", "existing"))).status).toBe(200);
  });

  test("that is removed ends open connections to its files", async () => {
    mkdirSync(join(folder, "temporary"));
    create(join(folder, "temporary", "sales.db"));
    await allow("folder", join(folder, "temporary"));
    const made = await admin.post<Json>("/api/v1/database/", {
      database_name: "temporary",
      sqlalchemy_uri: file("temporary", "sales.db"),
    });
    const tables = () => admin.get<Json>(`/api/v1/database/${made.body.id}/tables/?q=(schema_name:main)`);
    expect((await tables()).body.count).toBe(1);
    await forget(join(folder, "temporary"));
    const { status, body } = await tables();
    expect([status, body.errors?.[0]?.error_type]).toEqual([400, "CONNECTION_DATABASE_PERMISSIONS_ERROR"]);
    expect(JSON.stringify(body)).not.toContain(folder);
  });

  test.each(["/", "/etc", "/proc/self", "/usr", "/usr/lib", "/bin", "/root", "/home", "data", "/nowhere/at/all"])(
    "that can't be allowed: %s",
    async (location) => {
      expect((await allow("folder", location)).status).toBe(422);
    },
  );

  test("with the server's own files can't be allowed", async () => {
    const { home } = server.app.config;
    mkdirSync(join(home, "inner"));
    for (const location of [home, join(home, ".."), join(home, "inner")])
      expect((await allow("folder", location)).status, location).toBe(422);
  });
});

test("administrators see who allowed what and when, and what environment variables allow; all is logged", async () => {
  await allow("host", "127.0.0.1");
  const own = await entry("127.0.0.1");
  expect(own).toMatchObject({ kind: "host", source: "settings", networks: ["127.0.0.1"] });
  expect(own.created_by.id).toBe(await server.userId("admin"));
  expect(Date.parse(`${own.created_on}Z`)).toBeGreaterThan(Date.now() - 60_000);
  expect(await entry("db.corp")).toMatchObject({ id: null, kind: "host", source: "environment", created_by: null });
  expect(await entry("/srv/databases")).toMatchObject({ id: null, kind: "folder", source: "environment" });
  expect((await allow("host", "127.0.0.1")).status).toBe(422);
  await forget("127.0.0.1");
  const q = "(filters:!((col:action,opr:log_all_text,value:allowed_location)),order_column:dttm,order_direction:desc)";
  const log = (await admin.get<Json>(`/api/v1/log/?q=${q}`)).body.result as Json[];
  const about = log.filter(({ json }) => JSON.parse(json ?? "{}").location === "127.0.0.1");
  expect(about.map(({ action }) => action).sort()).toEqual(["allowed_location_added", "allowed_location_removed"]);
  expect(about.map(({ user_id }) => user_id)).toEqual([own.created_by.id, own.created_by.id]);
});

test("only administrators allow hosts and folders, whatever their roles permit", async () => {
  const connector = await server.as("connector", ["Connector"]);
  expect((await allow("host", "localhost", connector)).status).toBe(403);
  expect((await connector.delete(`${PATH}1`)).status).toBe(403);
  const alpha = await server.as("alpha");
  expect([(await alpha.get(PATH)).status, (await allow("host", "localhost", alpha)).status]).toEqual([403, 403]);
  expect((await server.anonymous.get(PATH)).status).toBe(401);
  expect((await admin.delete(`${PATH}99999`)).status).toBe(404);
  expect((await admin.post(PATH, { kind: "user", location: "x" })).status).toBe(422);
});
