import type { Kysely } from "kysely";
import type { Clock } from "./clock.ts";
import type { Config } from "./config/config.ts";
import type { Secrets } from "./config/secrets.ts";
import type { Engine } from "./engine/engine.ts";
import type { Events } from "./events.ts";
import type { Log } from "./log.ts";
import type { DialectName, StoreLocation } from "./store/database.ts";
import type { Tables } from "./store/tables.ts";

export interface App {
  readonly config: Config;
  readonly db: Kysely<Tables>;
  /** For queries that read much and return little, such as lists; never inside a transaction. */
  readonly reads: Kysely<Tables>;
  readonly dialect: DialectName;
  readonly clock: Clock;
  readonly log: Log;
  readonly events: Events;
  readonly secrets: Secrets;
  readonly createEngine?: CreateEngine;
  /**
   * One instance per server, created on first use, e.g. a cache. `key` is the function that creates it; it calls
   * `app.onClose` when the instance must be closed.
   */
  once<T>(key: (app: App) => T): T;
  /** Runs when the server closes, last registered first. */
  onClose(end: () => Promise<void> | void): void;
  /** Aborted before the first part closes: what fails afterwards says nothing. */
  readonly closing: AbortSignal;
  close(): Promise<void>;
}

export interface AppOptions {
  store?: StoreLocation;
  clock?: Clock;
  log?: Log;
  secret?: Uint8Array;
  createEngine?: CreateEngine;
}

export type CreateEngine = (home: string, config: Pick<Config, "limits" | "memory">) => Engine;

const MAX_AGE_MS = 5000;

/** A SQLite store has only one server, which sees every change. */
export const isFresh = ({ dialect, clock }: App, sinceMs: number): boolean =>
  dialect === "sqlite" || clock.elapsed() - sinceMs < MAX_AGE_MS;
