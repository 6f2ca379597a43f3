import type { App } from "../../server/app.ts";
import { hashPassword } from "../../server/auth/passwords.ts";
import type { SessionReference } from "../../server/auth/sessions.ts";
import { endOtherSessions } from "../../server/auth/sessions.ts";

export interface MyChanges {
  first_name?: string | undefined;
  last_name?: string | undefined;
  password?: string | undefined;
}

export async function isPerson({ db }: App, id: number): Promise<boolean> {
  if (id < 1 || id >= 2 ** 31) return false;
  return (await db.selectFrom("users").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
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
