import type { App, AppOptions } from "../app.ts";
import { createClock } from "../clock.ts";
import type { Config } from "../config/config.ts";
import { ConfigError } from "../config/config-error.ts";
import { loadSecrets, secretsOf } from "../config/secrets.ts";
import { createEvents, type Events } from "../events.ts";
import { createLog, type Log } from "../log.ts";
import { openStore } from "../store/database.ts";
import { migrate } from "../store/migrate.ts";
import { MIGRATIONS } from "../store/migrations/index.ts";

/** Opens the store, brings it up to date and puts the parts together. Nothing listens yet. */
export async function createApp(config: Config, options: AppOptions = {}): Promise<App> {
  const secret = options.secret ?? config.secret;
  const secrets = secret ? secretsOf(secret, config.previousSecret) : loadSecrets(config.home);
  const location = options.store ?? { url: config.databaseUrl, file: `${config.home}/tessera.db` };
  const { db, reads, dialect, close } = await openStore(location);
  try {
    await migrate(db, dialect, MIGRATIONS);
  } catch (error) {
    await close();
    throw error;
  }
  const things = new Map<unknown, unknown>();
  const ends: (() => Promise<void> | void)[] = [close];
  const log = options.log ?? createLog((line) => process.stderr.write(line));
  const events = await openEvents(config, log, ends);
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
      if (!things.has(key)) things.set(key, key(app));
      return things.get(key) as T;
    },
    onClose: (end) => void ends.push(end),
    close: () => closeAll(ends, log),
  };
  return app;
}

/** With Redis, several servers hear each other. */
async function openEvents(config: Config, log: Log, ends: (() => Promise<void> | void)[]): Promise<Events> {
  const local = createEvents();
  if (config.redisUrl === undefined) return local;
  const { shareEvents } = await import("../shared-events.ts");
  const shared = await shareEvents(local, config.redisUrl, log).catch((cause: Error) => {
    throw new ConfigError(`The Redis of TESSERA_REDIS_URL cannot be reached: ${cause.message}`);
  });
  ends.push(shared.close);
  return shared.events;
}

async function closeAll(ends: (() => Promise<void> | void)[], log: Log): Promise<void> {
  for (let end = ends.pop(); end; end = ends.pop()) {
    try {
      await end();
    } catch (error) {
      log.error("could not end a part of the server", { error });
    }
  }
}
