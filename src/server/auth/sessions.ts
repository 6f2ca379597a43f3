import type { Kysely } from "kysely";
import { t } from "../../i18n/translate.ts";
import { type App, isFresh } from "../app.ts";
import { formatTimestamp, parseTimestamp } from "../clock.ts";
import { writeUnlessFull } from "../store/full-disk.ts";
import { QUOTAS } from "../store/quotas.ts";
import type { Tables } from "../store/tables.ts";
import { digestOf, randomToken } from "./digest.ts";

export interface SessionReference {
  readonly tokenHash: string;
  readonly userId: number;
}

/** The cookie is HttpOnly and holds a random token; the store keeps its digest. */
export const SESSION_COOKIE = "session";

const TOUCH_MS = 5 * 60_000;
const SETTLED_MS = 60 * 60_000;

export interface SessionStart {
  replaced?: SessionReference | undefined;
  idToken?: string | undefined;
}

/**
 * Returns the cookie's value; every sign-in gets a new token. On a full disk, the session of a single server is kept in
 * memory, so that users can read and administrators make room.
 */
export async function startSession(app: App, userId: number, start: SessionStart = {}): Promise<string> {
  const token = randomToken();
  const store = () => storeSession(app, userId, { ...start, token });
  const isStored = app.dialect === "sqlite" ? await writeUnlessFull(app, store) : await store().then(() => true);
  if (!isStored) app.once(sessionCache).keep(digestOf(token), { userId, lastSeenMs: app.clock.now() });
  if (start.replaced) app.once(sessionCache).forget(start.replaced.tokenHash);
  return token;
}

async function storeSession(
  app: App,
  userId: number,
  { token, replaced, idToken }: SessionStart & { token: string },
): Promise<void> {
  const now = app.clock.timestamp();
  const id_token = idToken === undefined ? null : app.secrets.seal(idToken);
  const oldest = formatTimestamp(app.clock.now() - app.config.session.idleMs);
  await app.db.transaction().execute(async (trx) => {
    if (replaced) await trx.deleteFrom("sessions").where("token_hash", "=", replaced.tokenHash).execute();
    if (isClockSettled(app)) await trx.deleteFrom("sessions").where("last_seen_on", "<", oldest).execute();
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
      app.once(sessionCache).forget(token_hash);
    }
  });
}

export async function findSession(app: App, token: string): Promise<SessionReference | undefined> {
  const tokenHash = digestOf(token);
  const cache = app.once(sessionCache);
  const cached = cache.find(tokenHash) ?? (await storedSession(app, tokenHash));
  if (!cached) return undefined;
  const session = { tokenHash, userId: cached.userId };
  const now = app.clock.now();
  const idleMs = now - cached.lastSeenMs;
  if (idleMs > app.config.session.idleMs && isClockSettled(app)) {
    await endSession(app, session);
    return undefined;
  }
  if (Math.abs(idleMs) > TOUCH_MS) {
    cache.keep(tokenHash, { userId: cached.userId, lastSeenMs: now });
    const last_seen_on = app.clock.timestamp();
    const seen = app.db.updateTable("sessions").set({ last_seen_on }).where("token_hash", "=", tokenHash);
    await writeUnlessFull(app, () => seen.execute());
  }
  return session;
}

/** After the clock was set, users have an hour to show that they are still there. */
const isClockSettled = (app: App) => app.clock.sinceSet() > SETTLED_MS;

async function storedSession(app: App, tokenHash: string): Promise<CachedSession | undefined> {
  const row = await app.db
    .selectFrom("sessions")
    .select(["user_id", "last_seen_on"])
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
  if (!row) return undefined;
  const cached = { userId: row.user_id, lastSeenMs: parseTimestamp(row.last_seen_on) };
  app.once(sessionCache).keep(tokenHash, cached);
  return cached;
}

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
    // Encrypted with a key that has since been replaced.
    return { text: undefined };
  }
}

export async function endSession(app: App, session: SessionReference): Promise<void> {
  await app.db.deleteFrom("sessions").where("token_hash", "=", session.tokenHash).execute();
  app.once(sessionCache).forget(session.tokenHash);
}

/** After a password change: ends all sessions, links, tokens, API keys and connected apps of the user except one session. */
export async function endOtherSessions(app: App, userId: number, except?: SessionReference): Promise<void> {
  await app.db.transaction().execute((trx) => endCredentials(trx, userId, except));
  forgetCredentials(app, userId);
}

/** The store's part of `endOtherSessions`; call `forgetCredentials` after the transaction. */
export async function endCredentials(db: Kysely<Tables>, userId: number, except?: SessionReference): Promise<void> {
  await db
    .updateTable("users")
    .set((set) => ({ credential_version: set("credential_version", "+", 1) }))
    .where("id", "=", userId)
    .execute();
  for (const table of ["api_keys", "oauth_codes", "oauth_grants", "agent_previews"] as const)
    await db.deleteFrom(table).where("user_id", "=", userId).execute();
  await db.deleteFrom("sign_in_tokens").where("user_id", "=", userId).execute();
  await db
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .where("token_hash", "!=", except?.tokenHash ?? "")
    .execute();
}

export function forgetCredentials(app: App, userId: number): void {
  app.once(sessionCache).forgetUser(userId);
  app.events.changed("user", userId);
}

const MAX_SESSIONS = 10_000;

interface CachedSession {
  userId: number;
  lastSeenMs: number;
}

/** Saves a store query per request. Use it as `app.once(sessionCache)`. */
interface SessionCache {
  find(tokenHash: string): CachedSession | undefined;
  keep(tokenHash: string, session: CachedSession): void;
  forget(tokenHash: string): void;
  forgetUser(userId: number): void;
}

function sessionCache(app: App): SessionCache {
  const cached = new Map<string, CachedSession & { checkedMs: number }>();
  return {
    find: (tokenHash) => {
      const session = cached.get(tokenHash);
      return session && isFresh(app, session.checkedMs) ? session : undefined;
    },
    keep: (tokenHash, session) => {
      const [oldest] = cached.keys();
      if (cached.size >= MAX_SESSIONS && oldest !== undefined) cached.delete(oldest);
      cached.set(tokenHash, { ...session, checkedMs: app.clock.elapsed() });
    },
    forget: (tokenHash) => void cached.delete(tokenHash),
    forgetUser: (userId) => {
      for (const [tokenHash, session] of cached) if (session.userId === userId) cached.delete(tokenHash);
    },
  };
}

/** CSRF tokens are bound to one session, valid for a week, and not stored. */

export function csrfToken(app: App, session: SessionReference | undefined, userId: number): string {
  const issued = app.clock.now().toString(36);
  return `${issued}.${app.secrets.sign(csrfPayload(session, userId, issued))}`;
}

export function csrfError(app: App, session: SessionReference, token: string | undefined): string | undefined {
  if (!token) return t("400 Bad Request: The CSRF token is missing.");
  const [issued = "", signature = ""] = token.split(".");
  if (!app.secrets.isSigned(csrfPayload(session, session.userId, issued), signature)) {
    return t("400 Bad Request: The CSRF tokens do not match.");
  }
  const ageMs = app.clock.now() - Number.parseInt(issued, 36);
  return ageMs <= app.config.session.csrfMs ? undefined : t("400 Bad Request: The CSRF token has expired.");
}

function csrfPayload(session: SessionReference | undefined, userId: number, issued: string): string {
  return `csrf ${session?.tokenHash ?? `user ${userId}`} ${issued}`;
}
