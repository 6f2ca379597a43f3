import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DEFAULTS } from "../src/server/config/defaults.ts";

const CONFIG = "src/server/config";
/** Where settings are looked up, and not a setting. */
const SOURCES = ["sources.ts", "defaults.ts"];

function settingsRead(): string[] {
  const code = readdirSync(CONFIG)
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && !SOURCES.includes(name))
    .map((name) => readFileSync(join(CONFIG, name), "utf8"))
    .join("\n");
  const names = [...code.matchAll(/["`]((?:TESSERA_[A-Z_]*[A-Z])|CHROME_PATH|OTEL_EXPORTER_OTLP_ENDPOINT)["`]/g)].map(
    ([, name = ""]) => name,
  );
  const prefixes = ["TESSERA_OIDC", "TESSERA_LDAP"];
  const mapped = prefixes.flatMap((prefix) => ["ROLES", "GROUPS", "DEFAULT_ROLE"].map((name) => `${prefix}_${name}`));
  return [...new Set([...names.filter((name) => !prefixes.includes(name)), ...mapped])].sort();
}

const documented = [...readFileSync("docs/settings.md", "utf8").matchAll(/^\| `([A-Z_]+)` \| (.*?) \|/gm)];

test("docs/settings.md lists every setting once, and no other", () => {
  expect(documented.map(([, name]) => name).toSorted()).toEqual(settingsRead());
  expect(Object.keys(DEFAULTS).toSorted()).toEqual(settingsRead());
});

test("docs/settings.md has the defaults", () => {
  const literal = documented.map(([, name, text = ""]) => [name, /^`(.*)`$/.exec(text)?.[1]]);
  expect(Object.fromEntries(literal)).toEqual(DEFAULTS);
});
