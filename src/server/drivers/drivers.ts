import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { t } from "../../i18n/translate.ts";
import { TesseraError, typedError } from "../../model/errors.ts";
import type { App } from "../app.ts";

/**
 * Warehouse drivers aren't part of the installation. Each is downloaded from the npm registry on the first connection,
 * as pinned by the lock file in the engine's folder here, and stays in `drivers/` of the home folder.
 */
export interface Driver {
  engine: string;
  package: string;
  version: string;
  downloadMb: number;
  source: string;
}

export interface Drivers {
  /** URL of the driver module, which is installed if needed. Undefined for engines that need none. */
  ready(engine: string): Promise<string | undefined>;
  missing(engine: string): { megabytes: number; allowed: boolean } | undefined;
}

const FOLDER = fileURLToPath(new URL(".", import.meta.url));

/** How long a request waits for a download, which continues afterwards. */
const WAIT_MS = 40_000;
const RETRY_MS = 10_000;

export function readDrivers(folder = FOLDER): Driver[] {
  const engines = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return engines.map(({ name: engine }) => {
    const source = join(folder, engine);
    const manifest = JSON.parse(readFileSync(join(source, "package.json"), "utf8")) as {
      config: { downloadMb: number };
      dependencies: Record<string, string>;
    };
    const [name = "", version = ""] = Object.entries(manifest.dependencies)[0] ?? [];
    return { engine, package: name, version, downloadMb: manifest.config.downloadMb, source };
  });
}

export const folderOf = ({ engine, version }: Driver, home: string) => join(home, "drivers", `${engine}-${version}`);

export function entryOf(driver: Driver, home: string): string | undefined {
  for (const from of [fileURLToPath(import.meta.url), join(folderOf(driver, home), "package.json")]) {
    try {
      return createRequire(from).resolve(driver.package);
    } catch {
      // Not installed there.
    }
  }
  return undefined;
}

export const driversOf = (app: App): Drivers => app.once(createDrivers);

function createDrivers(app: App): Drivers {
  return openDrivers({ ...app.config, log: app.log }, readDrivers());
}

interface DriverSettings {
  home: string;
  driverDownloads: boolean;
  log: App["log"];
  waitMs?: number;
}

export function openDrivers(settings: DriverSettings, drivers: readonly Driver[]): Drivers {
  const { home, driverDownloads: allowed, log, waitMs = WAIT_MS } = settings;
  const byEngine = new Map(drivers.map((driver) => [driver.engine, driver]));
  const installs = new Map<string, Promise<void>>();

  function install(driver: Driver): Promise<void> {
    const running = installs.get(driver.engine);
    if (running) return running;
    log.info("downloading a driver", { package: driver.package, version: driver.version });
    const started = installDriver(driver.source, folderOf(driver, home));
    installs.set(driver.engine, started);
    const forget = () => installs.delete(driver.engine);
    started.then(forget, (error: unknown) => {
      const output = error instanceof DriverInstallError ? error.output : undefined;
      log.error("failed to install a driver", { package: driver.package, error, output });
      setTimeout(forget, RETRY_MS).unref();
    });
    return started;
  }

  return {
    missing: (engine) => {
      const driver = byEngine.get(engine);
      if (!driver || entryOf(driver, home)) return undefined;
      return { megabytes: driver.downloadMb, allowed };
    },
    ready: async (engine) => {
      const driver = byEngine.get(engine);
      if (!driver) return undefined;
      if (entryOf(driver, home) === undefined) {
        if (!allowed)
          throw driverError(
            driver,
            t(
              "The {driver} driver isn't installed, and downloads are turned off. An administrator can install it on the server: {command}",
              namesOf(driver),
            ),
          );
        await waitForInstall(install(driver), driver, waitMs);
      }
      const entry = entryOf(driver, home);
      if (entry === undefined)
        throw driverError(
          driver,
          t(
            "The {driver} driver was downloaded but can't be loaded. An administrator can install it on the server: {command}",
            namesOf(driver),
          ),
        );
      return pathToFileURL(entry).href;
    },
  };
}

async function waitForInstall(installing: Promise<void>, driver: Driver, waitMs: number): Promise<void> {
  const waiting = new AbortController();
  const late = pause(waitMs, undefined, { signal: waiting.signal, ref: false }).then(() => {
    throw driverError(
      driver,
      t("The {driver} driver is still being downloaded. Try again in a minute.", { driver: driver.package }),
    );
  });
  try {
    await Promise.race([installing, late]);
  } catch (error) {
    if (error instanceof TesseraError) throw error;
    const reason = error instanceof DriverInstallError ? error.message : t("unexpected error");
    throw driverError(
      driver,
      t(
        "The {driver} driver couldn't be downloaded: {reason}. An administrator can install it on the server: {command}",
        { ...namesOf(driver), reason },
      ),
    );
  } finally {
    waiting.abort();
    late.catch(() => undefined);
  }
}

const namesOf = (driver: Driver) => ({ driver: driver.package, command: `tessera drivers install ${driver.engine}` });

const driverError = ({ engine }: Driver, message: string) =>
  typedError("GENERIC_DB_ENGINE_ERROR", message, { status: 422, extra: { missing_driver: engine } });

/** The message is a clause that ends a sentence. */
export class DriverInstallError extends Error {
  override readonly name = "DriverInstallError";
  readonly output: string;

  constructor(message: string, output: string) {
    super(message);
    this.output = output;
  }
}

const MANIFESTS = ["package.json", "package-lock.json"];

/**
 * All or nothing, even when several processes install the same driver. npm checks digests and runs no install scripts.
 * Throws DriverInstallError.
 */
export async function installDriver(source: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  const draft = await mkdtemp(`${target}.`);
  try {
    for (const name of MANIFESTS) await copyFile(join(source, name), join(draft, name));
    const cache = join(draft, ".cache");
    await npm(["ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--cache", cache], draft);
    await rm(cache, { recursive: true, force: true });
    await rename(draft, target).catch((error: unknown) => {
      if (!existsSync(join(target, "node_modules"))) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

function npm(args: readonly string[], cwd: string): Promise<void> {
  const isWindows = process.platform === "win32";
  // The server's settings contain secrets.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("TESSERA_")));
  const child = spawn(isWindows ? "npm.cmd" : "npm", args, {
    cwd,
    env,
    shell: isWindows,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  return new Promise((resolve, reject) => {
    child.on("error", () => reject(new DriverInstallError(t("npm can't be run on the server"), output)));
    child.on("close", (code) => (code === 0 ? resolve() : reject(new DriverInstallError(reasonOf(output), output))));
  });
}

const UNREACHABLE = /^(ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ERR_SOCKET_TIMEOUT)$/;

function reasonOf(output: string): string {
  const [, code = ""] = /npm err(?:or|!) code (\w+)/i.exec(output) ?? [];
  if (UNREACHABLE.test(code)) return t("the server can't reach its npm registry");
  if (code === "EINTEGRITY") return t("the registry's package doesn't match its checksum");
  if (code === "ENOSPC") return t("the server's disk is full");
  return code ? t("npm failed ({code})", { code }) : t("npm failed");
}
