import { randomUUID } from "node:crypto";
import type { Redis } from "ioredis";
import type { App } from "../app.ts";
import { openRedis } from "../redis.ts";

/**
 * What several servers keep in common: chart data in Redis, behind each server's own cache. It is only a cache: when
 * Redis is away, nothing is found and nothing kept, and the server goes on. `undefined` without a Redis. Use it as
 * `app.once(sharedCache)`.
 */
export interface SharedCache {
  /** With how long it may still be kept, null: without end. */
  get(key: string): Promise<{ value: Buffer; ttlMs: number | null } | undefined>;
  /** `ttlMs` null: until Redis itself pushes it out. */
  set(key: string, value: Buffer, ttlMs: number | null): Promise<void>;
  /** Calls back with the key of what another server has set; with null when that may be any. */
  onReplaced(listener: (key: string | null) => void): void;
}

const PREFIX = "tessera:data:";
const REPLACED = "tessera:data-replaced";
const ANSWER_MS = 500;
const SILENT_MS = 2000;

/** Tells whether the connection is lost: nobody waits then until it is there again. */
function lossOf(redis: Redis): () => boolean {
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
    commandTimeout: ANSWER_MS,
    connectTimeout: ANSWER_MS,
  });
  const isLost = lossOf(redis);
  // One that does not answer in time is not asked for a moment, so that not everybody waits for it.
  let silentUntil = 0;
  const self = `${randomUUID()} `;
  const listeners: ((key: string | null) => void)[] = [];
  const tell = (key: string | null) => {
    for (const listener of listeners) listener(key);
  };
  const subscriber = openRedis(app.log, redisUrl, { purpose: "replaced chart data", maxRetriesPerRequest: null });
  subscriber.subscribe(REPLACED).catch(() => undefined);
  subscriber.on("message", (_channel, text: string) => {
    if (!text.startsWith(self)) tell(text.slice(self.length));
  });
  // What was told while the connection was away is not known.
  subscriber.on("ready", () => tell(null));
  app.onClose(() => {
    redis.disconnect();
    subscriber.disconnect();
  });
  return {
    onReplaced: (listener) => void listeners.push(listener),
    get: async (key) => {
      if (isLost() || app.clock.now() < silentUntil) return undefined;
      const name = PREFIX + key;
      try {
        const [value, ttlMs] = await Promise.all([redis.getBuffer(name), redis.pttl(name)]);
        return value ? { value, ttlMs: ttlMs < 0 ? null : ttlMs } : undefined;
      } catch {
        silentUntil = app.clock.now() + SILENT_MS;
        return undefined;
      }
    },
    set: async (key, value, ttlMs) => {
      if (isLost()) return;
      const name = PREFIX + key;
      const all = redis.multi();
      if (ttlMs === null) all.set(name, value);
      else all.set(name, value, "PX", Math.max(1, Math.ceil(ttlMs)));
      await all
        .publish(REPLACED, self + key)
        .exec()
        .catch(() => undefined);
    },
  };
}
