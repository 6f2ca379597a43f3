import type { App } from "../app.ts";
import { formatTimestamp, parseTimestamp } from "../clock.ts";

/** From which addresses which names have signed in of late, as digests: a stranger's guesses keep nobody out there. */

const DAY_MS = 24 * 60 * 60_000;
const KEPT_MS = 90 * DAY_MS;

export async function isFamiliar(app: App, key: string): Promise<boolean> {
  return (await seenOn(app, digestOf(app, key))) !== undefined;
}

/** Writes once a day at most. */
export async function makeFamiliar(app: App, key: string): Promise<void> {
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
