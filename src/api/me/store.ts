import type { App } from "../../server/app.ts";
import { hashPassword } from "../../server/auth/passwords.ts";
import { endOtherSessions } from "../../server/auth/sessions.ts";
import type { Context, SessionReference } from "../../server/http/route.ts";

export interface MyChanges {
  first_name?: string | undefined;
  last_name?: string | undefined;
  password?: string | undefined;
}

export async function isPerson({ db }: App, id: number): Promise<boolean> {
  if (id < 1 || id >= 2 ** 31) return false;
  return (await db.selectFrom("users").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
}

/** When the caller's session began; for callers by a token, when they last signed in anywhere. */
export async function lastProofOf({ app, user, session }: Context): Promise<string | null | undefined> {
  if (!session) {
    const { db } = app;
    return (await db.selectFrom("users").select("last_login").where("id", "=", user.id).executeTakeFirst())?.last_login;
  }
  const begun = app.db.selectFrom("sessions").select("created_on").where("token_hash", "=", session.tokenHash);
  return (await begun.executeTakeFirst())?.created_on;
}

/** Whether the caller signs in elsewhere and has no password here. */
export async function isKeptElsewhere({ app, user }: Context): Promise<boolean> {
  const row = await app.db
    .selectFrom("users")
    .innerJoin("identities", "identities.user_id", "users.id")
    .select("users.id")
    .where("users.id", "=", user.id)
    .where("password_hash", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Changes a user's own account. A new password ends the user's other sessions. */
export async function changeMyself(
  app: App,
  userId: number,
  { changes, session }: { changes: MyChanges; session: SessionReference | undefined },
): Promise<void> {
  const { password, first_name, last_name } = changes;
  const secret = password === undefined ? {} : { password_hash: await hashPassword(password) };
  await app.db
    .updateTable("users")
    .set({
      ...(first_name === undefined ? {} : { first_name }),
      ...(last_name === undefined ? {} : { last_name }),
      ...secret,
      changed_on: app.clock.timestamp(),
    })
    .where("id", "=", userId)
    .execute();
  if (password !== undefined) await endOtherSessions(app, userId, session);
  app.events.changed("user", userId);
}
