import assert from "node:assert/strict";
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./services.ts";

/**
 * `npm run check-package`: packs the product, installs the package in an empty folder, and uses what `npx tessera`
 * starts. Needs the npm registry.
 */

const root = join(import.meta.dirname, "..");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
const folder = mkdtempSync(join(tmpdir(), "tessera-package-"));
const PASSWORD = "a password for the check";
const READY_MS = 180_000;

const npm = (args: readonly string[], cwd: string) =>
  execFileSync("npm", [...args, "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });

const settings = (port: number) => ({
  ...process.env,
  TESSERA_PORT: String(port),
  TESSERA_ADMIN_PASSWORD: PASSWORD,
  TESSERA_DRIVER_DOWNLOADS: "off",
});

async function ready(server: ChildProcess, address: string): Promise<void> {
  const end = Date.now() + READY_MS;
  while (
    !(await fetch(`${address}/health`).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    assert(server.exitCode === null && Date.now() < end, "the server didn't start");
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function use(address: string): Promise<void> {
  const page = await (await fetch(`${address}/login/`)).text();
  const [script = ""] = /\/static\/assets\/[\w-]+\.js/.exec(page) ?? [];
  assert.equal((await fetch(address + script)).status, 200, "the interface is there");
  const { access_token } = await json(`${address}/api/v1/security/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "admin", password: PASSWORD, provider: "db" }),
  });
  const headers = { authorization: `Bearer ${access_token}`, "content-type": "application/json" };
  const { result: dashboards } = await json(`${address}/api/v1/dashboard/`, { headers });
  assert.equal(dashboards.length, 3, "the example dashboards are there");
  const { result: charts } = await json(`${address}/api/v1/chart/`, { headers });
  const { result } = await json(`${address}/api/v1/chart/${charts[0].id}/data/`, { headers });
  assert(result[0].rowcount > 0, "a chart has rows");
  const { databases } = await json(`${address}/api/v1/database/available/`, { headers });
  const missing = databases.filter((one: { driver_download: object | null }) => one.driver_download);
  assert.deepEqual(missing.map(({ engine }: { engine: string }) => engine).sort(), ["mssql", "snowflake"]);
  const warehouse = { database_name: "warehouse", sqlalchemy_uri: "snowflake://a:b@account/database" };
  const refused = await fetch(`${address}/api/v1/database/test_connection/`, {
    method: "POST",
    headers,
    body: JSON.stringify(warehouse),
  });
  assert.match(await refused.text(), /tessera drivers install snowflake/);
}

// biome-ignore lint/suspicious/noExplicitAny: answers of the API, which the lines above look into
async function json(url: string, init: RequestInit): Promise<any> {
  const answer = await fetch(url, init);
  assert.equal(answer.status, 200, `${url}: ${answer.status}`);
  return answer.json();
}

async function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const end = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGTERM");
  await end;
}

let server: ChildProcess | undefined;
try {
  npm(["pack", "--pack-destination", folder], root);
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  npm(["install", `./tessera-${version}.tgz`], folder);
  const port = await freePort();
  const bin = join(folder, "node_modules", ".bin", "tessera");
  execFileSync(bin, ["drivers", "install", "bigquery"], { cwd: folder, env: settings(port), stdio: "inherit" });
  server = spawn(bin, { cwd: folder, env: settings(port), stdio: "inherit" });
  await ready(server, `http://127.0.0.1:${port}`);
  await use(`http://127.0.0.1:${port}`);
  console.log("The package works.");
} finally {
  if (server) await ended(server);
  rmSync(folder, { recursive: true, force: true });
}
