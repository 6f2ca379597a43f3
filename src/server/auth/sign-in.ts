import { TesseraError } from "../../model/errors.ts";
import type { App } from "../app.ts";
import { accounts } from "./accounts.ts";
import { isFamiliar, makeFamiliar } from "./familiar-addresses.ts";
import { isPassword } from "./passwords.ts";
import { signInLimiter } from "./sign-in-limiter.ts";
import type { User } from "./user.ts";

const COUNT_DELAY_MS = 50;

/** How many times as many attempts an address has for all names, and a name from all addresses. */
const WIDER = 10;

export interface Credentials {
  username: string;
  password: string;
  /** Network address of the caller. */
  address: string;
}

/** Asks another place about a name and password; undefined when they do not fit there either. */
export type Elsewhere = (app: App, credentials: Credentials) => Promise<User | undefined>;

/**
 * The user of a name (or email address) and password, here or else `elsewhere`. Undefined for any other, with the same
 * answer after the same time whether or not the user exists. Throws a 429 after too many wrong attempts on a name from an address, on any names from
 * the address, or on the name from anywhere: the last not where the name has signed in before, so that a stranger who goes
 * on guessing does not lock anybody out.
 */
export async function signIn(
  app: App,
  credentials: Credentials,
  { here = true, elsewhere }: { here?: boolean; elsewhere?: Elsewhere | undefined } = {},
): Promise<User | undefined> {
  const { username, address } = credentials;
  const limiter = app.once(signInLimiter);
  const name = username.toLowerCase();
  const key = `${address} ${name}`;
  const wider = (await isFamiliar(app, key)) ? [`from ${address}`] : [`from ${address}`, `on ${name}`];
  const widerLimit = WIDER * app.config.limits.signInsPerMinute;
  let waitSeconds = await limiter.attempt(key);
  // One that is refused counts no further: a single address cannot use up what a name has.
  for (const each of wider) if (waitSeconds === 0) waitSeconds = await limiter.attempt(each, widerLimit);
  if (waitSeconds > 0) {
    throw new TesseraError(429, { message: `Too many attempts to sign in. Try again in ${waitSeconds} seconds.` });
  }
  const user = (here ? await signInHere(app, credentials) : undefined) ?? (await elsewhere?.(app, credentials));
  if (!user) return undefined;
  await limiter.forget(key);
  for (const each of wider) await limiter.undo(each);
  await makeFamiliar(app, key);
  return user;
}

async function signInHere(app: App, { username, password }: Credentials): Promise<User | undefined> {
  const row = await accountNamed(app, username);
  const isRight = await isPassword(row?.password_hash, password);
  if (!row) return undefined;
  if (isRight && row.active) return recordSignIn(app, row.id);
  countFailureLater(app, row.id);
  return undefined;
}

function accountNamed({ db }: App, username: string) {
  // Nobody is called so, and PostgreSQL refuses to look.
  if (username.includes("\0")) return undefined;
  return db
    .selectFrom("users")
    .select(["id", "password_hash", "active"])
    .where((where) => where.or([where("username", "=", username), where("email", "=", username)]))
    .executeTakeFirst();
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
