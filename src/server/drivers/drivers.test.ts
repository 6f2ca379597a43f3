import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createLog } from "../log.ts";
import { type Driver, entryOf, folderOf, openDrivers, readDrivers } from "./drivers.ts";

const PACKAGE = "tessera-test-driver";
let folder: string;
let home: string;
let registry: Server;
let archive: Buffer;
let driver: Driver;
const requested: string[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "tessera-drivers-"));
  archive = packed();
  registry = createServer((request, response) => {
    requested.push(request.url ?? "");
    if (request.url?.endsWith(".tgz")) response.end(archive);
    else response.end(JSON.stringify(packument()));
  });
  await new Promise<void>((resolve) => registry.listen(0, "127.0.0.1", resolve));
  driver = driverOf(`sha512-${createHash("sha512").update(archive).digest("base64")}`);
});
afterAll(() => {
  registry.close();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  home = mkdtempSync(join(folder, "home-"));
  requested.length = 0;
  vi.stubEnv("npm_config_registry", address());
  vi.stubEnv("npm_config_fetch_retries", "0");
  vi.stubEnv("TESSERA_SECRET_KEY", "not for npm");
});

const address = () => `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;

function packed(): Buffer {
  const source = join(folder, "package");
  mkdirSync(source);
  const scripts = { install: "node -e \"require('fs').writeFileSync('ran', '')\"" };
  writeFileSync(join(source, "package.json"), JSON.stringify({ name: PACKAGE, version: "1.2.3", scripts }));
  writeFileSync(join(source, "index.js"), "exports.answer = 42;");
  execFileSync("tar", ["-czf", join(folder, "package.tgz"), "-C", folder, "package"]);
  return readFileSync(join(folder, "package.tgz"));
}

const packument = () => ({
  name: PACKAGE,
  "dist-tags": { latest: "1.2.3" },
  versions: { "1.2.3": { name: PACKAGE, version: "1.2.3", dist: { tarball: `${address()}/${PACKAGE}.tgz` } } },
});

function driverOf(integrity: string): Driver {
  const source = join(mkdtempSync(join(folder, "drivers-")), "some-engine");
  mkdirSync(source);
  const dependencies = { [PACKAGE]: "1.2.3" };
  writeFileSync(join(source, "package.json"), JSON.stringify({ config: { downloadMb: 7 }, dependencies }));
  const packages = { "": { dependencies }, [`node_modules/${PACKAGE}`]: { version: "1.2.3", integrity } };
  writeFileSync(join(source, "package-lock.json"), JSON.stringify({ lockfileVersion: 3, requires: true, packages }));
  const [found] = readDrivers(join(source, ".."));
  if (!found) throw new Error("no driver");
  return found;
}

const open = (drivers: Driver[], more: { driverDownloads?: boolean; waitMs?: number } = {}) =>
  openDrivers({ home, driverDownloads: true, log: createLog(() => undefined), ...more }, drivers);

describe("a driver", () => {
  test("is downloaded once for concurrent requests, and then works without the registry", async () => {
    const drivers = open([driver]);
    expect(drivers.missing("some-engine")).toEqual({ megabytes: 7, allowed: true });
    const [first, second] = await Promise.all([drivers.ready("some-engine"), drivers.ready("some-engine")]);
    expect(first).toBe(second);
    expect(requested.filter((path) => path.endsWith(".tgz"))).toHaveLength(1);
    const library = (await import(first ?? "")) as { default: { answer: number } };
    expect(library.default.answer).toBe(42);
    expect(drivers.missing("some-engine")).toBeUndefined();
    vi.stubEnv("npm_config_registry", "http://127.0.0.1:1");
    expect(await open([driver], { driverDownloads: false }).ready("some-engine")).toBe(first);
  });

  test("runs no install scripts and leaves no other files", async () => {
    await open([driver]).ready("some-engine");
    const installed = folderOf(driver, home);
    expect(existsSync(join(installed, "node_modules", PACKAGE, "ran"))).toBe(false);
    expect(readdirSync(installed).sort()).toEqual(["node_modules", "package-lock.json", "package.json"]);
    expect(readdirSync(join(home, "drivers"))).toEqual(["some-engine-1.2.3"]);
  });

  test("is rejected when the registry's package has another digest", async () => {
    const other = driverOf(`sha512-${createHash("sha512").update("another").digest("base64")}`);
    await expect(open([other]).ready("some-engine")).rejects.toThrow(
      "The tessera-test-driver driver couldn't be downloaded: the registry's package doesn't match its checksum. An administrator can install it on the server: tessera drivers install some-engine",
    );
    expect(readdirSync(join(home, "drivers"))).toEqual([]);
  });

  test("reports why it can't be downloaded, and doesn't retry immediately", async () => {
    vi.stubEnv("npm_config_registry", "http://127.0.0.1:1");
    const drivers = open([driver]);
    const refusal = "couldn't be downloaded: the server can't reach its npm registry";
    await expect(drivers.ready("some-engine")).rejects.toThrow(refusal);
    vi.stubEnv("PATH", "");
    await expect(drivers.ready("some-engine")).rejects.toThrow(refusal);
    await expect(open([driver]).ready("some-engine")).rejects.toThrow("npm can't be run on the server");
    vi.unstubAllEnvs();
  });

  test("isn't downloaded when an administrator turned downloads off", async () => {
    const drivers = open([driver], { driverDownloads: false });
    expect(drivers.missing("some-engine")).toEqual({ megabytes: 7, allowed: false });
    await expect(drivers.ready("some-engine")).rejects.toMatchObject({
      status: 422,
      body: { errors: [{ extra: { missing_driver: "some-engine" } }] },
    });
    expect(requested).toEqual([]);
  });

  test("keeps downloading after the request timed out", async () => {
    const drivers = open([driver], { waitMs: 0 });
    await expect(drivers.ready("some-engine")).rejects.toThrow("is still being downloaded. Try again in a minute.");
    await expect.poll(() => entryOf(driver, home)).toBeDefined();
    expect(await drivers.ready("some-engine")).toBeDefined();
  });
});

test("engines without a driver need no download", async () => {
  expect(await open([driver]).ready("postgresql")).toBeUndefined();
  expect(open([driver]).missing("postgresql")).toBeUndefined();
});

describe("the drivers of warehouses", () => {
  const { devDependencies } = JSON.parse(readFileSync("tests/package.json", "utf8")) as {
    devDependencies: Record<string, string>;
  };

  test.each(readDrivers())("$engine: is the tested version, with a digest for each package", (each) => {
    expect(each.version).toBe(devDependencies[each.package]);
    expect(entryOf(each, home)).toBeDefined();
    const lock = JSON.parse(readFileSync(join(each.source, "package-lock.json"), "utf8")) as {
      packages: Record<string, { integrity?: string; version?: string }>;
    };
    expect(lock.packages[`node_modules/${each.package}`]?.version).toBe(each.version);
    const { "": _, ...packages } = lock.packages;
    expect(Object.values(packages).filter(({ integrity }) => !integrity?.startsWith("sha512-"))).toEqual([]);
  });

  test("are those of BigQuery, SQL Server and Snowflake", () => {
    expect(readDrivers().map(({ engine }) => engine)).toEqual(["bigquery", "mssql", "snowflake"]);
  });
});
