import type { App, AppOptions } from "../app.ts";
import { createClock } from "../clock.ts";
import type { Config } from "../config/config.ts";
import { ConfigError } from "../config/config-error.ts";
import { loadSecrets, secretsOf } from "../config/secrets.ts";
import { createEvents, type Events } from "../events.ts";
import { createLog, type Log } from "../log.ts";
import { openStore } from "../store/database.ts";
import { PROGRAM } from "../store/migrations/index.ts";
import { prepareStore } from "../store/store-version.ts";

/** Opens and migrates the store. Nothing listens yet. */
export async function createApp(config: Config, options: AppOptions = {}): Promise<App> {
  const secret = options.secret ?? config.secret;
  const secrets = secret ? secretsOf(secret, config.previousSecret) : loadSecrets(config.home);
  const location = options.store ?? {
    url: config.databaseUrl,
    file: `${config.home}/tessera.db`,
    hangsAfterMs: config.storeTimeoutMs,
  };
  const { db, reads, dialect, close } = await openStore(location);
  try {
    await prepareStore({ db, dialect }, PROGRAM, dialect === "sqlite");
  } catch (error) {
    await close();
    throw error;
  }
  const closing = new AbortController();
  const singletons = new Map<unknown, unknown>();
  const closers: (() => Promise<void> | void)[] = [close];
  const log = options.log ?? createLog((line) => process.stderr.write(line), config.logLevel);
  const events = await openEvents(config, log, closers).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  if (config.traceEndpoint !== undefined) closers.push(await openTracing(config.traceEndpoint, log));
  const app: App = {
    config,
    db,
    reads,
    dialect,
    clock: options.clock ?? createClock(),
    log,
    events,
    secrets,
    ...(options.createEngine && { createEngine: options.createEngine }),
    once: <T>(key: (app: App) => T): T => {
      if (!singletons.has(key)) singletons.set(key, key(app));
      return singletons.get(key) as T;
    },
    onClose: (close) => void closers.push(close),
    closing: closing.signal,
    close: () => {
      closing.abort();
      return closeAll(closers, log);
    },
  };
  return app;
}

/** OpenTelemetry is loaded only when it is on. */
async function openTracing(endpoint: string, log: Log): Promise<() => Promise<void>> {
  const { startTracing } = await import("../tracing/otlp.ts");
  return startTracing(endpoint, log);
}

async function openEvents(config: Config, log: Log, closers: (() => Promise<void> | void)[]): Promise<Events> {
  const local = createEvents();
  if (config.redisUrl === undefined) return local;
  const { shareEvents } = await import("../shared-events.ts");
  const shared = await shareEvents(local, config.redisUrl, log).catch((cause: Error) => {
    throw new ConfigError(`Can't connect to the Redis in TESSERA_REDIS_URL: ${cause.message}`);
  });
  closers.push(shared.close);
  return shared.events;
}

async function closeAll(closers: (() => Promise<void> | void)[], log: Log): Promise<void> {
  for (let close = closers.pop(); close; close = closers.pop()) {
    try {
      await close();
    } catch (error) {
      log.error("failed to shut down a part of the server", { error });
    }
  }
}
