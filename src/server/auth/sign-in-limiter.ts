import { type RawBuilder, sql } from "kysely";
import type { App } from "../app.ts";
import { AttemptSketch } from "./attempt-sketch.ts";

/**
 * Attempts within the last minute per key. One server alone counts in memory; servers on one PostgreSQL count in it, so
 * that guesses are counted once however they are spread. Keys are stored as digests.
 */

const WINDOW_MS = 60_000;

interface AttemptCounter {
  /** Counts an attempt, of so many that are allowed within a minute; answers 0, or after how many seconds the next one is allowed. */
  attempt(key: string, allowed?: number): Promise<number>;
  /** Takes one attempt back: it was right. */
  undo(key: string): Promise<void>;
  /** Forgets the attempts of a key: the last one was right. */
  forget(key: string): Promise<void>;
}

export interface SignInLimiter extends AttemptCounter {
  /** Like `attempt`, but waits while earlier ones are verified that may turn out right; after 0, `settle` must follow. */
  reserve(key: string, allowed?: number): Promise<number>;
  /** After `undo` or `forget` for a right one. */
  settle(key: string, isRight: boolean): void;
}

/** Use it as `app.once(signInLimiter)`. */
export function signInLimiter(app: App): SignInLimiter {
  const counter = app.dialect === "sqlite" ? memoryCounter(app) : storeCounter(app);
  const pending = new PendingAttempts();
  return {
    ...counter,
    reserve: (key, allowed) => pending.reserve(key, () => counter.attempt(key, allowed)),
    settle: (key, isRight) => pending.settle(key, isRight),
  };
}

/** Counts users at addresses that they have signed in from, apart, so that no flood of other names reaches them. */
export function familiarSignInLimiter(app: App): SignInLimiter {
  return signInLimiter(app);
}

function memoryCounter(app: App): AttemptCounter {
  const sketch = new AttemptSketch();
  return {
    forget: async (key) => sketch.undo(key, Number.POSITIVE_INFINITY),
    undo: async (key) => sketch.undo(key, 1),
    attempt: async (key, allowed = app.config.limits.signInsPerMinute) =>
      sketch.attempt(key, { allowed, nowMs: app.clock.now() }),
  };
}

const LATEST = sql`moments[cardinality(moments)]`;

function storeCounter(app: App): AttemptCounter {
  const digest = (key: string) => app.secrets.sign(`attempts ${key}`);
  let sweptMs = 0;
  const sweep = async (now: number) => {
    if (now - sweptMs < WINDOW_MS) return;
    sweptMs = now;
    const isOld = sql<boolean>`coalesce(${LATEST}, 0) <= ${now - WINDOW_MS}`;
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

/** One statement, so that attempts at the same moment are all counted. */
async function attemptInStore({ db }: App, { key_hash, allowed, now }: Attempt): Promise<number> {
  const moment = sql`${now}::double precision`;
  const recent: RawBuilder<number[]> = sql`array(
    select m from unnest(sign_in_attempts.moments) as m where m > ${moment} - ${WINDOW_MS} order by m
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

/** Waiting attempts that a right one lets try again: no more than the tightest limit frees. */
const RETRIED_AT_ONCE = 10;

/** Beyond that an attempt is refused at once, so that a flood of them takes no memory. */
const MAX_WAITING = 1000;

interface Pending {
  /** Attempts that are being verified. */
  count: number;
  readonly waiting: (() => void)[];
}

/**
 * Lets attempts beyond a limit wait while earlier ones of the key are verified here, as each right one is taken back:
 * right ones never refuse each other, and no more wrong ones are verified than the limit allows.
 */
export class PendingAttempts {
  readonly #pending = new Map<string, Pending>();
  #rightOnes = 0;

  /** Answers what `attempt` does: 0, and then `settle` must be called, or the seconds to wait. */
  async reserve(key: string, attempt: () => Promise<number>): Promise<number> {
    for (;;) {
      const rightOnes = this.#rightOnes;
      const waitSeconds = await attempt();
      const pending = this.#pending.get(key);
      if (waitSeconds === 0) {
        if (pending) pending.count += 1;
        else this.#pending.set(key, { count: 1, waiting: [] });
        return 0;
      }
      // One that was taken back while the store counted this one made room.
      if (rightOnes !== this.#rightOnes) continue;
      if (!pending || pending.waiting.length >= MAX_WAITING) return waitSeconds;
      await new Promise<void>((resolve) => pending.waiting.push(resolve));
    }
  }

  settle(key: string, isRight: boolean): void {
    if (isRight) this.#rightOnes += 1;
    const pending = this.#pending.get(key);
    if (!pending) return;
    pending.count -= 1;
    if (pending.count === 0) this.#pending.delete(key);
    const retried = pending.count === 0 ? pending.waiting.length : isRight ? RETRIED_AT_ONCE : 0;
    for (const retry of pending.waiting.splice(0, retried)) retry();
  }
}
