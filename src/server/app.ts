import type { Kysely } from "kysely";
import { type Clock, createClock } from "./clock.ts";
import type { Config } from "./config.ts";
import { ConfigError } from "./config-error.ts";
import type { Engine } from "./engine/engine.ts";
import { createEvents, type Events } from "./events.ts";
import { createLog, type Log } from "./log.ts";
import { loadSecrets, type Secrets, secretsOf } from "./secrets.ts";
import { type DialectName, openStore, type SeenReads, type StoreLocation } from "./store/database.ts";
import { migrate } from "./store/migrate.ts";
import { MIGRATIONS } from "./store/migrations/index.ts";
import type { Tables } from "./store/tables.ts";

/** What the parts of one server share. Every handler gets it as `ctx.app`. */
export interface App {
  readonly config: Config;
  readonly db: Kysely<Tables>;
  /** For queries that read much and answer little, such as those of lists; never inside of a transaction. */
  readonly reads: Kysely<Tables>;
  /** The same for queries of what somebody may see, where the store keeps that. */
  readonly readSeen?: SeenReads;
  readonly dialect: DialectName;
  readonly clock: Clock;
  readonly log: Log;
  /** Stores announce writes here; in-process caches listen. */
  readonly events: Events;
  readonly secrets: Secrets;
  readonly createEngine?: CreateEngine;
  /**
   * One thing per server, made at its first use: a cache, the query engine. `key` is the function that makes it.
   * Call `app.onClose` in it when the thing must be ended.
   */
  once<T>(key: (app: App) => T): T;
  /** Runs when the server ends, last registered first. */
  onClose(end: () => Promise<void> | void): void;
  close(): Promise<void>;
}

export interface AppOptions {
  store?: StoreLocation;
  clock?: Clock;
  log?: Log;
  /** Instead of the secret in the home folder. */
  secret?: Uint8Array;
  /** Instead of an engine with a process of its own. */
  createEngine?: CreateEngine;
}

/** Makes the engine of the server with this home folder, which closes it. */
type CreateEngine = (home: string, queries: Config["limits"]["queries"]) => Engine;

/** Opens the store, brings it up to date and puts the parts together. Nothing listens yet. */
export async function createApp(config: Config, options: AppOptions = {}): Promise<App> {
  const secret = options.secret ?? config.secret;
  const secrets = secret ? secretsOf(secret, config.previousSecret) : loadSecrets(config.home);
  const location = options.store ?? { url: config.databaseUrl, file: `${config.home}/tessera.db` };
  const { db, reads, readSeen, dialect, close } = await openStore(location);
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
    ...(readSeen && { readSeen }),
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
  const { shareEvents } = await import("./shared-events.ts");
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
