import { t } from "../../i18n/translate.ts";
import { notAuthorized, type TesseraError, tooManyRequests } from "../../model/errors.ts";
import type { App } from "../app.ts";
import { formatTimestamp, parseTimestamp } from "../clock.ts";
import { networkOf } from "../fair-share.ts";
import type { User } from "../user.ts";
import { accounts } from "./accounts.ts";
import { digestOf } from "./digest.ts";
import { signInLimiter } from "./sign-in-limiter.ts";

export const KEY_PREFIX = "sst_";

/** Minimum time between updates of the last use. */
const TOUCH_MS = 5 * 60_000;

export const isApiKey = (token: string) => token.startsWith(KEY_PREFIX);

/**
 * Throws a 401 for unknown or expired keys and inactive owners; a 429 after too many of those from one address. A valid
 * key is never throttled.
 */
export async function userOfApiKey(app: App, key: string, address: string): Promise<User> {
  const row = await app.db
    .selectFrom("api_keys")
    .select(["id", "user_id", "expires_on", "last_used_on"])
    .where("key_hash", "=", digestOf(key))
    .executeTakeFirst();
  const now = app.clock.now();
  const isValid = row !== undefined && (row.expires_on === null || parseTimestamp(row.expires_on) > now);
  const user = isValid ? await app.once(accounts).active(row.user_id) : undefined;
  if (!row || !user) throw await rejection(app, address);
  if (row.last_used_on === null || now - parseTimestamp(row.last_used_on) > TOUCH_MS) {
    const last_used_on = formatTimestamp(now);
    await app.db.updateTable("api_keys").set({ last_used_on }).where("id", "=", row.id).execute();
  }
  return user;
}

async function rejection(app: App, address: string): Promise<TesseraError> {
  const waitSeconds = await app.once(signInLimiter).attempt(`key ${networkOf(address)}`);
  if (waitSeconds === 0) return notAuthorized();
  const message = t("Too many invalid API keys. Try again in {seconds, plural, one {# second} other {# seconds}}.", {
    seconds: waitSeconds,
  });
  return tooManyRequests(message, waitSeconds);
}
