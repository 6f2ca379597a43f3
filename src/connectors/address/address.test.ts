import { describe, expect, test } from "vitest";
import { isNotOff, originOf, parseServerAddress, tlsOptions } from "./address.ts";

const parse = (uri: string, connectArguments: Record<string, unknown> = {}) =>
  parseServerAddress({ uri, timeoutMs: 1000, connectArguments }, 5432);

describe("server addresses", () => {
  test.each([
    ["postgresql://db", { user: null, password: null, host: "db", port: 5432, database: null }],
    ["postgresql+psycopg2://ann@db:1/sales", { user: "ann", password: null, host: "db", port: 1, database: "sales" }],
    ["mysql://ann:p%40ss%2F%3A@db/a%20b", { user: "ann", password: "p@ss/:", host: "db", database: "a b" }],
    ["mysql://ann:p@ss:w@rd@db:3306/x", { user: "ann", password: "p@ss:w@rd", host: "db", port: 3306 }],
    ["mysql://ann:wh?t@db/x", { user: "ann", password: "wh?t", host: "db", database: "x" }],
    ["mysql://ann:100%@db/x", { password: "100%", host: "db" }],
    ["mysql://:secret@db", { user: null, password: "secret" }],
    ["trino://ann@[::1]:8080/hive", { host: "::1", port: 8080, database: "hive" }],
    ["postgresql://ünï:日本@höst/データ", { user: "ünï", password: "日本", host: "höst", database: "データ" }],
  ])("%s", (uri, expected) => {
    expect(parse(uri)).toMatchObject(expected);
  });

  test("merges options of the query and the connect arguments; the query wins", () => {
    const { options } = parse("postgresql://db/x?sslmode=require&a=1&a=2&plus=a+b%2B", {
      sslmode: "disable",
      retries: 3,
      on: true,
      nested: { deep: 1 },
      none: null,
    });
    expect(Object.fromEntries(options)).toEqual({
      sslmode: "require",
      a: "2",
      plus: "a b+",
      retries: "3",
      on: "true",
    });
  });

  test.each([
    ["", "host"],
    ["postgresql", "host"],
    ["postgresql://", "host"],
    ["postgresql://ann:secret@/x", "host"],
    ["postgresql://:5432", "host"],
  ])("reports a missing host: %j", (uri, name) => {
    expect(() => parse(uri)).toThrow(`One or more parameters are missing: ${name}`);
  });

  test.each(["0", "65536", "99999999999999999999"])("rejects port %s without showing the password", (port) => {
    expect(() => parse(`postgresql://ann:hush@db:${port}/x`)).toThrow("The port must be a number from 1 to 65535.");
  });

  test("writes IPv6 hosts in brackets", () => {
    expect(originOf(parse("trino://[fe80::1]:8443"), "https")).toBe("https://[fe80::1]:8443");
    expect(originOf(parse("trino://db"), "http")).toBe("http://db:5432");
  });
});

describe("encryption", () => {
  const PEM = "-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----";
  const address = (options: Record<string, unknown> = {}) => parse("postgresql://db", options);

  test("verifies the host name only on request", () => {
    expect(tlsOptions("require", address())).toMatchObject({ rejectUnauthorized: false });
    expect(tlsOptions("verify-ca", address())).toMatchObject({ rejectUnauthorized: true });
    const unnamed = tlsOptions("verify-ca", address()).checkServerIdentity;
    expect(unnamed?.("other", {} as never)).toBeUndefined();
    expect(tlsOptions("verify-full", address())).toEqual({ rejectUnauthorized: true });
  });

  test("verifies with a given certificate, whatever the mode", () => {
    expect(tlsOptions("require", address(), PEM)).toMatchObject({ rejectUnauthorized: true, ca: PEM });
    expect(tlsOptions("require", address({ ssl_ca: PEM, ssl_cert: PEM, sslkey: PEM }))).toMatchObject({
      rejectUnauthorized: true,
      ca: PEM,
      cert: PEM,
      key: PEM,
    });
  });

  test.each(["sslrootcert", "ssl_ca", "sslcert", "ssl_key"])("reads no file that %s names", (name) => {
    expect(() => tlsOptions("require", address({ [name]: "/etc/ssl/key.pem" }))).toThrow(
      `${name} must be the text of a certificate or key, not a path.`,
    );
  });

  test("can be disabled", () => {
    expect(["false", "No", "0", "true", "", undefined, "off"].map(isNotOff)).toEqual([
      false,
      false,
      false,
      true,
      true,
      true,
      true,
    ]);
  });
});
