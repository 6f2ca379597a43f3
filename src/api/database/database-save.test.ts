import { existsSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSampleData, type SampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { insertDatabase } from "./index.ts";
import { findDatabase, secretPartsOf } from "./store.ts";

let server: TestServer;
let admin: TestClient;
let data: SampleData;
let silent: Server;
let port: number;

beforeAll(async () => {
  server = await startTestServer({ config: { databaseFolders: [] } });
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
  silent = createServer((socket) => socket.on("error", () => undefined).end());
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  port = (silent.address() as AddressInfo).port;
});
afterAll(async () => {
  silent.close();
  await server.stop();
});

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
const PATH = "/api/v1/database/";
const SAMPLES = "duckdb:///samples.duckdb";
const post = (body: unknown, path = "", client = admin) => client.post<Json>(PATH + path, body);

async function added(values: Record<string, unknown>): Promise<number> {
  const stamp = { now: server.app.clock.timestamp(), userId: null };
  return insertDatabase(server.app, values as Parameters<typeof insertDatabase>[1], stamp);
}
const stored = async (id: number) => (await findDatabase(server.app.db, id))!;

describe("connecting a database", () => {
  test("tests it, saves it and returns what was saved", async () => {
    const body = {
      database_name: "again",
      sqlalchemy_uri: SAMPLES,
      expose_in_sqllab: false,
      allow_file_upload: true,
      extra: '{"schemas_allowed_for_file_upload":["main"],"allow_multi_catalog":true}',
      something_else: 1,
    };
    const answer = await post(body);
    expect(answer.status).toBe(201);
    expect(answer.body.result).toMatchObject({
      database_name: "again",
      sqlalchemy_uri: SAMPLES,
      allow_file_upload: true,
    });
    expect(answer.body.result).not.toHaveProperty("something_else");
    const { body: shown } = await admin.get<Json>(PATH + answer.body.id);
    expect(shown.result).toMatchObject({ expose_in_sqllab: false, allow_file_upload: true, backend: "duckdb" });
    expect((await admin.get<Json>(`${PATH}${answer.body.id}/tables/?q=(schema_name:main)`)).body.count).toBe(2);
    const again = await post({ ...body, sqlalchemy_uri: SAMPLES });
    expect([again.status, again.body]).toEqual([
      422,
      { message: { database_name: ["A database with the same name already exists."] } },
    ]);
  });

  test("creates a missing DuckDB file when saving, but not when testing", async () => {
    const body = { database_name: "new", engine: "duckdb", parameters: { database: "new.duckdb" } };
    const file = join(server.app.config.home, "new.duckdb");
    expect((await post(body, "test_connection/")).body).toEqual({ message: "OK" });
    expect(existsSync(file)).toBe(false);
    expect((await post(body)).status).toBe(201);
    expect(existsSync(file)).toBe(true);
  });

  test("saves nothing if the database doesn't respond", async () => {
    const answer = await post({ database_name: "down", sqlalchemy_uri: "postgresql://ann:s3cret@127.0.0.1:1/sales" });
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].error_type).toBe("CONNECTION_PORT_CLOSED_ERROR");
    expect(JSON.stringify(answer.body)).not.toContain("s3cret");
    const names = (await admin.get<Json>(PATH)).body.result.map((row: Json) => row.database_name);
    expect(names).not.toContain("down");
  });

  test.each([
    [{}, "database_name", "Missing data for required field."],
    [{ database_name: "x" }, "sqlalchemy_uri", "Missing data for required field."],
    [{ database_name: "x", sqlalchemy_uri: "nothing" }, "sqlalchemy_uri", /^Invalid connection string/],
    [{ database_name: "a].[b", sqlalchemy_uri: SAMPLES }, "database_name", /can't contain/],
    [{ database_name: "x", sqlalchemy_uri: SAMPLES, extra: "{" }, "extra", /^Field cannot be decoded by JSON/],
    [
      { database_name: "x", sqlalchemy_uri: SAMPLES, extra: '{"metadata_params":{"engine":1}}' },
      "extra",
      "The metadata_params in Extra field is not configured correctly. The key engine is invalid.",
    ],
    [
      { database_name: "x", sqlalchemy_uri: SAMPLES, extra: '{"schemas_allowed_for_file_upload":"main"}' },
      "extra",
      /must be a list/,
    ],
    [{ database_name: "x", sqlalchemy_uri: SAMPLES, masked_encrypted_extra: "[]" }, "masked_encrypted_extra", /JSON/],
    [{ database_name: "x", sqlalchemy_uri: SAMPLES, server_cert: "PEM" }, "server_cert", "Invalid certificate"],
    [
      { database_name: "x", sqlalchemy_uri: SAMPLES, configuration_method: "x" },
      "configuration_method",
      /^Must be one/,
    ],
  ])("rejects %j by field", async (body, field, text) => {
    const answer = await post(body);
    expect(answer.status).toBe(422);
    expect(answer.body.message[field][0]).toMatch(text);
  });

  test("rejects an unknown engine, and a file through a tunnel", async () => {
    const unknown = await post({ database_name: "x", sqlalchemy_uri: "oracle://h/x" }, "test_connection/");
    expect([unknown.status, unknown.body.errors[0].message]).toEqual([
      422,
      "Could not load database driver for: oracle",
    ]);
    const tunnel = { server_address: "jump", server_port: 22, username: "u", password: "p" };
    const body = { database_name: "x", sqlalchemy_uri: SAMPLES, ssh_tunnel: tunnel };
    const tunnelled = await post(body);
    expect([tunnelled.status, tunnelled.body.errors[0].message]).toEqual([
      400,
      "DuckDB can't be reached through an SSH tunnel.",
    ]);
  });

  test("explains what to do about an imported database without a driver", async () => {
    const id = await added({ database_name: "Elsewhere", sqlalchemy_uri: "oracle://h/x" });
    const { status, body } = await admin.get<Json>(`${PATH}${id}/schemas/`);
    expect([status, body.errors[0].extra.missing_driver]).toEqual([422, "oracle"]);
    expect(body.errors[0].message).toBe(
      'Could not load database driver for: oracle. This server can\'t install drivers for it. Copy the tables of "Elsewhere" to a database with a supported engine.',
    );
  });

  test("lists available engines with their forms", async () => {
    const { body } = await admin.get<Json>(`${PATH}available/`);
    expect(body.databases.map((one: Json) => one.name).slice(0, 4)).toEqual([
      "PostgreSQL",
      "MySQL",
      "SQLite",
      "Amazon Redshift",
    ]);
    const [postgres] = body.databases;
    expect(postgres).toMatchObject({ engine: "postgresql", preferred: true, default_driver: "native" });
    expect(postgres.parameters.required).toEqual(["host", "port", "database"]);
    expect(postgres.parameters.properties.encryption.type).toBe("boolean");
  });
});

