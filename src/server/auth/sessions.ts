import type { Kysely } from "kysely";
import { type App, stillHolds } from "../app.ts";
import { formatTimestamp, parseTimestamp } from "../clock.ts";
import { QUOTAS } from "../store/quotas.ts";
import type { Tables } from "../store/tables.ts";
import { digestOf, randomToken } from "./digest.ts";

export interface SessionReference {
  /** The digest under which the session is stored. */
  readonly tokenHash: string;
  readonly userId: number;
}

/** Sessions live in the store; the browser holds a random token in a cookie that scripts cannot read. */
export const SESSION_COOKIE = "session";

/** How often a session in use is written to, at most. */
const TOUCH_MS = 5 * 60_000;

export interface SessionStart {
  /** The browser's session until now; it ends. */
  replaced?: SessionReference | undefined;
  /** What the provider that vouched for the user calls this sign-in. */
  idToken?: string | undefined;
}

/** Starts a session and answers the cookie's value: signing in always gives a new token. */
export async function startSession(
  app: App,
  userId: number,
  { replaced, idToken }: SessionStart = {},
): Promise<string> {
  const token = randomToken();
  const now = app.clock.timestamp();
  const id_token = idToken === undefined ? null : app.secrets.seal(idToken);
  const oldest = formatTimestamp(app.clock.now() - app.config.session.idleMs);
  await app.db.transaction().execute(async (trx) => {
    if (replaced) await trx.deleteFrom("sessions").where("token_hash", "=", replaced.tokenHash).execute();
    await trx.deleteFrom("sessions").where("last_seen_on", "<", oldest).execute();
    await trx
      .insertInto("sessions")
      .values({ token_hash: digestOf(token), user_id: userId, created_on: now, last_seen_on: now, id_token })
      .execute();
    const newest = trx
      .selectFrom("sessions")
      .select("token_hash")
      .where("user_id", "=", userId)
      .orderBy("last_seen_on", "desc")
      .limit(QUOTAS.sessions);
    const pruned = trx.deleteFrom("sessions").where("user_id", "=", userId).where("token_hash", "not in", newest);
    for (const { token_hash } of await pruned.returning("token_hash").execute()) {
      app.once(sessionMemory).forget(token_hash);
    }
  });
  if (replaced) app.once(sessionMemory).forget(replaced.tokenHash);
  return token;
}

/** The session of a cookie's value, unless it has ended or was not used for too long. */
export async function findSession(app: App, token: string): Promise<SessionReference | undefined> {
  const tokenHash = digestOf(token);
  const memory = app.once(sessionMemory);
  const known = memory.find(tokenHash) ?? (await storedSession(app, tokenHash));
  if (!known) return undefined;
  const session = { tokenHash, userId: known.userId };
  const now = app.clock.now();
  const idleMs = now - known.lastSeenMs;
  if (idleMs > app.config.session.idleMs) {
    await endSession(app, session);
    return undefined;
  }
  if (idleMs > TOUCH_MS) {
    memory.keep(tokenHash, { userId: known.userId, lastSeenMs: now });
    const last_seen_on = app.clock.timestamp();
    await app.db.updateTable("sessions").set({ last_seen_on }).where("token_hash", "=", tokenHash).execute();
  }
  return session;
}

async function storedSession(app: App, tokenHash: string): Promise<KnownSession | undefined> {
  const row = await app.db
    .selectFrom("sessions")
    .select(["user_id", "last_seen_on"])
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
  if (!row) return undefined;
  const known = { userId: row.user_id, lastSeenMs: parseTimestamp(row.last_seen_on) };
  app.once(sessionMemory).keep(tokenHash, known);
  return known;
}

/** The ID token that a session began with; null for a session that no provider vouched for. */
export async function idTokenOf(app: App, session: SessionReference): Promise<{ text: string | undefined } | null> {
  const row = await app.db
    .selectFrom("sessions")
    .select("id_token")
    .where("token_hash", "=", session.tokenHash)
    .executeTakeFirst();
  if (!row?.id_token) return null;
  try {
    return { text: app.secrets.open(row.id_token) };
  } catch {
    // Sealed by a key that was replaced since.
    return { text: undefined };
  }
}

export async function endSession(app: App, session: SessionReference): Promise<void> {
  await app.db.deleteFrom("sessions").where("token_hash", "=", session.tokenHash).execute();
  app.once(sessionMemory).forget(session.tokenHash);
}

/** Ends all sessions, links, tokens and API keys of a user, but not the session given: after a change of password. */
export async function endOtherSessions(app: App, userId: number, kept?: SessionReference): Promise<void> {
  await app.db.transaction().execute((trx) => endCredentials(trx, userId, kept));
  forgetCredentials(app, userId);
}

/** The part of it in the store; `forgetCredentials` must follow when the transaction has ended. */
export async function endCredentials(db: Kysely<Tables>, userId: number, kept?: SessionReference): Promise<void> {
  await db
    .updateTable("users")
    .set((set) => ({ credential_version: set("credential_version", "+", 1) }))
    .where("id", "=", userId)
    .execute();
  await db.deleteFrom("api_keys").where("user_id", "=", userId).execute();
  await db.deleteFrom("sign_in_tokens").where("user_id", "=", userId).execute();
  await db
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .where("token_hash", "!=", kept?.tokenHash ?? "")
    .execute();
}

/** What is kept in memory of a user and of the sessions. */
export function forgetCredentials(app: App, userId: number): void {
  app.once(sessionMemory).forgetUser(userId);
  app.events.changed("user", userId);
}

const MAX_SESSIONS = 10_000;

interface KnownSession {
  userId: number;
  lastSeenMs: number;
}

/** Sessions in use, kept in memory so that a request need not ask the store. Use it as `app.once(sessionMemory)`. */
interface SessionMemory {
  find(tokenHash: string): KnownSession | undefined;
  keep(tokenHash: string, session: KnownSession): void;
  forget(tokenHash: string): void;
  forgetUser(userId: number): void;
}

function sessionMemory(app: App): SessionMemory {
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

/** Tokens against forged requests: bound to one session, valid for a week, and not stored. */

export function csrfToken(app: App, session: SessionReference | undefined, userId: number): string {
  const issued = app.clock.now().toString(36);
  return `${issued}.${app.secrets.sign(claimOf(session, userId, issued))}`;
}

/** Undefined when the token is right, else what is wrong with it. */
export function csrfObjection(app: App, session: SessionReference, token: string | undefined): string | undefined {
  if (!token) return "400 Bad Request: The CSRF token is missing.";
  const [issued = "", signature = ""] = token.split(".");
  if (!app.secrets.isSigned(claimOf(session, session.userId, issued), signature)) {
    return "400 Bad Request: The CSRF tokens do not match.";
  }
  const ageMs = app.clock.now() - Number.parseInt(issued, 36);
  return ageMs <= app.config.session.csrfMs ? undefined : "400 Bad Request: The CSRF token has expired.";
}

function claimOf(session: SessionReference | undefined, userId: number, issued: string): string {
  return `csrf ${session?.tokenHash ?? `user ${userId}`} ${issued}`;
}
