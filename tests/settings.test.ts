import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const CONFIG = "src/server/config";

function settingsRead(): string[] {
  const code = readdirSync(CONFIG)
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => readFileSync(join(CONFIG, name), "utf8"))
    .join("\n");
  const names = [...code.matchAll(/["`]((?:TESSERA_[A-Z_]*[A-Z])|CHROME_PATH)["`]/g)].map(([, name = ""]) => name);
  const prefixes = ["TESSERA_OIDC", "TESSERA_LDAP"];
  const mapped = prefixes.flatMap((prefix) => ["ROLES", "GROUPS", "DEFAULT_ROLE"].map((name) => `${prefix}_${name}`));
  return [...new Set([...names.filter((name) => !prefixes.includes(name)), ...mapped])].sort();
}

test("docs/settings.md lists every setting once, and no other", () => {
  const listed = [...readFileSync("docs/settings.md", "utf8").matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name);
  expect(listed.toSorted()).toEqual(settingsRead());
});
