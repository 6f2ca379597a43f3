import { randomUUID } from "node:crypto";
import type { App } from "../../server/app.ts";
import type { OAuthClient } from "../../server/auth/oauth.ts";
import { QUOTAS } from "../../server/store/quotas.ts";
import type { User } from "../../server/user.ts";
import { isRedirectUri } from "./redirects.ts";

export async function insertClient(app: App, name: string, redirectUris: readonly string[]): Promise<OAuthClient> {
  return app.db.transaction().execute(async (trx) => {
    const unused = trx
      .selectFrom("oauth_clients")
      .select("id")
      .where("id", "not in", trx.selectFrom("oauth_grants").select("client_id"));
    const newest = unused.orderBy("id", "desc").limit(QUOTAS.unusedApps - 1);
    await trx.deleteFrom("oauth_clients").where("id", "in", unused).where("id", "not in", newest).execute();
    return trx
      .insertInto("oauth_clients")
      .values({
        client_id: randomUUID(),
        name,
        redirect_uris: JSON.stringify(redirectUris),
        created_on: app.clock.timestamp(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

export async function findClient({ db }: App, clientId: string | undefined): Promise<OAuthClient | undefined> {
  if (clientId === undefined) return undefined;
  return db.selectFrom("oauth_clients").selectAll().where("client_id", "=", clientId).executeTakeFirst();
}

/** Without those that were allowed at registration and no longer are. */
export const redirectUrisOf = ({ config }: App, { redirect_uris }: OAuthClient) =>
  (JSON.parse(redirect_uris) as string[]).filter((uri) => isRedirectUri(uri, config.agentSchemes));

export function grantsOf({ db, clock }: App, user: User) {
  return db
    .selectFrom("oauth_grants")
    .innerJoin("oauth_clients", "oauth_clients.id", "oauth_grants.client_id")
    .select(["uuid", "name", "scope", "oauth_grants.created_on", "last_used_on"])
    .where("user_id", "=", user.id)
    .where("refresh_expires_on", ">", clock.timestamp())
    .orderBy("oauth_grants.id", "desc")
    .execute();
}

/** Undefined for apps that the user hasn't connected. */
export async function deleteGrant({ db }: App, user: User, uuid: string): Promise<{ name: string } | undefined> {
  const deleted = await db
    .deleteFrom("oauth_grants")
    .where("uuid", "=", uuid)
    .where("user_id", "=", user.id)
    .returning("client_id")
    .executeTakeFirst();
  if (!deleted) return undefined;
  return db.selectFrom("oauth_clients").select("name").where("id", "=", deleted.client_id).executeTakeFirst();
}
