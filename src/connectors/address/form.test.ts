import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mysqlConnector } from "../mysql/mysql.ts";
import { postgresqlConnector } from "../postgresql/postgresql.ts";
import { sqliteConnector, sqliteFileOf } from "../sqlite/sqlite.ts";
import { parseServerAddress } from "./address.ts";
import { addressFrom, parametersFrom, parametersSchema } from "./form.ts";
import { hasMask, isOtherServer, isSecretName, MASK, maskedUri, unmaskedUri } from "./secrets.ts";
import { assertSafeAddress } from "./unsafe.ts";

const postgresql = postgresqlConnector();

describe("connection forms", () => {
  const anything = fc.string({ unit: fc.constantFrom(..."ab1@:/?#%&=+ é日😀'\"\\[]"), maxLength: 8 });
  const filled = anything.map((text) => text.trim());

  test("create an address that round-trips", () => {
    fc.assert(
      fc.property(filled, filled, filled, filled, (username, password, database, option) => {
        const parameters = { host: "db", port: 5433, database, username, password, query: { opt: option } };
        const address = parseServerAddress({ uri: addressFrom(postgresql, parameters), timeoutMs: 1 }, 5432);
        expect(address).toMatchObject({
          user: username || null,
          password: password || null,
          host: "db",
          port: 5433,
          database: database || null,
        });
        expect(address.options.get("opt")).toBe(option);
      }),
    );
  });

  test("show an address with masked secrets and the encryption switch", () => {
    const uri = "postgresql://ann:hush@[::1]:5433/my%20db?sslmode=require&sslpassword=deep&application_name=x";
    expect(parametersFrom(postgresql, uri)).toEqual({
      host: "::1",
      port: 5433,
      database: "my db",
      username: "ann",
      password: MASK,
      query: { sslpassword: MASK, application_name: "x" },
      encryption: true,
    });
    expect(parametersFrom(postgresql, "postgresql://db")).toMatchObject({
      password: null,
      encryption: false,
      query: {},
    });
    expect(addressFrom(postgresql, { host: "db", encryption: true, query: "sslmode=disable&a=1" })).toBe(
      "postgresql://db?a=1&sslmode=require",
    );
    expect(addressFrom(mysqlConnector(), { host: " ::1 ", port: "3307" })).toBe("mysql://[::1]:3307");
  });

  test("accept file paths with special characters", () => {
    const uri = addressFrom(sqliteConnector(), { database: "/data/a b?#%41.db" });
    expect(sqliteFileOf(uri)).toBe("/data/a b?#%41.db");
    expect(parametersFrom(sqliteConnector(), `${uri}?timeout=5`)).toEqual({
      database: "/data/a b?#%41.db",
      query: { timeout: "5" },
    });
  });

  test("accept unpaired surrogates", () => {
    expect(addressFrom(postgresql, { host: "db", username: "\ud83d" })).toBe("postgresql://%EF%BF%BD@db");
    expect(addressFrom(sqliteConnector(), { database: "/\ud83d" })).toBe("sqlite:////%EF%BF%BD");
  });

  test("are described for clients", () => {
    const { properties, required } = parametersSchema(postgresql) as { properties: object; required: string[] };
    expect(required).toEqual(["host", "port", "database"]);
    expect(properties).toMatchObject({
      port: { type: "integer", minimum: 0, maximum: 65_535, default: 5432 },
      password: { type: "string", format: "password" },
      query: { type: "object" },
      encryption: { type: "boolean" },
    });
    expect(properties).not.toHaveProperty("database_name");
  });
});

