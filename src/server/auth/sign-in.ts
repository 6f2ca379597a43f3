import { TesseraError } from "../../model/errors.ts";
import type { App } from "../app.ts";
import { accounts } from "./accounts.ts";
import { isPassword } from "./passwords.ts";
import { signInLimiter } from "./sign-in-limiter.ts";
import type { User } from "./user.ts";

const COUNT_DELAY_MS = 50;

export interface Credentials {
  username: string;
  password: string;
  /** Network address of the caller. */
  address: string;
}

/**
 * The user of a name (or email address) and password. Undefined for any other, with the same answer after the same time
 * whether or not the user exists. Throws a 429 after too many wrong attempts on a name from an address.
 */
export async function signIn(app: App, { username, password, address }: Credentials): Promise<User | undefined> {
  const limiter = app.once(signInLimiter);
  const key = `${address} ${username.toLowerCase()}`;
  const waitSeconds = limiter.attempt(key);
  if (waitSeconds > 0) {
    throw new TesseraError(429, { message: `Too many attempts to sign in. Try again in ${waitSeconds} seconds.` });
  }
  const row = await app.db
    .selectFrom("users")
    .select(["id", "password_hash", "active"])
    .where((where) => where.or([where("username", "=", username), where("email", "=", username)]))
    .executeTakeFirst();
  const isRight = await isPassword(row?.password_hash, password);
  if (!row) return undefined;
  if (!isRight || !row.active) {
    countFailureLater(app, row.id);
    return undefined;
  }
  limiter.forget(key);
  return recordSignIn(app, row.id);
}

/** After the answer, which must not take longer for names that exist. */
function countFailureLater(app: App, id: number): void {
  setTimeout(() => {
    app.db
      .updateTable("users")
      .set((set) => ({ fail_login_count: set("fail_login_count", "+", 1) }))
      .where("id", "=", id)
      .execute()
      .catch((error: unknown) => app.log.warn("could not count a failed sign-in", { error }));
  }, COUNT_DELAY_MS).unref();
}

/** Counts a successful sign-in. Undefined when the user is gone or not active. */
export async function recordSignIn(app: App, id: number): Promise<User | undefined> {
  await app.db
    .updateTable("users")
    .set((set) => ({
      login_count: set("login_count", "+", 1),
      fail_login_count: 0,
      last_login: app.clock.timestamp(),
    }))
    .where("id", "=", id)
    .execute();
  app.events.changed("user", id);
  return app.once(accounts).active(id);
}
