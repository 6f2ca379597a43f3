import { sql } from "kysely";
import type { App } from "../app.ts";
import { formatTimestamp, parseTimestamp } from "../clock.ts";
import { AttemptSketch } from "./attempt-sketch.ts";

/**
 * Attempts a minute per key. One server alone counts in memory; servers on one PostgreSQL count in it, so that guesses
 * are counted once however they are spread, within fixed minutes. Keys are stored as digests.
 */

const WINDOW_MS = 60_000;

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

/** Counts users at addresses that they have signed in from, apart, so that no flood of other names reaches them. */
export function familiarSignInLimiter(app: App): SignInLimiter {
  return signInLimiter(app);
}

function memoryLimiter(app: App): SignInLimiter {
  const sketch = new AttemptSketch();
  return {
    forget: async (key) => sketch.undo(key, Number.POSITIVE_INFINITY),
    undo: async (key) => sketch.undo(key, 1),
    attempt: async (key, allowed = app.config.limits.signInsPerMinute) =>
      sketch.attempt(key, { allowed, nowMs: app.clock.now() }),
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
