import { randomUUID } from "node:crypto";
import type { Events, Noun } from "./events.ts";
import type { Log } from "./log.ts";
import { openRedis } from "./redis.ts";

/**
 * Shares events between servers on one store, so that each invalidates its caches. Changes may be missed while the
 * connection is lost, so after a reconnect every kind is announced as changed.
 */

const CHANNEL = "tessera:changed";
const NOUNS: readonly Noun[] = [
  "allowed-location",
  "database",
  "dataset",
  "chart",
  "dashboard",
  "user",
  "role",
  "tag",
  "row-level-security",
  "query",
];

interface Message {
  from: string;
  noun: Noun;
  id?: number;
}

export interface SharedEvents {
  events: Events;
  close(): Promise<void>;
}

export async function shareEvents(local: Events, url: string, log: Log): Promise<SharedEvents> {
  const self = randomUUID();
  const options = { purpose: "changes", lazyConnect: true, maxRetriesPerRequest: null };
  const publisher = openRedis(log, url, options);
  const subscriber = openRedis(log, url, options);
  try {
    await Promise.all([publisher.connect(), subscriber.connect()]);
  } catch (error) {
    publisher.disconnect();
    subscriber.disconnect();
    throw error;
  }
  subscriber.on("message", (_channel: string, text: string) => {
    const { from, noun, id } = JSON.parse(text) as Message;
    if (from !== self) local.changed(noun, id);
  });
  await subscriber.subscribe(CHANNEL);
  subscriber.on("ready", () => {
    for (const noun of NOUNS) local.changed(noun);
  });
  const events: Events = {
    onChanged: local.onChanged,
    changed: (noun, id) => {
      local.changed(noun, id);
      const message: Message = { from: self, noun, id };
      publisher
        .publish(CHANNEL, JSON.stringify(message))
        .catch((error) => log.error("failed to publish a change to the other servers", { error }));
    },
    ping: async () => {
      await publisher.ping();
    },
  };
  return {
    events,
    close: async () => {
      subscriber.disconnect();
      // Without a connection, it would wait for one.
      if (publisher.status === "ready") await publisher.quit().catch(() => undefined);
      publisher.disconnect();
    },
  };
}
