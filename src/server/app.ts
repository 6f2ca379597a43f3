import type { Kysely } from "kysely";
import type { Clock } from "./clock.ts";
import type { Config } from "./config/config.ts";
import type { Secrets } from "./config/secrets.ts";
import type { Engine } from "./engine/engine.ts";
import type { Events } from "./events.ts";
import type { Log } from "./log.ts";
import type { DialectName, StoreLocation } from "./store/database.ts";
import type { Tables } from "./store/tables.ts";

/** What the parts of one server share. Every handler gets it as `ctx.app`. */
export interface App {
  readonly config: Config;
  readonly db: Kysely<Tables>;
  /** For queries that read much and answer little, such as those of lists; never inside of a transaction. */
  readonly reads: Kysely<Tables>;
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
export type CreateEngine = (home: string, queries: Config["limits"]["queries"]) => Engine;

/** How long another server's change may go unnoticed where it is not heard of, milliseconds. */
const MAX_AGE_MS = 5000;

/** Whether what was read from the store at that time need not be read again. A store in a file has one server, which hears of all. */
export const stillHolds = ({ dialect, clock }: App, sinceMs: number): boolean =>
  dialect === "sqlite" || clock.now() - sinceMs < MAX_AGE_MS;
