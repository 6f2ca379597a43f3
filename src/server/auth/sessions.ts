import type { App } from "../app.ts";
import { formatTimestamp, parseTimestamp } from "../clock.ts";
import type { SessionReference } from "../http/route.ts";
import { digestOf, randomToken } from "./digest.ts";

/** Sessions live in the store; the browser holds a random token in a cookie that scripts cannot read. */
export const SESSION_COOKIE = "session";

/** How often a session in use is written to, at most. */
const TOUCH_MS = 5 * 60_000;

/** Starts a session and answers the cookie's value. `replaced` ends: signing in always gives a new token. */
export async function startSession(app: App, userId: number, replaced?: SessionReference): Promise<string> {
  const token = randomToken();
  const now = app.clock.timestamp();
  const oldest = formatTimestamp(app.clock.now() - app.config.session.idleMs);
  await app.db.transaction().execute(async (trx) => {
    if (replaced) await trx.deleteFrom("sessions").where("token_hash", "=", replaced.tokenHash).execute();
    await trx.deleteFrom("sessions").where("last_seen_on", "<", oldest).execute();
    await trx
      .insertInto("sessions")
      .values({ token_hash: digestOf(token), user_id: userId, created_on: now, last_seen_on: now })
      .execute();
  });
  return token;
}

/** The session of a cookie's value, unless it has ended or was not used for too long. */
export async function findSession(app: App, token: string): Promise<SessionReference | undefined> {
  const tokenHash = digestOf(token);
  const row = await app.db
    .selectFrom("sessions")
    .select(["user_id", "last_seen_on"])
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
  if (!row) return undefined;
  const idleMs = app.clock.now() - parseTimestamp(row.last_seen_on);
  if (idleMs > app.config.session.idleMs) {
    await endSession(app, { tokenHash, userId: row.user_id });
    return undefined;
  }
  if (idleMs > TOUCH_MS) {
    const last_seen_on = app.clock.timestamp();
    await app.db.updateTable("sessions").set({ last_seen_on }).where("token_hash", "=", tokenHash).execute();
  }
  return { tokenHash, userId: row.user_id };
}

export async function endSession(app: App, session: SessionReference): Promise<void> {
  await app.db.deleteFrom("sessions").where("token_hash", "=", session.tokenHash).execute();
}

/** Ends all sessions of a user, but not the one given: after a change of password. */
export async function endOtherSessions(app: App, userId: number, kept?: SessionReference): Promise<void> {
  await app.db
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .where("token_hash", "!=", kept?.tokenHash ?? "")
    .execute();
}
