import { notAuthorized, TesseraError } from "../../model/errors.ts";
import type { App } from "../app.ts";
import { formatTimestamp, parseTimestamp } from "../clock.ts";
import { networkOf } from "../person.ts";
import type { User } from "../user.ts";
import { accounts } from "./accounts.ts";
import { digestOf } from "./digest.ts";
import { signInLimiter } from "./sign-in-limiter.ts";

/** What every key begins with, so that it is known for one wherever it turns up. */
export const KEY_START = "sst_";

/** How often a key in use is written to, at most. */
const TOUCH_MS = 5 * 60_000;

export const isApiKey = (token: string) => token.startsWith(KEY_START);

/**
 * The owner of a key. Throws a 401 for keys that are unknown or expired, or whose owner is gone or not active; a 429
 * after too many of those from one address. A key that counts is never kept waiting.
 */
export async function userOfApiKey(app: App, key: string, address: string): Promise<User> {
  const row = await app.db
    .selectFrom("api_keys")
    .select(["id", "user_id", "expires_on", "last_used_on"])
    .where("key_hash", "=", digestOf(key))
    .executeTakeFirst();
  const now = app.clock.now();
  const counts = row !== undefined && (row.expires_on === null || parseTimestamp(row.expires_on) > now);
  const user = counts ? await app.once(accounts).active(row.user_id) : undefined;
  if (!row || !user) throw await refused(app, address);
  if (row.last_used_on === null || now - parseTimestamp(row.last_used_on) > TOUCH_MS) {
    const last_used_on = formatTimestamp(now);
    await app.db.updateTable("api_keys").set({ last_used_on }).where("id", "=", row.id).execute();
  }
  return user;
}

async function refused(app: App, address: string): Promise<TesseraError> {
  const waitSeconds = await app.once(signInLimiter).attempt(`key ${networkOf(address)}`);
  if (waitSeconds === 0) return notAuthorized();
  return new TesseraError(429, { message: `Too many wrong keys. Try again in ${waitSeconds} seconds.` });
}