describe("secrets in addresses", () => {
  const part = fc.string({ unit: fc.constantFrom(..."abX%40:?".split("")), minLength: 1, maxLength: 6 });
  const uris = fc
    .record({ user: part, password: part, token: part, plain: part })
    .map(({ user, password, token, plain }) => {
      const [u, p, t, o] = [user, password, token, plain].map(encodeURIComponent);
      return `mysql://${u}:${p}@db.example.org:3306/sales?access_token=${t}&charset=${o}`;
    });

  test("are masked, and a masked address maps to the stored one", () => {
    fc.assert(
      fc.property(uris, (uri) => {
        const masked = maskedUri(uri);
        expect(hasMask(masked)).toBe(true);
        expect(masked).toContain(`:${MASK}@db.example.org:3306/sales?access_token=${MASK}&charset=`);
        expect(unmaskedUri(masked, uri)).toBe(uri);
        expect(isOtherServer(masked, uri)).toBe(false);
      }),
    );
  });

  test("are masked when passwords contain separators", () => {
    expect(maskedUri("mysql://ann:p@ss:w@db/x")).toBe(`mysql://ann:${MASK}@db/x`);
    expect(maskedUri("mysql://ann:wh?t@db/x")).toBe(`mysql://ann:${MASK}@db/x`);
    expect(maskedUri("mysql://ann@db/x?a=1")).toBe("mysql://ann@db/x?a=1");
    expect(maskedUri("sqlite:////a/b.db")).toBe("sqlite:////a/b.db");
    expect(maskedUri("no address")).toBe("no address");
  });

  test("can be replaced, and a mask without a stored secret stays", () => {
    const stored = "mysql://ann:old@db/x?api_key=k1";
    expect(unmaskedUri("mysql://ann:new@db/x?api_key=k2", stored)).toBe("mysql://ann:new@db/x?api_key=k2");
    expect(unmaskedUri(`mysql://bob:${MASK}@db/x?api_key=${MASK}`, stored)).toBe("mysql://bob:old@db/x?api_key=k1");
    expect(hasMask(unmaskedUri(`mysql://ann:${MASK}@db/x`, "mysql://ann@db/x"))).toBe(true);
  });

  test.each(["password", "sslpassword", "PASSWD", "api_key", "apikey", "private_key", "client_key", "refreshToken"])(
    "are known by their name: %s",
    (name) => expect(isSecretName(name)).toBe(true),
  );

  test("are recognized by name only", () => {
    for (const name of ["user", "host", "keyspace", "sslmode", "keepalive", "primary_key_column"])
      expect(isSecretName(name)).toBe(false);
  });

  test("aren't sent to another server", () => {
    const stored = "mysql://ann:hush@db.example.org:3306/x";
    expect(isOtherServer(`mysql://ann:${MASK}@DB.example.org:3306/y?a=1`, stored)).toBe(false);
    for (const place of ["db.example.org:3307", "db.example.org.evil", "evil", "db.example.org"])
      expect(isOtherServer(`mysql://ann:${MASK}@${place}/x`, stored)).toBe(true);
    expect(isOtherServer("bigquery://other", "bigquery://project")).toBe(false);
  });
});

describe("unsafe options", () => {
  test.each([
    { ssl: { ca: { path: "/etc/passwd" } } },
    { "init-command": "SET x" },
    { a: { b: { c: { d: { e: { f: { g: {} } } } } } } },
    { url: "http://169.254.169.254/" },
    { cert: "~/.ssh/id_rsa" },
    { cert: "C:\\keys\\a.pem" },
    { socket: { inner: "x" } },
  ])("are rejected in connect arguments: %j", (connectArguments) => {
    expect(() => assertSafeAddress("mysql://db", connectArguments)).toThrow(
      /isn't allowed|can't be a|nested too deeply/,
    );
  });

  test("are rejected in addresses: sockets, line breaks, paths", () => {
    for (const uri of [
      "mysql://%2Fvar%2Frun%2Fa.sock/x",
      "mysql://db/x\nfoo",
      "mysql://db/x?cert=./a",
      "mysql://db/x?a=file:b",
    ])
      expect(() => assertSafeAddress(uri)).toThrow();
  });

  test("don't include harmless ones", () => {
    const plain = {
      charset: "utf8mb4",
      ssl: { mode: "require" },
      credentials_info: { token_uri: "https://x" },
      n: null,
    };
    expect(() => assertSafeAddress("mysql://ann:p%2Fss@db/x?connect_timeout=5", plain)).not.toThrow();
  });
});
