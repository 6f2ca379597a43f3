import { Redis, type RedisOptions } from "ioredis";
import type { Log } from "./log.ts";

/** A connection that finds its way back by itself. Its loss and its return are logged once each, as of `purpose`. */
export function openRedis(log: Log, url: string, { purpose, ...options }: RedisOptions & { purpose: string }): Redis {
  const redis = new Redis(url, options);
  let isLost = false;
  redis.on("error", (error) => {
    if (!isLost) log.error(`lost the connection to Redis for ${purpose}`, { error });
    isLost = true;
  });
  redis.on("ready", () => {
    if (isLost) log.info(`found the connection to Redis for ${purpose} again`);
    isLost = false;
  });
  return redis;
}