describe("secrets", () => {
  const URI = "postgresql://ann:s3cret@127.0.0.1:1/sales?sslmode=require";
  const MASKED = URI.replace("s3cret", "XXXXXXXXXX");

  test("are masked, kept if the mask is sent back, and stored encrypted", async () => {
    const id = await added({ database_name: "sales", sqlalchemy_uri: URI });
    const extra = { credentials: { key: "k3y", scopes: ["a"] }, flag: true };
    const put = await admin.put<Json>(PATH + id, { masked_encrypted_extra: JSON.stringify(extra), cache_timeout: 5 });
    expect(put.status).toBe(200);
    const { body } = await admin.get<Json>(`${PATH}${id}/connection`);
    expect(body.result).toMatchObject({ sqlalchemy_uri: MASKED, cache_timeout: 5, ssh_tunnel: null });
    expect(body.result.parameters).toMatchObject({ host: "127.0.0.1", password: "XXXXXXXXXX", encryption: true });
    const masked = JSON.parse(body.result.masked_encrypted_extra);
    expect(masked).toEqual({ credentials: { key: "XXXXXXXXXX", scopes: ["XXXXXXXXXX"] }, flag: true });
    masked.credentials.region = "eu";
    const again = await admin.put<Json>(PATH + id, {
      sqlalchemy_uri: MASKED.replace("/sales", "/other"),
      masked_encrypted_extra: JSON.stringify(masked),
    });
    expect(JSON.stringify([put.body, body, again.body])).not.toMatch(/s3cret|k3y/);
    const record = await stored(id);
    expect(JSON.stringify(record)).not.toMatch(/s3cret|k3y|127\.0\.0\.1/);
    const { encryptedExtra } = secretPartsOf(server.app.secrets, record);
    expect(JSON.parse(encryptedExtra!)).toEqual({
      credentials: { key: "k3y", scopes: ["a"], region: "eu" },
      flag: true,
    });
    const { addressOf } = await import("./store.ts");
    expect(addressOf(server.app.secrets, record)).toBe(URI.replace("/sales", "/other"));
  });

  test("are rejected if a mask has no stored value", async () => {
    const id = await added({ database_name: "unmasked", sqlalchemy_uri: URI });
    const put = (body: object) => admin.put<Json>(PATH + id, body);
    expect((await put({ masked_encrypted_extra: '{"key":"k3y","empty":null}' })).status).toBe(200);
    for (const extra of [
      '{"key":"XXXXXXXXXX","other":"XXXXXXXXXX"}',
      '{"empty":"XXXXXXXXXX"}',
      '{"key":["XXXXXXXXXX"]}',
    ]) {
      const refused = await put({ masked_encrypted_extra: extra });
      expect(refused.status).toBe(422);
      expect(refused.body.message.masked_encrypted_extra[0]).toMatch(/^No stored value/);
    }
    const { encryptedExtra } = secretPartsOf(server.app.secrets, await stored(id));
    expect(JSON.parse(encryptedExtra!)).toEqual({ key: "k3y", empty: null });
    const unknown = { database_name: "masked", sqlalchemy_uri: MASKED };
    for (const answer of [await post(unknown), await post(unknown, "test_connection/")]) {
      expect(answer).toMatchObject({ status: 422, body: { errors: [{ extra: { missing: ["password"] } }] } });
    }
  });

  test("in query parameters and unusual passwords are masked too", async () => {
    const { maskedUri, unmaskedUri } = await import("../../connectors/address/secrets.ts");
    for (const [uri, masked] of [
      ["trino://h/c?access_token=abc&x=1", "trino://h/c?access_token=XXXXXXXXXX&x=1"],
      ["postgresql://u:p@ss@h/db?x=a@b", "postgresql://u:XXXXXXXXXX@h/db?x=a@b"],
      ["postgresql://u:p?s@h/db", "postgresql://u:XXXXXXXXXX@h/db"],
      ["snowflake://u@acc/db?private_key=k&warehouse=w", "snowflake://u@acc/db?private_key=XXXXXXXXXX&warehouse=w"],
      ["duckdb:////a/b.duckdb", "duckdb:////a/b.duckdb"],
    ] as const) {
      expect(maskedUri(uri)).toBe(masked);
      expect(unmaskedUri(masked, uri)).toBe(uri);
    }
  });

  test("must be entered again if the host or port changes", async () => {
    const uri = (password: string, at: string) => `postgresql://ann:${password}@${at}/sales`;
    const id = await added({ database_name: "moved", sqlalchemy_uri: uri("s3cret", `127.0.0.1:${port}`) });
    for (const at of ["127.0.0.1:1", `localhost:${port}`]) {
      const moved = await admin.put<Json>(`${PATH}${id}`, { sqlalchemy_uri: uri("XXXXXXXXXX", at) });
      expect(moved.status).toBe(422);
      expect(moved.body.errors[0]).toMatchObject({
        error_type: "CONNECTION_MISSING_PARAMETERS_ERROR",
        extra: { missing: ["password"] },
      });
      const tested = await post({ database_name: "moved", sqlalchemy_uri: uri("XXXXXXXXXX", at) }, "test_connection/");
      expect(tested.body.errors[0].error_type).toBe("CONNECTION_MISSING_PARAMETERS_ERROR");
    }
  });

  test("outside the connection string must be entered again too", async () => {
    const uri = (at: string) => `trino://ann@${at}/hive`;
    const id = await added({ database_name: "tokens", sqlalchemy_uri: `postgresql://127.0.0.1:${port}/sales` });
    const put = (body: object) => admin.put<Json>(`${PATH}${id}`, body);
    const whole = '{"access_token":"t0ken"}';
    const masked = '{"access_token":"XXXXXXXXXX"}';
    const first = { sqlalchemy_uri: uri(`127.0.0.1:${port}`), masked_encrypted_extra: whole };
    expect((await put(first)).status).toBe(200);
    const moved = { sqlalchemy_uri: uri("127.0.0.1:1") };
    for (const body of [moved, { ...moved, masked_encrypted_extra: masked }]) {
      const test = { database_name: "tokens", ...body };
      for (const { status, body: reported } of [await put(body), await post(test, "test_connection/")]) {
        expect(status).toBe(422);
        expect(reported.errors[0].extra.missing).toEqual(["masked_encrypted_extra"]);
      }
    }
    const storedExtra = async () => secretPartsOf(server.app.secrets, await stored(id)).encryptedExtra;
    expect(await storedExtra()).toBe(whole);
    expect((await put({ ...first, masked_encrypted_extra: masked })).status).toBe(200);
    expect(await storedExtra()).toBe(whole);
    expect((await put({ ...moved, masked_encrypted_extra: "" })).status).toBe(200);
    expect(await storedExtra()).toBeNull();
  });

  test("of a saved database replace the mask in a connection test", async () => {
    await added({ database_name: "known", sqlalchemy_uri: `postgresql://ann:s3cret@127.0.0.1:${port}/sales` });
    const uri = `postgresql://ann:XXXXXXXXXX@127.0.0.1:${port}/sales`;
    const answer = await post({ database_name: "known", sqlalchemy_uri: uri }, "test_connection/");
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).not.toContain("s3cret");
  });
});

