import type { App } from "../app.ts";
import { stillHolds } from "../still-holds.ts";

const MAX_SESSIONS = 10_000;

export interface KnownSession {
  userId: number;
  lastSeenMs: number;
}

/** Sessions in use, kept in memory so that a request need not ask the store. Use it as `app.once(sessionMemory)`. */
export interface SessionMemory {
  find(tokenHash: string): KnownSession | undefined;
  keep(tokenHash: string, session: KnownSession): void;
  forget(tokenHash: string): void;
  forgetUser(userId: number): void;
}

export function sessionMemory(app: App): SessionMemory {
  const known = new Map<string, KnownSession & { checkedMs: number }>();
  return {
    find: (tokenHash) => {
      const session = known.get(tokenHash);
      return session && stillHolds(app, session.checkedMs) ? session : undefined;
    },
    keep: (tokenHash, session) => {
      const [oldest] = known.keys();
      if (known.size >= MAX_SESSIONS && oldest !== undefined) known.delete(oldest);
      known.set(tokenHash, { ...session, checkedMs: app.clock.now() });
    },
    forget: (tokenHash) => void known.delete(tokenHash),
    forgetUser: (userId) => {
      for (const [tokenHash, session] of known) if (session.userId === userId) known.delete(tokenHash);
    },
  };
}
