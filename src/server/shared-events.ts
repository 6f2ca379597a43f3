import { randomUUID } from "node:crypto";
import type { Events, Noun } from "./events.ts";
import type { Log } from "./log.ts";
import { openRedis } from "./redis.ts";

/**
 * Several servers on one store: what one announces, the others hear, so that their in-process caches forget it too.
 * When the connection is lost, everything may have changed meanwhile, so on return all nouns are announced as changed.
 */

const CHANNEL = "tessera:changed";
const NOUNS: readonly Noun[] = [
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

/** Joins local events with those of the other servers on the same Redis. Rejects when Redis cannot be reached at the start. */
export async function shareEvents(local: Events, url: string, log: Log): Promise<SharedEvents> {
  const self = randomUUID();
  const options = { purpose: "changes", lazyConnect: true, maxRetriesPerRequest: null };
  const publisher = openRedis(log, url, options);
  const subscriber = openRedis(log, url, options);
  await Promise.all([publisher.connect(), subscriber.connect()]);
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
        .catch((error) => log.error("could not tell the other servers of a change", { error }));
    },
  };
  return {
    events,
    close: async () => {
      subscriber.disconnect();
      await publisher.quit().catch(() => publisher.disconnect());
    },
  };
}