describe("parameters", () => {
  const check = async (parameters: unknown, engine = "postgresql") =>
    post({ engine, configuration_method: "dynamic_form", parameters }, "validate_parameters/");
  const complete = { host: "127.0.0.1", port: 1, database: "d", username: "u" };

  test.each([
    [{}, "CONNECTION_MISSING_PARAMETERS_ERROR", { missing: ["host", "port", "database"] }],
    [{ ...complete, host: "no-such-host.invalid" }, "CONNECTION_INVALID_HOSTNAME_ERROR", { invalid: ["host"] }],
    [{ ...complete, port: "x" }, "CONNECTION_INVALID_PORT_ERROR", { invalid: ["port"] }],
    [{ ...complete, port: 65_536 }, "CONNECTION_INVALID_PORT_ERROR", { invalid: ["port"] }],
    [complete, "CONNECTION_PORT_CLOSED_ERROR", { invalid: ["port"] }],
  ])("%j: %s", async (parameters, type, extra) => {
    const { status, body } = await check(parameters);
    expect(status).toBe(422);
    expect(body.errors[0]).toMatchObject({ error_type: type, extra });
  });

  test("of a working database are valid; unknown engines aren't", async () => {
    expect((await check({ database: "samples.duckdb" }, "duckdb")).body).toEqual({ message: "OK" });
    const unknown = await check({}, "oracle");
    expect([unknown.status, unknown.body.errors[0].message]).toEqual([422, 'Engine "oracle" is not a valid engine.']);
  });
});

