import { sql } from "kysely";
import type { App } from "../app.ts";
import { formatTimestamp, parseTimestamp } from "../clock.ts";

/**
 * Attempts within a fixed minute per key. One server alone counts in memory; servers on one PostgreSQL count in it, so
 * that guesses are counted once however they are spread. Keys are kept as digests.
 */

const WINDOW_MS = 60_000;
/** Beyond it the oldest windows are forgotten, so that made-up names cannot fill the memory. */
const MAX_KEYS = 10_000;

export interface SignInLimiter {
  /** Counts an attempt, of so many that are allowed within a minute; answers 0, or after how many seconds the next one is allowed. */
  attempt(key: string, allowed?: number): Promise<number>;
  /** Takes one attempt back: it was right. */
  undo(key: string): Promise<void>;
  /** Forgets the attempts of a key: the last one was right. */
  forget(key: string): Promise<void>;
}

/** Use it as `app.once(signInLimiter)`. */
export function signInLimiter(app: App): SignInLimiter {
  return app.dialect === "sqlite" ? memoryLimiter(app) : storeLimiter(app);
}

function memoryLimiter(app: App): SignInLimiter {
  const windows = new Map<string, { startMs: number; attempts: number }>();
  return {
    forget: async (key) => void windows.delete(key),
    undo: async (key) => {
      const known = windows.get(key);
      if (known) known.attempts -= 1;
    },
    attempt: async (key, allowed = app.config.limits.signInsPerMinute) => {
      const now = app.clock.now();
      const known = windows.get(key);
      if (!known || now - known.startMs >= WINDOW_MS) {
        windows.delete(key);
        windows.set(key, { startMs: now, attempts: 1 });
        const [oldest] = windows.keys();
        if (windows.size > MAX_KEYS && oldest !== undefined) windows.delete(oldest);
        return 0;
      }
      known.attempts += 1;
      return known.attempts <= allowed ? 0 : secondsUntil(known.startMs + WINDOW_MS, now);
    },
  };
}

function storeLimiter(app: App): SignInLimiter {
  const digest = (key: string) => app.secrets.sign(`attempts ${key}`);
  let sweptMs = 0;
  const sweep = async (now: number) => {
    if (now - sweptMs < WINDOW_MS) return;
    sweptMs = now;
    await app.db
      .deleteFrom("sign_in_attempts")
      .where("started_on", "<=", formatTimestamp(now - WINDOW_MS))
      .execute();
  };
  return {
    forget: async (key) => {
      await app.db.deleteFrom("sign_in_attempts").where("key_hash", "=", digest(key)).execute();
    },
    undo: async (key) => {
      await app.db
        .updateTable("sign_in_attempts")
        .set((set) => ({ attempts: set("attempts", "-", 1) }))
        .where("key_hash", "=", digest(key))
        .execute();
    },
    attempt: async (key, allowed = app.config.limits.signInsPerMinute) => {
      const now = app.clock.now();
      await sweep(now);
      const { started_on, attempts } = await countedInStore(app, digest(key), now);
      return attempts <= allowed ? 0 : secondsUntil(parseTimestamp(started_on) + WINDOW_MS, now);
    },
  };
}

/** One statement, so that attempts at the same moment are all counted. */
async function countedInStore(app: App, key_hash: string, now: number) {
  const over = sql<boolean>`sign_in_attempts.started_on <= ${formatTimestamp(now - WINDOW_MS)}`;
  return app.db
    .insertInto("sign_in_attempts")
    .values({ key_hash, started_on: formatTimestamp(now), attempts: 1 })
    .onConflict((conflict) =>
      conflict.column("key_hash").doUpdateSet({
        attempts: sql<number>`case when ${over} then 1 else sign_in_attempts.attempts + 1 end`,
        started_on: sql<string>`case when ${over} then excluded.started_on else sign_in_attempts.started_on end`,
      }),
    )
    .returning(["started_on", "attempts"])
    .executeTakeFirstOrThrow();
}

const secondsUntil = (endMs: number, now: number) => Math.max(1, Math.ceil((endMs - now) / 1000));
