import { describe, expect, test } from "vitest";
import { type Config, readConfig } from "./config.ts";
import { ConfigError } from "./config-error.ts";

const read = (env: Record<string, string>): Config => readConfig(env, "/srv/tessera");

describe("boolean settings", () => {
  const switches: readonly (readonly [name: string, of: (config: Config) => boolean, usual: boolean])[] = [
    ["TESSERA_PRIVATE_NETWORKS", (config) => config.privateNetworks, true],
    ["TESSERA_EXAMPLES", (config) => config.loadExamples, true],
    ["TESSERA_JOBS", (config) => config.runsJobs, true],
    ["TESSERA_PICTURES", (config) => config.browser !== null, true],
    ["TESSERA_TRUST_PROXY", (config) => config.trustProxy, false],
    ["TESSERA_FEATURE_GLOBAL_ASYNC_QUERIES", (config) => config.features.globalAsyncQueries, false],
  ];
  test.each(switches)("%s", (name, of, usual) => {
    expect(of(read({}))).toBe(usual);
    expect(of(read({ [name]: "" }))).toBe(usual);
    for (const word of ["on", "true", "True"]) expect(of(read({ [name]: word }))).toBe(true);
    for (const word of ["off", "false", "OFF"]) expect(of(read({ [name]: word }))).toBe(false);
    expect(() => read({ [name]: "of" })).toThrow(new ConfigError(`${name} must be on or off, not "of".`));
  });
});

test("schemes of apps can be replaced, or none allowed", () => {
  expect(read({}).agentSchemes).toContain("cursor");
  expect(read({ TESSERA_MCP_SCHEMES: "Windsurf, my-app" }).agentSchemes).toEqual(["windsurf", "my-app"]);
  expect(read({ TESSERA_MCP_SCHEMES: "off" }).agentSchemes).toEqual([]);
});

test.each([
  ["TESSERA_PORT", "65536", "TESSERA_PORT must be a port number"],
  ["TESSERA_WEB_TIMEOUT", "0", "TESSERA_WEB_TIMEOUT must be a whole number"],
  ["TESSERA_TRASH_DAYS", "-1", "TESSERA_TRASH_DAYS must be a whole number"],
  ["TESSERA_LOG_DAYS", "1.5", "TESSERA_LOG_DAYS must be a whole number"],
  ["TESSERA_REDIS_URL", "http://cache", "TESSERA_REDIS_URL must start with redis:// or rediss://."],
  ["TESSERA_ASYNC_QUERIES_TRANSPORT", "sse", "TESSERA_ASYNC_QUERIES_TRANSPORT must be polling or ws"],
  ["TESSERA_GUEST_TOKEN_SECRET", "short", "at least 32 characters"],
  ["TESSERA_WEBHOOK_HOSTS", "a b", 'TESSERA_WEBHOOK_HOSTS: "a b" isn\'t a host'],
  ["TESSERA_ALLOWED_HOSTS", "10.0.0.0/33", 'TESSERA_ALLOWED_HOSTS: "10.0.0.0/33" isn\'t a host'],
  ["TESSERA_MCP_SCHEMES", "cursor,javascript", 'such as cursor,windsurf, not "javascript".'],
  ["TESSERA_MCP_SCHEMES", "ms-settings", 'not "ms-settings".'],
  ["TESSERA_MCP_SCHEMES", "cursor,", 'not "".'],
  ["TESSERA_MAP_TILES", "https://tiles.example.com/", "TESSERA_MAP_TILES must be an address like"],
  ["TESSERA_SMTP_URL", "mail.example.org", "TESSERA_SMTP_URL must be an address like smtp://"],
  ["TESSERA_SMTP_URL", "https://mail.example.org", "TESSERA_SMTP_URL must be an address like smtp://"],
  ["TESSERA_SMTP_URL", "smtp://mail.example.org?tls=never", "tls must be required or optional"],
  ["TESSERA_SMTP_URL", "smtp://me:100%@mail.example.org", "encode % in the user name or password as %25"],
  ["TESSERA_SMTP_FROM", "Reports", "TESSERA_SMTP_FROM must be an address like"],
  ["TESSERA_SMTP_FROM", "a@example.org\r\nBcc: b@example.org", "TESSERA_SMTP_FROM must be an address like"],
  ["TESSERA_PUBLIC_URL", "bi.example.org", "TESSERA_PUBLIC_URL must be an address like"],
  ["TESSERA_TIME_GRAIN_ADDONS", "{", "TESSERA_TIME_GRAIN_ADDONS must be JSON like"],
])("rejects %s=%s", (name, value, message) => {
  expect(() => read({ [name]: value })).toThrow(message);
});

