import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { freePort, type Service, startPostgres } from "../../scripts/services.ts";
import { createClient, type TestClient } from "../testing/server.ts";
import { startServer } from "../testing/stage.ts";
import { runCommand } from "./command.ts";

const PASSWORD = "a password of the test";
const ODD = "Line\u2028separator, 'quote', \"double\", \u0001, 🦜 and \\backslash\nnew line";
let folder: string;
let postgres: Service;
let printed: string[];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tessera-backup-"));
  const started = await startPostgres(folder);
  if (typeof started === "string") throw new Error(started);
  postgres = started;
});
afterAll(async () => {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  printed = [];
});

const homeOf = (name: string) => join(folder, name);
const env = (home: string, more: Record<string, string> = {}) => ({
  TESSERA_HOME: homeOf(home),
  TESSERA_EXAMPLES: "off",
  ...more,
});

function run(args: readonly string[], settings: Record<string, string>) {
  const print = (line: string) => void printed.push(line);
  return runCommand({ args, env: settings, root: process.cwd(), print, printError: print });
}

async function serverIn(home: string, more: Record<string, string> = {}) {
  const settings = env(home, { TESSERA_ADMIN_PASSWORD: PASSWORD, TESSERA_PICTURES: "off", ...more });
  return startServer({ port: await freePort(), home: homeOf(home), env: settings });
}

async function adminOf(url: string): Promise<TestClient> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ username: "admin", password: PASSWORD });
  const response = await fetch(`${url}/login/`, { method: "POST", body, headers });
  const cookie = (response.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  const { body: token } = await createClient(url, cookie, "").get<{ result: string }>("/api/v1/security/csrf_token/");
  return createClient(url, cookie, token.result);
}

async function upload(admin: TestClient): Promise<void> {
  const q = encodeURIComponent("(filters:!((col:allow_file_upload,opr:upload_is_enabled,value:!t)))");
  const { body } = await admin.get<{ ids: number[] }>(`/api/v1/database/?q=${q}`);
  const form = new FormData();
  for (const [name, value] of Object.entries({ type: "csv", table_name: "birds", schema: "main" }))
    form.set(name, value);
  form.set("file", new Blob(["bird,n\nparrot,3\n"]), "birds.csv");
  const { status } = await admin.fetch(`/api/v1/database/${body.ids[0]}/upload/`, { method: "POST", body: form });
  expect(status).toBe(201);
}

async function databaseOf(name: string): Promise<{ TESSERA_DATABASE_URL: string }> {
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  return { TESSERA_DATABASE_URL: url.href };
}

const titlesOf = async (admin: TestClient) =>
  (await admin.get<{ result: { dashboard_title: string }[] }>("/api/v1/dashboard/")).body.result.map(
    ({ dashboard_title }) => dashboard_title,
  );

const rowsOf = async (admin: TestClient, file: string) => {
  const q = encodeURIComponent("(filters:!((col:allow_file_upload,opr:upload_is_enabled,value:!t)))");
  const { body } = await admin.get<{ ids: number[] }>(`/api/v1/database/?q=${q}`);
  const answer = await admin.post<{ data: unknown[] }>("/api/v1/sqllab/execute/", {
    database_id: body.ids[0],
    sql: `select * from ${file}`,
    runAsync: false,
  });
  return answer.body.data;
};