describe("deleting", () => {
  test("is rejected while datasets use it, with their count", async () => {
    const answer = await admin.delete<Json>(PATH + data.databaseId);
    expect([answer.status, answer.body]).toEqual([
      422,
      { message: "Cannot delete a database that has datasets attached" },
    ]);
    const id = await added({ database_name: "empty", sqlalchemy_uri: SAMPLES });
    expect((await admin.delete<Json>(PATH + id)).body).toEqual({ message: "OK" });
    expect((await admin.get(PATH + id)).status).toBe(404);
    expect((await admin.delete(PATH + id)).status).toBe(404);
  });

  test("removes its permissions; renaming keeps them", async () => {
    const { db } = server.app;
    const { id: role_id } = await db
      .insertInto("roles")
      .values({ name: "r" })
      .returning("id")
      .executeTakeFirstOrThrow();
    const applied = async () =>
      (
        await db.selectFrom("role_permissions").select("view").where("role_id", "=", role_id).orderBy("view").execute()
      ).map(({ view }) => view);
    const id = await added({ database_name: "rights", sqlalchemy_uri: SAMPLES });
    for (const [permission, view] of [
      ["database_access", `[rights].(id:${id})`],
      ["catalog_access", "[rights].[samples]"],
      ["schema_access", "[rights].[samples].[main]"],
      ["schema_access", "[rights too].[main]"],
    ] as const) {
      await db.insertInto("role_permissions").values({ role_id, permission, view }).execute();
    }
    expect((await admin.put(PATH + id, { database_name: "renamed" })).status).toBe(200);
    expect(await applied()).toEqual([
      `[renamed].(id:${id})`,
      "[renamed].[samples]",
      "[renamed].[samples].[main]",
      "[rights too].[main]",
    ]);
    expect((await admin.delete(PATH + id)).status).toBe(200);
    expect(await applied()).toEqual(["[rights too].[main]"]);
  });

  test("lists related objects", async () => {
    const { body } = await admin.get<Json>(`${PATH}${data.databaseId}/related_objects/`);
    expect(body).toEqual({
      datasets: {
        count: 2,
        result: [
          { id: data.carsId, table_name: "cars", schema: null },
          { id: data.flightsId, table_name: "flights", schema: null },
        ],
      },
      charts: { count: 0, result: [] },
      dashboards: { count: 0, result: [] },
      sqllab_tab_states: { count: 0, result: [] },
    });
  });
});

