import type { App } from "../app.ts";
import { formatTimestamp } from "../clock.ts";
import { digestOf, randomToken } from "./digest.ts";

export async function createSignInToken(app: App, userId: number): Promise<string> {
  const token = randomToken();
  const now = app.clock.now();
  await app.db
    .insertInto("sign_in_tokens")
    .values({
      token_hash: digestOf(token),
      user_id: userId,
      created_on: formatTimestamp(now),
      expires_on: formatTimestamp(now + app.config.session.signInLinkMs),
    })
    .execute();
  return token;
}

export async function redeemSignInToken(app: App, token: string): Promise<number | undefined> {
  const now = formatTimestamp(app.clock.now());
  const row = await app.db
    .deleteFrom("sign_in_tokens")
    .where("token_hash", "=", digestOf(token))
    .returning(["user_id", "expires_on"])
    .executeTakeFirst();
  await app.db.deleteFrom("sign_in_tokens").where("expires_on", "<", now).execute();
  return row && row.expires_on >= now ? row.user_id : undefined;
}
