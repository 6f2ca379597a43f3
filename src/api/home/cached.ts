import type { App } from "../../server/app.ts";

const MAX_AGE_MS = 60_000;

/** For summaries of the whole action log, which change slowly and are the same for every user. */
export function cachedFor<T>(load: (app: App) => Promise<T>): (app: App) => Promise<T> {
  const create = () => ({ atMs: Number.NEGATIVE_INFINITY, value: undefined as Promise<T> | undefined });
  return (app) => {
    const cache = app.once(create);
    const now = app.clock.elapsed();
    if (cache.value && now - cache.atMs < MAX_AGE_MS) return cache.value;
    const value = load(app);
    Object.assign(cache, { atMs: now, value });
    value.catch(() => {
      if (cache.value === value) cache.value = undefined;
    });
    return value;
  };
}
