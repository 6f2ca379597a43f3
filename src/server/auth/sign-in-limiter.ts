import type { App } from "../app.ts";

const WINDOW_MS = 60_000;
/** Beyond it the oldest windows are forgotten, so that made-up names cannot fill the memory. */
const MAX_KEYS = 10_000;

export interface SignInLimiter {
  /** Counts an attempt, of so many that are allowed within a minute; answers 0, or after how many seconds the next one is allowed. */
  attempt(key: string, allowed?: number): number;
  /** Takes one attempt back: it was right. */
  undo(key: string): void;
  /** Forgets the attempts of a key: the last one was right. */
  forget(key: string): void;
}

/** Attempts within a fixed minute per key. Use it as `app.once(signInLimiter)`. */
export function signInLimiter(app: App): SignInLimiter {
  const windows = new Map<string, { startMs: number; attempts: number }>();
  return {
    forget: (key) => void windows.delete(key),
    undo: (key) => {
      const known = windows.get(key);
      if (known) known.attempts -= 1;
    },
    attempt: (key, allowed = app.config.limits.signInsPerMinute) => {
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
      if (known.attempts <= allowed) return 0;
      return Math.ceil((known.startMs + WINDOW_MS - now) / 1000);
    },
  };
}
