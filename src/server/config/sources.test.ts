import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { readSources } from "./sources.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tessera-sources-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

test("the environment comes before files of single settings, and these before the YAML file", () => {
  const yaml = file(
    "tessera.yaml",
    "port: 9001\nhome: /srv/home\nTRUST_PROXY: true\nallowed_hosts: [a.example.com, 10.0.0.0/8]\n" +
      'oidc_roles: {analysts: [Alpha]}\nTESSERA_SECRET_KEY: "in the YAML file, which comes last"\nlog_level: warn\n',
  );
  const secret = file("secret", "a secret of a file, without its line end\n");
  const env = { TESSERA_CONFIG_FILE: yaml, TESSERA_SECRET_KEY_FILE: secret, TESSERA_HOME: "/srv/other" };
  const { values, sources, warnings } = readSources(env);
  expect(values).toMatchObject({
    TESSERA_PORT: "9001",
    TESSERA_HOME: "/srv/other",
    TESSERA_TRUST_PROXY: "true",
    TESSERA_ALLOWED_HOSTS: "a.example.com,10.0.0.0/8",
    TESSERA_OIDC_ROLES: '{"analysts":["Alpha"]}',
    TESSERA_SECRET_KEY: "a secret of a file, without its line end",
  });
  expect(Object.fromEntries(sources)).toMatchObject({
    TESSERA_PORT: yaml,
    TESSERA_HOME: "environment",
    TESSERA_SECRET_KEY: secret,
  });
  expect(warnings).toEqual([]);
  expect(readConfig(values, "/")).toMatchObject({ port: 9001, home: "/srv/other", trustProxy: true, logLevel: "warn" });
});

test.each([
  ["prot: 8088", /unknown setting "prot"\. Did you mean port\?$/],
  ["- port", /must have one setting per line/],
  ["port: [8088", /isn't valid YAML/],
  ["port:", /: port has no value\.$/],
  ["port: 1\nTESSERA_PORT: 2", / has port twice\.$/],
])("rejects a file with %s", (text, message) => {
  const path = file("bad.yaml", text);
  expect(() => readSources({ TESSERA_CONFIG_FILE: path })).toThrow(message);
});

test("changes no unquoted values", () => {
  const path = file("numbers.yaml", "admin_password: 00123456\noidc_name: 1e5\nguest_role: no\nexamples: off\n");
  expect(readSources({ TESSERA_CONFIG_FILE: path }).values).toMatchObject({
    TESSERA_ADMIN_PASSWORD: "00123456",
    TESSERA_OIDC_NAME: "1e5",
    TESSERA_GUEST_ROLE: "no",
    TESSERA_EXAMPLES: "off",
  });
});

test("reads no endless files", () => {
  expect(() => readSources({ TESSERA_SECRET_KEY_FILE: "/dev/zero" })).toThrow("it isn't a regular file");
});

test("a file that can't be read names its variable", () => {
  const path = join(folder, "none");
  expect(() => readSources({ TESSERA_SMTP_URL_FILE: path })).toThrow(/^Can't read the file .*none of TESSERA_SMTP_URL/);
});

test("names unknown variables", () => {
  const env = {
    TESSERA_PROT: "1",
    TESSERA_SECRET_KEY_FIEL: "x",
    TESSERA_QUIET: "on",
    TESSERA_TEST_FULL: "1",
    PATH: "",
  };
  expect(readSources(env).warnings).toEqual([
    "Unknown setting TESSERA_PROT. Did you mean TESSERA_PORT?",
    "Unknown setting TESSERA_SECRET_KEY_FIEL. Did you mean TESSERA_SECRET_KEY_FILE?",
    "Unknown setting TESSERA_QUIET.",
  ]);
});
