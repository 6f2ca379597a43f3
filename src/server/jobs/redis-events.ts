import { Redis } from "ioredis";
import type { App } from "../app.ts";
import { type EventStore, type JobEvent, KEPT_MS, MAX_KEPT, MAX_READ } from "./job-events.ts";

const PREFIX = "async-events-";
const CHANGED = "tessera:job-event";

/** Events as Redis streams, one per channel, so that any server can read what any worker wrote. */
export async function redisEvents(app: App, url: string, announce: (channel: string) => void): Promise<EventStore> {
  const [client, subscriber] = [0, 1].map(() => {
    const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 2 });
    redis.on("error", (error) => app.log.error("lost the connection to Redis", { error }));
    return redis;
  }) as [Redis, Redis];
  await Promise.all([client.connect(), subscriber.connect()]);
  subscriber.on("message", (_name, channel) => announce(channel));
  await subscriber.subscribe(CHANGED);
  return {
    append: async (event) => {
      const key = PREFIX + event.channel_id;
      await client
        .multi()
        .xadd(key, "MAXLEN", "~", MAX_KEPT, "*", "data", JSON.stringify(event))
        .pexpire(key, KEPT_MS)
        .publish(CHANGED, event.channel_id)
        .exec();
    },
    read: async (channel, after) => {
      const from = after === undefined ? "-" : `(${after}`;
      const entries = await client.xrange(PREFIX + channel, from, "+", "COUNT", MAX_READ);
      return entries.map(([id, [, data = "{}"]]) => ({ id, ...(JSON.parse(data) as JobEvent) }));
    },
    close: async () => {
      subscriber.disconnect();
      client.disconnect();
    },
  };
}
