import type { App } from "../app.ts";
import { openRedis } from "../redis.ts";
import { type EventStore, type JobEvent, KEPT_MS, MAX_KEPT, MAX_READ } from "./job-events.ts";

const PREFIX = "async-events-";
const CHANGED = "tessera:job-event";

/** Events as Redis streams, one per channel, so that any server can read what any worker wrote. */
export async function redisEvents(
  app: App,
  url: string,
  announce: (channel: string | undefined) => void,
): Promise<EventStore> {
  const options = { purpose: "job events", lazyConnect: true, maxRetriesPerRequest: 2 };
  const client = openRedis(app.log, url, { ...options, commandTimeout: app.config.limits.redisAnswerMs });
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
    // Whoever asks again opens others.
    await close();
    throw error;
  }
  // What came while the connection was away is not known.
  subscriber.on("ready", () => announce(undefined));
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
    close,
  };
}
