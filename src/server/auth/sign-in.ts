import { t } from "../../i18n/translate.ts";
import { tooManyRequests } from "../../model/errors.ts";
import type { App } from "../app.ts";
import { noteAction } from "../audit/audited-request.ts";
import { formatTimestamp, parseTimestamp } from "../clock.ts";
import { networkOf } from "../fair-share.ts";
import { writeUnlessFull } from "../store/full-disk.ts";
import type { User } from "../user.ts";
import { accounts } from "./accounts.ts";
import { isPassword } from "./passwords.ts";
import { familiarSignInLimiter, signInLimiter } from "./sign-in-limiter.ts";

const COUNT_DELAY_MS = 50;

/** Factor of the wider limits: per address for all names, and per name from all addresses. */
const WIDER_FACTOR = 10;

export interface Credentials {
  username: string;
  password: string;
  address: string;
}

export type ExternalSignIn = (app: App, credentials: Credentials) => Promise<User | undefined>;

/**
 * By user name or email address. Failures return the same after the same time whether or not the user exists. Throws a
 * 429 after too many wrong attempts on a name from an address; for unfamiliar addresses also after many from the
 * address or on the name, so that an attacker's guesses don't lock out a user at a familiar address.
 */
export async function signIn(
  app: App,
  credentials: Credentials,
  { here: isLocal = true, external: externalSignIn }: { here?: boolean; external?: ExternalSignIn | undefined } = {},
): Promise<User | undefined> {
  const { username, address, password } = credentials;
  noteAction({ username, result: "refused" });
  const account = await accountNamed(app, username);
  const attempt = await reserveAttempt(app, (account?.username ?? username).toLowerCase(), networkOf(address));
  let isCorrect = false;
  try {
    const user =
      (isLocal ? await signInHere(app, account, password) : undefined) ?? (await externalSignIn?.(app, credentials));
    if (!user) return undefined;
    await attempt.takeBack();
    isCorrect = true;
    return user;
  } finally {
    attempt.settle(isCorrect);
  }
}

async function reserveAttempt(app: App, name: string, network: string) {
  const key = `${network} ${name}`;
  const isFamiliarKey = await isFamiliar(app, key);
  const limiter = app.once(isFamiliarKey ? familiarSignInLimiter : signInLimiter);
  const [fromNetwork, onName] = [`from ${network}`, `on ${name}`];
  const reserved: string[] = [];
  const finish = (isCorrect: boolean) => {
    for (const each of reserved) limiter.finish(each, isCorrect);
  };
  try {
    // A rejected attempt isn't counted further: an address can't use up a name's attempts, and made-up names stay few.
    for (const each of isFamiliarKey ? [key] : [fromNetwork, key, onName]) {
      const allowed = app.config.limits.signInsPerMinute * (each === key ? 1 : WIDER_FACTOR);
      const waitSeconds = await limiter.reserve(each, allowed);
      if (waitSeconds > 0) {
        const message = t(
          "Too many sign-in attempts. Try again in {seconds, plural, one {# second} other {# seconds}}.",
          { seconds: waitSeconds },
        );
        throw tooManyRequests(message, waitSeconds);
      }
      reserved.push(each);
    }
  } catch (error) {
    finish(false);
    throw error;
  }
  const undo = async () => {
    await limiter.forget(key);
    if (!isFamiliarKey) for (const each of [fromNetwork, onName]) await limiter.undo(each);
    await writeUnlessFull(app, () => makeFamiliar(app, key));
  };
  return { takeBack: undo, settle: finish };
}

async function signInHere(app: App, account: Account | undefined, password: string): Promise<User | undefined> {
  const isCorrect = await isPassword(account?.password_hash, password);
  if (!account) return undefined;
  if (isCorrect && account.active) return recordSignIn(app, account.id);
  countFailureLater(app, account.id);
  return undefined;
}

type Account = NonNullable<Awaited<ReturnType<typeof accountNamed>>>;

async function accountNamed({ db }: App, username: string) {
  // No such name exists, and PostgreSQL rejects NUL.
  if (username.includes("\0")) return undefined;
  return db
    .selectFrom("users")
    .select(["id", "username", "password_hash", "active"])
    .where((where) => where.or([where("username", "=", username), where("email", "=", username)]))
    .executeTakeFirst();
}

/** After the response, which must not take longer for existing names. */
function countFailureLater(app: App, id: number): void {
  setTimeout(() => {
    app.db
      .updateTable("users")
      .set((set) => ({ fail_login_count: set("fail_login_count", "+", 1) }))
      .where("id", "=", id)
      .execute()
      .catch((error: unknown) => app.log.warn("failed to record a failed sign-in", { error }));
  }, COUNT_DELAY_MS).unref();
}

export async function recordSignIn(app: App, id: number): Promise<User | undefined> {
  const counted = app.db
    .updateTable("users")
    .set((set) => ({
      login_count: set("login_count", "+", 1),
      fail_login_count: 0,
      last_login: app.clock.timestamp(),
    }))
    .where("id", "=", id);
  await writeUnlessFull(app, () => counted.execute());
  app.events.changed("user", id);
  const user = await app.once(accounts).active(id);
  noteAction(user ? { user, result: "ok" } : { result: "refused" });
  return user;
}

/** Digests of the names that signed in recently, with their addresses. */

const DAY_MS = 24 * 60 * 60_000;
const FAMILIAR_MS = 90 * DAY_MS;

async function isFamiliar(app: App, key: string): Promise<boolean> {
  return (await seenOn(app, digestOf(app, key))) !== undefined;
}

async function makeFamiliar(app: App, key: string): Promise<void> {
  const key_hash = digestOf(app, key);
  const now = app.clock.now();
  const lastSignIn = await seenOn(app, key_hash);
  if (lastSignIn !== undefined && now - parseTimestamp(lastSignIn) < DAY_MS) return;
  const seen_on = formatTimestamp(now);
  await app.db
    .deleteFrom("familiar_sign_ins")
    .where("seen_on", "<", formatTimestamp(now - FAMILIAR_MS))
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
