import { randomUUID } from "node:crypto";
import type { ChainableCommander, Redis } from "ioredis";
import type { App } from "../app.ts";
import { openRedis } from "../redis.ts";

/**
 * Chart data in Redis, behind each server's own cache. While Redis is unavailable, nothing is found or stored.
 * Undefined without a Redis. Use it as `app.once(sharedCache)`.
 */
export interface SharedCache {
  get(key: string): Promise<{ value: Buffer; ttlMs: number | null } | undefined>;
  /** `ttlMs` null = until Redis evicts it. */
  set(key: string, value: Buffer, ttlMs: number | null): Promise<void>;
  delete(key: string): Promise<void>;
  /** Called with the key that another server has set or deleted; null = any key may have been replaced. */
  onReplaced(listener: (key: string | null) => void): void;
}

const PREFIX = "tessera:data:";
const REPLACED = "tessera:data-replaced";
const TIMEOUT_MS = 500;
const PAUSE_MS = 2000;

function trackLoss(redis: Redis): () => boolean {
  let isLost = false;
  redis.on("close", () => {
    isLost = true;
  });
  redis.on("ready", () => {
    isLost = false;
  });
  return () => isLost;
}

export function sharedCache(app: App): SharedCache | undefined {
  const { redisUrl } = app.config;
  if (redisUrl === undefined) return undefined;
  const redis = openRedis(app.log, redisUrl, {
    purpose: "shared chart data",
    maxRetriesPerRequest: 1,
    enableOfflineQueue: true,
    commandTimeout: TIMEOUT_MS,
    connectTimeout: TIMEOUT_MS,
  });
  const isLost = trackLoss(redis);
  // After a timeout Redis is skipped for a moment, so that not every request waits for it.
  let pausedUntil = 0;
  const self = `${randomUUID()} `;
  const listeners: ((key: string | null) => void)[] = [];
  const notify = (key: string | null) => {
    for (const listener of listeners) listener(key);
  };
  const subscriber = openRedis(app.log, redisUrl, { purpose: "replaced chart data", maxRetriesPerRequest: null });
  subscriber.subscribe(REPLACED).catch(() => undefined);
  subscriber.on("message", (_channel, text: string) => {
    if (!text.startsWith(self)) notify(text.slice(self.length));
  });
  // Messages may have been missed while disconnected.
  subscriber.on("ready", () => notify(null));
  app.onClose(() => {
    redis.disconnect();
    subscriber.disconnect();
  });
  const change = async (key: string, act: (all: ChainableCommander, name: string) => ChainableCommander) => {
    if (isLost()) return;
    await act(redis.multi(), PREFIX + key)
      .publish(REPLACED, self + key)
      .exec()
      .catch(() => undefined);
  };
  return {
    onReplaced: (listener) => void listeners.push(listener),
    get: async (key) => {
      if (isLost() || app.clock.elapsed() < pausedUntil) return undefined;
      const name = PREFIX + key;
      try {
        const [value, ttlMs] = await Promise.all([redis.getBuffer(name), redis.pttl(name)]);
        return value ? { value, ttlMs: ttlMs < 0 ? null : ttlMs } : undefined;
      } catch {
        pausedUntil = app.clock.elapsed() + PAUSE_MS;
        return undefined;
      }
    },
    set: (key, value, ttlMs) =>
      change(key, (all, name) =>
        ttlMs === null ? all.set(name, value) : all.set(name, value, "PX", Math.max(1, Math.ceil(ttlMs))),
      ),
    delete: (key) => change(key, (all, name) => all.del(name)),
  };
}
