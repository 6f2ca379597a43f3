import { describe, expect, test } from "vitest";
import { type Config, readConfig } from "./config.ts";
import { ConfigError } from "./config-error.ts";

/** What the environment says, and what is refused in words that name the setting. */

const read = (env: Record<string, string>): Config => readConfig(env, "/srv/tessera");

describe("settings that are on or off", () => {
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
  ["TESSERA_MAP_TILES", "https://tiles.example.com/", "TESSERA_MAP_TILES must be an address like"],
  ["TESSERA_SMTP_URL", "mail.example.org", "TESSERA_SMTP_URL must be an address like smtp://"],
  ["TESSERA_SMTP_URL", "https://mail.example.org", "TESSERA_SMTP_URL must be an address like smtp://"],
  ["TESSERA_SMTP_URL", "smtp://mail.example.org?tls=never", "tls must be required or optional"],
  ["TESSERA_SMTP_URL", "smtp://me:100%@mail.example.org", "write a % of the name or password as %25"],
  ["TESSERA_SMTP_FROM", "Reports", "TESSERA_SMTP_FROM must be an address like"],
  ["TESSERA_SMTP_FROM", "a@example.org\r\nBcc: b@example.org", "TESSERA_SMTP_FROM must be an address like"],
  ["TESSERA_PUBLIC_URL", "bi.example.org", "TESSERA_PUBLIC_URL must be an address like"],
  ["TESSERA_TIME_GRAIN_ADDONS", "{", "TESSERA_TIME_GRAIN_ADDONS must be JSON like"],
])("%s=%s is refused", (name, value, message) => {
  expect(() => read({ [name]: value })).toThrow(message);
});

test.each([
  ["smtp://mail.example.org", { port: 25, isSecure: false, needsTls: false, user: undefined, password: undefined }],
  ["smtp://a%40b:p%3Aw@mail.example.org", { port: 587, needsTls: true, user: "a@b", password: "p:w" }],
  ["smtp://a:b@localhost:2525", { port: 2525, needsTls: false }],
  ["smtp://a:b@mail.example.org?tls=optional", { needsTls: false }],
  ["smtps://mail.example.org", { port: 465, isSecure: true }],
])("mail goes by %s", (url, settings) => {
  expect(read({ TESSERA_SMTP_URL: url }).delivery.smtp).toMatchObject(settings);
});