test.each([
  ["smtp://mail.example.org", { port: 25, isSecure: false, needsTls: false, user: undefined, password: undefined }],
  ["smtp://a%40b:p%3Aw@mail.example.org", { port: 587, needsTls: true, user: "a@b", password: "p:w" }],
  ["smtp://a:b@localhost:2525", { port: 2525, needsTls: false }],
  ["smtp://a:b@mail.example.org?tls=optional", { needsTls: false }],
  ["smtps://mail.example.org", { port: 465, isSecure: true }],
])("sends mail through %s", (url, settings) => {
  expect(read({ TESSERA_SMTP_URL: url }).delivery.smtp).toMatchObject(settings);
});

test("splits lists at commas and resolves folders", () => {
  const config = read({
    TESSERA_ALLOWED_HOSTS: " db.local, *.corp.example,10.0.0.0/8,::1/128,, fe80::/10",
    TESSERA_DATABASE_FOLDERS: "/data, ./more/../more",
    TESSERA_VIZ_TYPE_DENYLIST: "pie, table,,sankey_v2",
  });
  expect(config.allowedHosts).toEqual(["db.local", "*.corp.example", "10.0.0.0/8", "::1/128", "fe80::/10"]);
  expect(config.databaseFolders).toEqual(["/data", `${process.cwd()}/more`]);
  expect(config.disabledChartTypes).toEqual(["pie", "sankey_v2"]);
  expect(config.webFolder).toBe("/srv/tessera/dist/web");
});

test.each(["10.0.0.0/33", "::1/129", "http://db", "a b", "*", "*.*.example", "10.0.0.0/8/8", "10.0.0.0/x"])(
  "rejects the allowed host %s",
  (host) => expect(() => read({ TESSERA_ALLOWED_HOSTS: `db,${host}` })).toThrow(ConfigError),
);

test("requires long secrets, uses the guest secret unchanged, and shows none in errors", () => {
  const secret = "s".repeat(32);
  const config = read({ TESSERA_SECRET_KEY: secret, TESSERA_GUEST_TOKEN_SECRET: secret });
  expect(config.secret).toHaveLength(32);
  expect(Buffer.from(config.secret ?? []).toString()).not.toBe(secret);
  expect(Buffer.from(config.embedding.guestTokenSecret ?? []).toString()).toBe(secret);
  for (const name of ["TESSERA_SECRET_KEY", "TESSERA_PREVIOUS_SECRET_KEY", "TESSERA_GUEST_TOKEN_SECRET"]) {
    expect(() => read({ [name]: "hush-hush" })).toThrow(new ConfigError(`${name} must have at least 32 characters.`));
  }
  expect(() => read({ TESSERA_DATABASE_URL: "mysql://me:hush@db" })).toThrow(/^(?!.*hush)/);
});

test("limits and retention have defaults that settings override", () => {
  expect(read({})).toMatchObject({
    port: 8088,
    retention: { versions: 100, trashDays: 30, logDays: undefined, auditDays: undefined },
    limits: { webTimeoutMs: 60_000, queries: { perDatabase: undefined, perUser: undefined } },
  });
  const set = { TESSERA_PORT: "0", TESSERA_WEB_TIMEOUT: "90", TESSERA_LOG_DAYS: "7", TESSERA_QUERIES_PER_USER: "3" };
  expect(read(set)).toMatchObject({
    port: 0,
    retention: { logDays: 7 },
    limits: { webTimeoutMs: 90_000, queries: { perUser: 3 } },
  });
  for (const count of ["0", "100001", "1e9", "x"])
    expect(() => read({ TESSERA_QUERIES_PER_DATABASE: count })).toThrow("must be a whole number from 1 to 100000");
});

test.each([
  ["https://bi.example.org/tessera/", "https://bi.example.org/tessera"],
  ["http://bi.example.org:8088", "http://bi.example.org:8088"],
])("links use %s", (address, url) => expect(read({ TESSERA_PUBLIC_URL: address }).publicUrl).toBe(url));

test.each(["https://bi.example.org/?a=1", "https://me@bi.example.org", "ftp://bi.example.org", "https://x/#y"])(
  "links lead nowhere by %s",
  (address) =>
    expect(() => read({ TESSERA_PUBLIC_URL: address })).toThrow("TESSERA_PUBLIC_URL must be an address like"),
);

test("adds time grains with a label and SQL per engine", () => {
  const grains = { PT2H: { label: "2 hour", expressions: { duckdb: "f({col})" } } };
  expect(read({ TESSERA_TIME_GRAIN_ADDONS: JSON.stringify(grains) }).timeGrainsAdded).toEqual(grains);
  for (const wrong of [{ PT2H: {} }, { "a b": grains.PT2H }, { PT2H: { label: "x", expressions: { duckdb: "1" } } }])
    expect(() => read({ TESSERA_TIME_GRAIN_ADDONS: JSON.stringify(wrong) })).toThrow(ConfigError);
});