describe("permissions", () => {
  const calls: [string, string][] = [
    ["POST", ""],
    ["PUT", "1"],
    ["DELETE", "1"],
    ["GET", "1/connection"],
    ["POST", "test_connection/"],
    ["POST", "validate_parameters/"],
  ];
  test.each(calls)("%s %s: Admin only", async (method, path) => {
    const body = method === "GET" || method === "DELETE" ? {} : { body: "{}" };
    const headers = { "content-type": "application/json" };
    const status = async (client: TestClient) => (await client.fetch(PATH + path, { method, headers, ...body })).status;
    expect(await status(await server.as("alpha"))).toBe(403);
    expect(await status(await server.as("gamma"))).toBe(403);
    expect(await status(server.anonymous)).toBe(401);
  });

  test("reject a save without a CSRF token or a JSON body", async () => {
    const headers = { "content-type": "application/json", "x-csrftoken": "" };
    const body = JSON.stringify({ database_name: "csrf", sqlalchemy_uri: SAMPLES });
    expect((await admin.fetch(PATH, { method: "POST", headers, body })).status).toBe(400);
    expect((await admin.fetch(PATH, { method: "POST", headers: { "content-type": "text/plain" }, body })).status).toBe(
      400,
    );
  });
});

describe("files", () => {
  test.each([
    "duckdb:////etc/passwd",
    "sqlite:////etc/passwd",
    "sqlite:///../../etc/passwd",
    "duckdb:///secret.key",
    "sqlite:///tessera.db",
    "duckdb:///sub/folder.duckdb",
    "sqlite:///file:tessera.db?mode=rw",
    "sqlite:///./tessera.db",
  ])("%s can't be used as a database", async (sqlalchemy_uri) => {
    writeFileSync(join(server.app.config.home, "secret.key"), "x");
    for (const path of ["", "test_connection/"]) {
      const { status, body } = await post({ database_name: "file", sqlalchemy_uri }, path);
      expect([400, 422]).toContain(status);
      expect(body.errors[0].error_type).toMatch(/^CONNECTION_(DATABASE_PERMISSIONS|UNKNOWN_DATABASE)_ERROR$/);
      expect(JSON.stringify(body)).not.toMatch(/etc|secret\.key|sub/);
    }
  });
});
