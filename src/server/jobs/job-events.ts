import { EventEmitter } from "node:events";
import type { App } from "../app.ts";

export interface JobEvent {
  channel_id: string;
  job_id: string;
  user_id: number | null;
  status: "pending" | "running" | "error" | "done";
  errors: unknown[];
  result_url: string | null;
}

/** Events per channel, in order. Use it as `app.once(jobEvents)`. */
export interface JobEvents {
  append(event: JobEvent): Promise<void>;
  /** Events after the id `after` (all when undefined or invalid), at most `MAX_READ`. */
  read(channel: string, after: string | undefined): Promise<(JobEvent & { id: string })[]>;
  listen(channel: string, listener: () => void): () => void;
}

export interface EventStore extends Omit<JobEvents, "listen"> {
  close(): Promise<void>;
}

export const MAX_READ = 100;
export const MAX_EVENTS = 1000;
export const RETENTION_MS = 24 * 60 * 60 * 1000;
const EVENT_ID = /^\d{1,16}-\d{1,16}$/;

export function jobEvents(app: App): JobEvents {
  const changes = new EventEmitter();
  changes.setMaxListeners(0);
  const announce = (channel: string | undefined) => {
    for (const one of channel === undefined ? changes.eventNames() : [channel]) changes.emit(one);
  };
  let opened: Promise<EventStore> | undefined;
  const store = () => {
    opened ??= openStore(app, announce);
    opened.catch(() => {
      opened = undefined;
    });
    return opened;
  };
  app.onClose(async () => (await opened?.catch(() => undefined))?.close());
  return {
    append: async (event) => (await store()).append(event),
    read: async (channel, after) =>
      (await store()).read(channel, after !== undefined && EVENT_ID.test(after) ? after : undefined),
    listen: (channel, listener) => {
      void store().catch((error) => app.log.error("failed to subscribe to job events", { error }));
      changes.on(channel, listener);
      return () => changes.off(channel, listener);
    },
  };
}

async function openStore(app: App, announce: (channel: string | undefined) => void): Promise<EventStore> {
  if (app.config.redisUrl === undefined) return memoryEvents(app, announce);
  const { redisEvents } = await import("./redis-events.ts");
  return redisEvents(app, app.config.redisUrl, announce);
}

interface Channel {
  events: (JobEvent & { id: string })[];
  lastMs: number;
}

function memoryEvents(app: App, announce: (channel: string) => void): EventStore {
  const channels = new Map<string, Channel>();
  let lastMs = 0;
  let sequence = 0;
  const nextId = () => {
    const now = app.clock.now();
    sequence = now > lastMs ? 0 : sequence + 1;
    lastMs = Math.max(now, lastMs);
    return `${lastMs}-${sequence}`;
  };
  const dropOld = (now: number) => {
    for (const [name, { lastMs: last }] of channels) {
      if (now - last < RETENTION_MS) return;
      channels.delete(name);
    }
  };
  return {
    append: async (event) => {
      const id = nextId();
      const known = channels.get(event.channel_id)?.events ?? [];
      channels.delete(event.channel_id);
      channels.set(event.channel_id, { events: [...known, { id, ...event }].slice(-MAX_EVENTS), lastMs });
      dropOld(lastMs);
      announce(event.channel_id);
    },
    read: async (channel, after) => {
      const { events = [] } = channels.get(channel) ?? {};
      return (after === undefined ? events : events.filter(({ id }) => isLater(id, after))).slice(0, MAX_READ);
    },
    close: async () => channels.clear(),
  };
}

function isLater(id: string, than: string): boolean {
  const [ms = 0, sequence = 0] = id.split("-").map(Number);
  const [otherMs = 0, otherSequence = 0] = than.split("-").map(Number);
  return ms > otherMs || (ms === otherMs && sequence > otherSequence);
}
