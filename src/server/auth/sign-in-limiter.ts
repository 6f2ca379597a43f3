import { type RawBuilder, sql } from "kysely";
import type { App } from "../app.ts";
import { AttemptSketch } from "../attempt-sketch.ts";

/**
 * Counts attempts per key in the last minute: in memory for a single server, in PostgreSQL for several, so that guesses
 * can't be spread over servers. Keys are stored as digests.
 */

const WINDOW_MS = 60_000;

interface AttemptCounter {
  /** Returns 0, or the seconds until the next attempt is allowed. */
  attempt(key: string, allowed?: number): Promise<number>;
  undo(key: string): Promise<void>;
  forget(key: string): Promise<void>;
}

export interface SignInLimiter extends AttemptCounter {
  /**
   * Like `attempt`, but waits while earlier attempts are verified that may turn out correct. After 0, call `finish`.
   */
  reserve(key: string, allowed?: number): Promise<number>;
  /** For a correct attempt, call `undo` or `forget` first. */
  finish(key: string, isCorrect: boolean): void;
}

export function signInLimiter(app: App): SignInLimiter {
  const counter = app.dialect === "sqlite" ? memoryCounter(app) : storeCounter(app);
  const pending = new PendingAttempts();
  return {
    ...counter,
    reserve: (key, allowed) => pending.reserve(key, () => counter.attempt(key, allowed)),
    finish: (key, isCorrect) => pending.finish(key, isCorrect),
  };
}

/** Counts sign-ins from familiar addresses separately, so that a flood of other names can't affect them. */
export function familiarSignInLimiter(app: App): SignInLimiter {
  return signInLimiter(app);
}

function memoryCounter(app: App): AttemptCounter {
  const sketch = new AttemptSketch();
  return {
    forget: async (key) => sketch.undo(key, Number.POSITIVE_INFINITY),
    undo: async (key) => sketch.undo(key, 1),
    attempt: async (key, allowed = app.config.limits.signInsPerMinute) =>
      sketch.attempt(key, { allowed, nowMs: app.clock.elapsed() }),
  };
}

const LATEST = sql`moments[cardinality(moments)]`;

function storeCounter(app: App): AttemptCounter {
  const digest = (key: string) => app.secrets.sign(`attempts ${key}`);
  let sweptMs = Number.NEGATIVE_INFINITY;
  const sweep = async (now: number) => {
    if (app.clock.elapsed() - sweptMs < WINDOW_MS) return;
    sweptMs = app.clock.elapsed();
    const isOld = sql<boolean>`coalesce(${LATEST}, 0) not between ${now - WINDOW_MS} and ${now + WINDOW_MS}`;
    await app.db.deleteFrom("sign_in_attempts").where(isOld).execute();
  };
  return {
    forget: async (key) => {
      await app.db.deleteFrom("sign_in_attempts").where("key_hash", "=", digest(key)).execute();
    },
    undo: async (key) => {
      await app.db
        .updateTable("sign_in_attempts")
        .set({ moments: sql`moments[1:cardinality(moments) - 1]` })
        .where("key_hash", "=", digest(key))
        .execute();
    },
    attempt: async (key, allowed = app.config.limits.signInsPerMinute) => {
      const now = app.clock.now();
      await sweep(now);
      return attemptInStore(app, { key_hash: digest(key), allowed, now });
    },
  };
}

interface Attempt {
  key_hash: string;
  allowed: number;
  now: number;
}

/** A single statement, so that concurrent attempts are all counted. */
async function attemptInStore({ db }: App, { key_hash, allowed, now }: Attempt): Promise<number> {
  const moment = sql`${now}::double precision`;
  const recent: RawBuilder<number[]> = sql`array(
    select m from unnest(sign_in_attempts.moments) as m
    where m > ${moment} - ${WINDOW_MS} and m <= ${moment} + ${WINDOW_MS} order by m
  )`;
  const isFull = sql<boolean>`cardinality(${recent}) >= ${allowed}`;
  const { is_refused, moments } = await db
    .insertInto("sign_in_attempts")
    .values({ key_hash, moments: sql`array[${moment}]`, is_refused: false })
    .onConflict((conflict) =>
      conflict.column("key_hash").doUpdateSet({
        moments: sql`case when ${isFull} then ${recent} else ${recent} || ${moment} end`,
        is_refused: isFull,
      }),
    )
    .returning(["is_refused", "moments"])
    .executeTakeFirstOrThrow();
  if (!is_refused) return 0;
  const freed = moments[moments.length - allowed] ?? now;
  return Math.max(1, Math.ceil((freed + WINDOW_MS - now) / 1000));
}

/** Waiting attempts that retry after a correct one: the strictest limit doesn't free more. */
const MAX_RETRIES = 10;

/** Above this, attempts are rejected immediately, so that a flood takes no memory. */
const MAX_WAITING = 1000;

interface Pending {
  count: number;
  readonly waiting: (() => void)[];
}

/**
 * Makes attempts over a limit wait while earlier ones of the key are verified: correct attempts never reject each
 * other, and no more wrong ones are verified than the limit allows.
 */
export class PendingAttempts {
  readonly #pending = new Map<string, Pending>();
  #successes = 0;

  /** Returns 0, after which `finish` must be called, or the seconds to wait. */
  async reserve(key: string, attempt: () => Promise<number>): Promise<number> {
    for (;;) {
      const successes = this.#successes;
      const waitSeconds = await attempt();
      const pending = this.#pending.get(key);
      if (waitSeconds === 0) {
        if (pending) pending.count += 1;
        else this.#pending.set(key, { count: 1, waiting: [] });
        return 0;
      }
      // An attempt undone in the meantime has made room.
      if (successes !== this.#successes) continue;
      if (!pending || pending.waiting.length >= MAX_WAITING) return waitSeconds;
      await new Promise<void>((resolve) => pending.waiting.push(resolve));
    }
  }

  finish(key: string, isCorrect: boolean): void {
    if (isCorrect) this.#successes += 1;
    const pending = this.#pending.get(key);
    if (!pending) return;
    pending.count -= 1;
    if (pending.count === 0) this.#pending.delete(key);
    const retried = pending.count === 0 ? pending.waiting.length : isCorrect ? MAX_RETRIES : 0;
    for (const retry of pending.waiting.splice(0, retried)) retry();
  }
}
