import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { freePort } from "../../scripts/services.ts";
import { lockHome } from "../server/store/home-lock.ts";
import { startServer } from "../testing/stage.ts";
import { runCommand } from "./command.ts";

let home: string;
let printed: string[];
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "tessera-cli-users-"));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));
beforeEach(() => {
  printed = [];
});

function run(args: string, { input = "", env = {} }: { input?: string; env?: Record<string, string> } = {}) {
  const print = (line: string) => void printed.push(line);
  const settings = { TESSERA_HOME: home, TESSERA_EXAMPLES: "off", ...env };
  const ends = { print, printError: print, input: async () => input };
  return runCommand({ args: args.split(" "), env: settings, root: process.cwd(), ...ends });
}

async function signIn(url: string, username: string, password: string): Promise<number> {
  const body = JSON.stringify({ username, password, provider: "db" });
  const headers = { "content-type": "application/json" };
  return (await fetch(`${url}/api/v1/security/login`, { method: "POST", headers, body })).status;
}

/** Of the action log. */
function loggedCommands(): unknown[][] {
  const store = new DatabaseSync(join(home, "tessera.db"), { readOnly: true });
  const select = "select action, verb, object_name, details from logs where action like 'tessera %' order by id";
  const rows = store
    .prepare(select)
    .all()
    .map((row) => Object.values(row));
  store.close();
  return rows;
}

describe("users", () => {
  test("are created with roles, and sign in with the password until it is reset", async () => {
    expect(
      await run("user create ana --role Alpha,sql_lab --email ana@example.com", { input: "first password\n" }),
    ).toBe(0);
    expect(await run("user create ana", { input: "long enough" })).toBe(1);
    expect(printed.at(-1)).toBe("A user already has this name or email.");
    for (const wrong of ["user create ben\tjamin", `user create ${"x".repeat(65)}`, "user create ben --email nowhere"])
      expect(await run(wrong, { input: "a password" })).toBe(1);
    expect(printed.at(-1)).toBe("Invalid email address: nowhere");
    expect(await run("user create ben --role Nobody", { input: "long enough" })).toBe(1);
    expect(printed.at(-1)).toBe("No role is named Nobody.");
    for (const input of ["\n", "short"]) {
      expect(await run("user create ben", { input })).toBe(1);
      expect(printed.at(-1)).toBe("Write the password to standard input, 8 to 1024 characters.");
    }
    expect(await run("user reset-password ben", { input: "long enough" })).toBe(1);
    expect(printed.at(-1)).toBe("No user is named ben.");
    printed = [];
    expect(await run("user list --json")).toBe(0);
    expect(JSON.parse(printed[0] ?? "")).toEqual([
      { username: "ana", email: "ana@example.com", active: true, roles: ["Alpha", "sql_lab"] },
    ]);
    expect(await run("user reset-password ana", { input: "second password" })).toBe(0);
    expect(loggedCommands()).toEqual([
      ["tessera user create", "create", "ana", '{"roles":["Alpha","sql_lab"],"by":"command line"}'],
      ["tessera user reset-password", "change", "ana", '{"fields":["password"],"by":"command line"}'],
    ]);
    const server = await startServer({ port: await freePort(), home, env: { TESSERA_EXAMPLES: "off" } });
    expect(await signIn(server.url, "ana", "first password")).toBe(401);
    expect(await signIn(server.url, "ana", "second password")).toBe(200);
    expect(await run("user reset-password ana", { input: "third password" })).toBe(1);
    expect(printed.at(-1)).toContain("Stop it first.");
    await server.stop();
  });
});

test("settings are shown with their source, without secrets", async () => {
  const file = join(home, "secret");
  writeFileSync(file, "a secret that nobody may see in a list");
  const env = { TESSERA_SECRET_KEY_FILE: file, TESSERA_PORT: "9001" };
  expect(await run("config", { env })).toBe(0);
  expect(printed).toContain("TESSERA_PORT=9001  (environment)");
  expect(printed).toContain(`TESSERA_SECRET_KEY=********  (${file})`);
  expect(printed).toContain("TESSERA_DRAIN_SECONDS=50  (default)");
  expect(printed.join()).not.toContain("nobody");
});

describe("a store", () => {
  test("is migrated, and the dry run says what would run", async () => {
    const own = { TESSERA_HOME: join(home, "migrated") };
    expect(await run("migrate --dry-run", { env: own })).toBe(0);
    const pending = printed.slice(0, -1);
    expect(pending.length).toBeGreaterThan(30);
    expect(printed.at(-1)).toBe(`${pending.length} migrations are pending.`);
    printed = [];
    expect(await run("migrate", { env: own })).toBe(0);
    expect(printed).toEqual([...pending, `${pending.length} migrations ran.`]);
    expect(await run("migrate --dry-run", { env: own })).toBe(0);
    expect(printed.at(-1)).toBe("0 migrations are pending.");
    const unlock = lockHome(own.TESSERA_HOME);
    expect(await run("migrate", { env: own })).toBe(1);
    unlock();
  });

  test("is checked with the server's disk and the database connections", async () => {
    const env = { TESSERA_HOME: join(home, "checked"), TESSERA_ALLOWED_HOSTS: "127.0.0.1" };
    expect(await run("check", { env })).toBe(1);
    expect(printed.at(-1)).toMatch(/^\d+ problems$/);
    await run("migrate", { env });
    printed = [];
    expect(await run("check", { env })).toBe(0);
    expect(printed).toEqual(["ok      settings", "ok      store", "ok      server"]);
    const bundle = join(home, "bundle");
    mkdirSync(join(bundle, "databases"), { recursive: true });
    writeFileSync(
      join(bundle, "metadata.yaml"),
      "version: 1.0.0\ntype: assets\ntimestamp: '2026-01-01T00:00:00+00:00'\n",
    );
    writeFileSync(
      join(bundle, "databases", "gone.yaml"),
      "database_name: gone\nsqlalchemy_uri: postgresql://a@127.0.0.1:9/x\nuuid: a2dc77af-e654-49bb-b321-40f6b559a1ee\nversion: 1.0.0\n",
    );
    expect([await run(`import ${bundle}`, { env }), printed.at(-1)]).toEqual([0, `Imported 1 objects from ${bundle}`]);
    printed = [];
    expect(await run("check", { env: { ...env, TESSERA_MIN_DISK_MB: "1000000" } })).toBe(1);
    expect(printed.join("\n")).toMatch(/failed {2}server\n {8}[\d,]+ MB of disk space are free/);
    expect(printed.join("\n")).toMatch(/failed {2}database gone\n {8}\S/);
    expect(printed.at(-1)).toBe("2 problems");
  });
});
