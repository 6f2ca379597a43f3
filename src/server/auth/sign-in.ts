import { TesseraError } from "../../model/errors.ts";
import type { App } from "../app.ts";
import { formatTimestamp, parseTimestamp } from "../clock.ts";
import { networkOf } from "../person.ts";
import type { User } from "../user.ts";
import { accounts } from "./accounts.ts";
import { isPassword } from "./passwords.ts";
import { familiarSignInLimiter, signInLimiter } from "./sign-in-limiter.ts";

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
 * answer after the same time whether or not the user exists. Throws a 429 after too many wrong attempts on a name from
 * an address. Where the name hasn't signed in before, it throws too after many on any names from the address, or on the
 * name from anywhere: a stranger's guesses lock out nobody at a familiar address.
 */
export async function signIn(
  app: App,
  credentials: Credentials,
  { here = true, elsewhere }: { here?: boolean; elsewhere?: Elsewhere | undefined } = {},
): Promise<User | undefined> {
  const { username, address, password } = credentials;
  const account = await accountNamed(app, username);
  const attempt = await reserveAttempt(app, (account?.username ?? username).toLowerCase(), networkOf(address));
  let isRight = false;
  try {
    const user = (here ? await signInHere(app, account, password) : undefined) ?? (await elsewhere?.(app, credentials));
    if (!user) return undefined;
    await attempt.takeBack();
    isRight = true;
    return user;
  } finally {
    attempt.settle(isRight);
  }
}

/** Throws a 429 when an attempt on the name from the network is one too many. */
async function reserveAttempt(app: App, name: string, network: string) {
  const key = `${network} ${name}`;
  const isKnown = await isFamiliar(app, key);
  const limiter = app.once(isKnown ? familiarSignInLimiter : signInLimiter);
  const [fromNetwork, onName] = [`from ${network}`, `on ${name}`];
  const reserved: string[] = [];
  const settle = (isRight: boolean) => {
    for (const each of reserved) limiter.settle(each, isRight);
  };
  try {
    // One that is refused counts no further: an address can't use up what a name has, and made-up names stay few.
    for (const each of isKnown ? [key] : [fromNetwork, key, onName]) {
      const allowed = app.config.limits.signInsPerMinute * (each === key ? 1 : WIDER);
      const waitSeconds = await limiter.reserve(each, allowed);
      if (waitSeconds > 0) {
        throw new TesseraError(429, { message: `Too many attempts to sign in. Try again in ${waitSeconds} seconds.` });
      }
      reserved.push(each);
    }
  } catch (error) {
    settle(false);
    throw error;
  }
  const takeBack = async () => {
    await limiter.forget(key);
    if (!isKnown) for (const each of [fromNetwork, onName]) await limiter.undo(each);
    await makeFamiliar(app, key);
  };
  return { takeBack, settle };
}

async function signInHere(app: App, account: Account | undefined, password: string): Promise<User | undefined> {
  const isRight = await isPassword(account?.password_hash, password);
  if (!account) return undefined;
  if (isRight && account.active) return recordSignIn(app, account.id);
  countFailureLater(app, account.id);
  return undefined;
}

type Account = NonNullable<Awaited<ReturnType<typeof accountNamed>>>;

async function accountNamed({ db }: App, username: string) {
  // Nobody is called so, and PostgreSQL refuses to look.
  if (username.includes("\0")) return undefined;
  return db
    .selectFrom("users")
    .select(["id", "username", "password_hash", "active"])
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

/** From which addresses which names have signed in of late, as digests: a stranger's guesses keep nobody out there. */

const DAY_MS = 24 * 60 * 60_000;
const KEPT_MS = 90 * DAY_MS;

async function isFamiliar(app: App, key: string): Promise<boolean> {
  return (await seenOn(app, digestOf(app, key))) !== undefined;
}

/** Writes once a day at most. */
async function makeFamiliar(app: App, key: string): Promise<void> {
  const key_hash = digestOf(app, key);
  const now = app.clock.now();
  const seen = await seenOn(app, key_hash);
  if (seen !== undefined && now - parseTimestamp(seen) < DAY_MS) return;
  const seen_on = formatTimestamp(now);
  await app.db
    .deleteFrom("familiar_sign_ins")
    .where("seen_on", "<", formatTimestamp(now - KEPT_MS))
    .execute();
  await app.db
    .insertInto("familiar_sign_ins")
    .values({ key_hash, seen_on })
    .onConflict((conflict) => conflict.column("key_hash").doUpdateSet({ seen_on }))
    .execute();
}

const digestOf = (app: App, key: string) => app.secrets.sign(`familiar ${key}`);

async function seenOn({ db }: App, key_hash: string): Promise<string | undefined> {
  const found = db.selectFrom("familiar_sign_ins").select("seen_on").where("key_hash", "=", key_hash);
  return (await found.executeTakeFirst())?.seen_on;
}
