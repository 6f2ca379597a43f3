import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { TesseraError, typedError } from "../../model/errors.ts";
import type { App } from "../app.ts";
import { DriverInstallError, installDriver } from "./install.ts";

/**
 * Drivers of warehouses are not part of the installation. Each is fetched from the npm registry at the first connection
 * of such a database, as the lock file in the engine's folder here says, and stays in `drivers/` of the home folder.
 */
export interface Driver {
  /** Wire name of the engine, e.g. `snowflake`. */
  engine: string;
  /** The npm package, e.g. `snowflake-sdk`. */
  package: string;
  version: string;
  /** About what is downloaded. */
  downloadMb: number;
  /** Folder of `package.json` and `package-lock.json`. */
  source: string;
}

export interface Drivers {
  /** Address of an engine's driver to import, installed where it isn't yet. Undefined for engines that need none. */
  ready(engine: string): Promise<string | undefined>;
  /** What connecting would download; undefined where nothing is missing. */
  missing(engine: string): { megabytes: number; allowed: boolean } | undefined;
}

const FOLDER = fileURLToPath(new URL(".", import.meta.url));

/** A request waits that long for a download, which goes on afterwards. */
const WAIT_MS = 40_000;
/** The next attempt after one that failed. */
const RETRY_MS = 10_000;

/** `folder` has a folder for each engine. */
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

/** Where a driver is installed; each version has a folder of its own. */
export const folderOf = ({ engine, version }: Driver, home: string) => join(home, "drivers", `${engine}-${version}`);

/** The file to import of a driver that is installed: with the product, as for tests, or in the home folder. */
export function entryOf(driver: Driver, home: string): string | undefined {
  for (const from of [fileURLToPath(import.meta.url), join(folderOf(driver, home), "package.json")]) {
    try {
      return createRequire(from).resolve(driver.package);
    } catch {
      // Not there.
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

  /** Joins an installation that is under way, or that has just failed. */
  function install(driver: Driver): Promise<void> {
    const running = installs.get(driver.engine);
    if (running) return running;
    log.info("downloading a driver", { package: driver.package, version: driver.version });
    const started = installDriver(driver.source, folderOf(driver, home));
    installs.set(driver.engine, started);
    const forget = () => installs.delete(driver.engine);
    started.then(forget, (error: unknown) => {
      const output = error instanceof DriverInstallError ? error.output : undefined;
      log.error("a driver was not installed", { package: driver.package, error, output });
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
        if (!allowed) throw notInstalled(driver, "isn't installed, and downloads are turned off");
        await waitForInstall(install(driver), driver, waitMs);
      }
      const entry = entryOf(driver, home);
      if (entry === undefined) throw notInstalled(driver, "was downloaded but can't be loaded");
      return pathToFileURL(entry).href;
    },
  };
}

async function waitForInstall(installing: Promise<void>, driver: Driver, waitMs: number): Promise<void> {
  const waiting = new AbortController();
  const late = pause(waitMs, undefined, { signal: waiting.signal, ref: false }).then(() => {
    throw driverError(driver, `The ${driver.package} driver is still being downloaded. Try again in a minute.`);
  });
  try {
    await Promise.race([installing, late]);
  } catch (error) {
    if (error instanceof TesseraError) throw error;
    const reason = error instanceof DriverInstallError ? error.message : "of an unexpected error";
    throw notInstalled(driver, `couldn't be downloaded: ${reason}`);
  } finally {
    waiting.abort();
    late.catch(() => undefined);
  }
}

const notInstalled = (driver: Driver, why: string) =>
  driverError(
    driver,
    `The ${driver.package} driver ${why}. An administrator can install it on the server: tessera drivers install ${driver.engine}`,
  );

const driverError = ({ engine }: Driver, message: string) =>
  typedError("GENERIC_DB_ENGINE_ERROR", message, { status: 422, extra: { missing_driver: engine } });
