import type { App } from "../app.ts";
import { openRedis } from "../redis.ts";
import { type EventStore, type JobEvent, MAX_EVENTS, MAX_READ, RETENTION_MS } from "./job-events.ts";

const PREFIX = "async-events-";
const CHANGED = "tessera:job-event";

export async function redisEvents(
  app: App,
  url: string,
  announce: (channel: string | undefined) => void,
): Promise<EventStore> {
  const options = { purpose: "job events", lazyConnect: true, maxRetriesPerRequest: 2 };
  const client = openRedis(app.log, url, { ...options, commandTimeout: app.config.limits.redisTimeoutMs });
  const subscriber = openRedis(app.log, url, options);
  const close = async () => {
    subscriber.disconnect();
    client.disconnect();
  };
  try {
    await Promise.all([client.connect(), subscriber.connect()]);
    subscriber.on("message", (_name, channel) => announce(channel));
    await subscriber.subscribe(CHANGED);
  } catch (error) {
    // A retry opens new connections.
    await close();
    throw error;
  }
  // Messages may have been missed while disconnected.
  subscriber.on("ready", () => announce(undefined));
  return {
    append: async (event) => {
      const key = PREFIX + event.channel_id;
      await client
        .multi()
        .xadd(key, "MAXLEN", "~", MAX_EVENTS, "*", "data", JSON.stringify(event))
        .pexpire(key, RETENTION_MS)
        .publish(CHANGED, event.channel_id)
        .exec();
    },
    read: async (channel, after) => {
      const from = after === undefined ? "-" : `(${after}`;
      const entries = await client.xrange(PREFIX + channel, from, "+", "COUNT", MAX_READ);
      return entries.map(([id, [, data = "{}"]]) => ({ id, ...(JSON.parse(data) as JobEvent) }));
    },
    close,
  };
}
