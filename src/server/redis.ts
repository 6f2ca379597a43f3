import { Redis, type RedisOptions } from "ioredis";
import type { Log } from "./log.ts";

/** Reconnects by itself. Losing and regaining the connection is logged once each. */
export function openRedis(log: Log, url: string, { purpose, ...options }: RedisOptions & { purpose: string }): Redis {
  const redis = new Redis(url, options);
  let isLost = false;
  redis.on("error", (error) => {
    if (!isLost) log.error(`lost the connection to Redis for ${purpose}`, { error });
    isLost = true;
  });
  redis.on("ready", () => {
    if (isLost) log.info(`reconnected to Redis for ${purpose}`);
    isLost = false;
  });
  return redis;
}