describe("a backup", () => {
  test("of a running server is restored with its uploads, users and secrets", async () => {
    const server = await serverIn("one");
    const admin = await adminOf(server.url);
    expect((await admin.post("/api/v1/dashboard/", { dashboard_title: ODD })).status).toBe(201);
    await upload(admin);
    const file = join(folder, "one.zip");
    const writes = Array.from({ length: 20 }, (_, i) => admin.post("/api/v1/dashboard/", { dashboard_title: `D${i}` }));
    expect(await run(["backup", file], env("one"))).toBe(0);
    expect((await Promise.all(writes)).map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(printed.at(-1)).toMatch(/^Backed up \d+ rows of \d+ tables and uploaded data to /);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).filter((name) => name.startsWith("."))).toEqual([]);
    expect(readdirSync(homeOf("one")).filter((name) => name.startsWith("backup"))).toEqual([]);
    expect(await run(["backup", file], env("one"))).toBe(1);
    expect(printed.at(-1)).toBe(`${file} already exists.`);
    expect(await run(["restore", file], env("one"))).toBe(1);
    expect(printed.at(-1)).toContain("Stop it first.");
    await server.stop();
    expect(await run(["restore", file], env("one"))).toBe(1);
    expect(printed.at(-1)).toContain("uploads.duckdb already exists.");

    expect(await run(["restore", file], env("two"))).toBe(0);
    expect(readFileSync(join(homeOf("two"), "secret.key"))).toEqual(readFileSync(join(homeOf("one"), "secret.key")));
    const restored = await serverIn("two");
    const again = await adminOf(restored.url);
    expect(await titlesOf(again)).toContain(ODD);
    expect(await rowsOf(again, "birds")).toEqual([{ bird: "parrot", n: 3 }]);
    expect((await again.post("/api/v1/dashboard/", { dashboard_title: "New" })).status).toBe(201);
    await restored.stop();
  });

  test("moves a store from SQLite to PostgreSQL and back", async () => {
    const onPostgres = await databaseOf("restored");
    const file = join(folder, "one.zip");
    expect([await run(["restore", file], env("three", onPostgres)), ...printed]).toEqual([0, expect.any(String)]);
    const server = await serverIn("three", onPostgres);
    const client = await adminOf(server.url);
    expect(await titlesOf(client)).toContain(ODD);
    expect((await client.post("/api/v1/dashboard/", { dashboard_title: "On PostgreSQL" })).status).toBe(201);
    const second = join(folder, "three.zip");
    const unfit = await databaseOf("unfit");
    const odd = await serverIn("odd");
    const made = await (await adminOf(odd.url)).post("/api/v1/dashboard/", { dashboard_title: "a\u0000b" });
    await odd.stop();
    expect(made.status).toBe(201);
    expect(await run(["backup", join(folder, "odd.zip")], env("odd"))).toBe(0);
    for (let attempt = 0; attempt < 2; attempt++) {
      expect(await run(["restore", join(folder, "odd.zip")], env("ten", unfit))).toBe(1);
      expect(printed.at(-1)).toMatch(/^Nothing was restored: dashboards \d+ has the character U\+0000/);
    }
    expect(await run(["restore", file], env("ten", unfit))).toBe(0);
    expect(await run(["backup", second], env("three", onPostgres))).toBe(0);
    await server.stop();
    expect(await run(["restore", second], env("nine", onPostgres))).toBe(1);
    expect(printed.at(-1)).toContain("The store isn't empty.");
    expect(await run(["restore", second], env("four"))).toBe(0);
    const back = await serverIn("four");
    expect(await titlesOf(await adminOf(back.url))).toEqual(expect.arrayContaining([ODD, "On PostgreSQL"]));
    await back.stop();
  });

  test("is refused if it isn't one, or is incomplete, or the secret is another", async () => {
    const file = join(folder, "no.zip");
    expect(await run(["restore", file], env("five"))).toBe(1);
    writeFileSync(file, "no backup");
    expect(await run(["restore", file], env("five"))).toBe(1);
    expect(printed.at(-1)).toBe(`${file} isn't a backup.`);
    const whole = readFileSync(join(folder, "one.zip"));
    writeFileSync(file, whole.subarray(0, whole.length / 2));
    expect(await run(["restore", file], env("five"))).toBe(1);
    expect(existsSync(join(homeOf("five"), "tessera.db"))).toBe(false);
    expect(await run(["backup", join(folder, "nowhere", "b.zip")], env("one"))).toBe(1);
    expect(printed.at(-1)).toBe(`The folder ${join(folder, "nowhere")} doesn't exist.`);
    const other = { TESSERA_SECRET_KEY: "another secret of at least 32 characters" };
    expect(await run(["restore", join(folder, "one.zip")], env("six", other))).toBe(1);
    expect(printed.at(-1)).toContain("another secret");
  });
});

describe("a restore", () => {
  test("overwrites no uploaded data, and leaves nothing behind if the file is damaged", async () => {
    const file = join(folder, "one.zip");
    const uploads = join(homeOf("seven"), "uploads.duckdb");
    mkdirSync(homeOf("seven"));
    writeFileSync(uploads, "uploaded later");
    expect(await run(["restore", file], env("seven"))).toBe(1);
    expect(printed.at(-1)).toBe(`${uploads} already exists. Restore into a home folder without uploaded data.`);
    expect(readdirSync(homeOf("seven")).filter((name) => !name.startsWith("server."))).toEqual(["uploads.duckdb"]);
    expect(readFileSync(uploads, "utf8")).toBe("uploaded later");

    const damaged = join(folder, "damaged.zip");
    const bytes = readFileSync(file);
    const at = bytes.indexOf("uploads.duckdb") + 200;
    writeFileSync(damaged, Buffer.concat([bytes.subarray(0, at), Buffer.alloc(200), bytes.subarray(at + 200)]));
    expect(await run(["restore", damaged], env("eight"))).toBe(1);
    expect(printed.at(-1)).toMatch(/damaged\.zip is damaged: /);
    expect(readdirSync(homeOf("eight")).filter((name) => !name.startsWith("server."))).toEqual([]);
    expect(await run(["restore", file], env("eight"))).toBe(0);
  });
});
