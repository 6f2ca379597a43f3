import { randomUUID } from "node:crypto";
import { isScope, type Scope } from "../../model/agent.ts";
import { notAuthorized } from "../../model/errors.ts";
import type { App } from "../app.ts";
import { formatTimestamp, parseTimestamp } from "../clock.ts";
import { QUOTAS } from "../store/quotas.ts";
import type { Row } from "../store/tables.ts";
import type { User } from "../user.ts";
import { accounts } from "./accounts.ts";
import { digestOf, randomToken } from "./digest.ts";

/**
 * Access of apps that users connect by OAuth 2.1. Tokens are random; the store has their digests. They are only valid
 * at `/mcp`.
 */

const ACCESS_PREFIX = "sso_";
const REFRESH_PREFIX = "ssr_";
const CODE_MS = 60_000;
export const ACCESS_MS = 60 * 60_000;
/** Since the last refresh. */
const REFRESH_MS = 30 * 24 * 60 * 60_000;
const TOUCH_MS = 5 * 60_000;

export type OAuthClient = Row<"oauth_clients">;
type Grant = Row<"oauth_grants">;

export const isAccessToken = (token: string) => token.startsWith(ACCESS_PREFIX);

/** Scopes of an access token that has fewer than its grant follow its random part, which the digest covers, too. */
const NARROWED = /\.([a-z+]+)$/;

function accessScopes(token: string, granted: readonly Scope[]): Scope[] {
  const own = NARROWED.exec(token)?.[1]?.split("+");
  return granted.filter((scope) => own === undefined || own.includes(scope));
}

export const scopesOf = (text: string): Scope[] => [...new Set(text.split(" "))].filter(isScope);

/** Throws a 401 for tokens that are unknown or expired, and of inactive users. */
export async function connectedApp(
  app: App,
  token: string,
): Promise<{ user: User; scopes: readonly Scope[]; grantId: number }> {
  const { db, clock } = app;
  const row = await db
    .selectFrom("oauth_grants")
    .select(["id", "user_id", "scope", "access_expires_on", "last_used_on"])
    .where("access_hash", "=", digestOf(token))
    .executeTakeFirst();
  const user = row && row.access_expires_on > clock.timestamp() ? await activeUser(app, row.user_id) : undefined;
  if (!row || !user) throw notAuthorized();
  if (row.last_used_on === null || clock.now() - parseTimestamp(row.last_used_on) > TOUCH_MS)
    await db.updateTable("oauth_grants").set({ last_used_on: clock.timestamp() }).where("id", "=", row.id).execute();
  return { user, scopes: accessScopes(token, scopesOf(row.scope)), grantId: row.id };
}

const activeUser = (app: App, id: number) => app.once(accounts).active(id);

/** Before a transaction, in which users can't be looked up. */
const belongsToActiveUser = async (app: App, row: { user_id: number } | undefined) =>
  row !== undefined && (await activeUser(app, row.user_id)) !== undefined;

export interface Consent {
  client: OAuthClient;
  user: User;
  redirectUri: string;
  scopes: readonly Scope[];
  /** S256 of the verifier, base64url. */
  challenge: string;
}

export async function issueCode(app: App, { client, user, redirectUri, scopes, challenge }: Consent): Promise<string> {
  const code = randomToken();
  const now = app.clock.now();
  await app.db.deleteFrom("oauth_codes").where("expires_on", "<", formatTimestamp(now)).execute();
  await app.db
    .insertInto("oauth_codes")
    .values({
      code_hash: digestOf(code),
      client_id: client.id,
      user_id: user.id,
      redirect_uri: redirectUri,
      scope: scopes.join(" "),
      challenge,
      expires_on: formatTimestamp(now + CODE_MS),
    })
    .execute();
  return code;
}

/** After signing out: codes that no app has redeemed. */
export async function endCodes({ db }: App, userId: number): Promise<void> {
  await db.deleteFrom("oauth_codes").where("user_id", "=", userId).execute();
}

export interface Tokens {
  access: string;
  refresh: string;
  scope: string;
}

interface Redemption {
  client: OAuthClient;
  code: string;
  redirectUri: string;
  /** S256 of the verifier that the app sent. */
  challenge: string;
}

/** Undefined unless everything matches. A code works once: a second use also ends what the first one got. */
export async function redeemCode(app: App, { client, code, ...sent }: Redemption): Promise<Tokens | undefined> {
  const code_hash = digestOf(code);
  const asked = app.db.selectFrom("oauth_codes").select("user_id").where("code_hash", "=", code_hash);
  const isActive = await belongsToActiveUser(app, await asked.executeTakeFirst());
  return app.db.transaction().execute(async (trx) => {
    const row = await trx
      .deleteFrom("oauth_codes")
      .where("code_hash", "=", code_hash)
      .returningAll()
      .executeTakeFirst();
    if (!row) {
      await trx.deleteFrom("oauth_grants").where("code_hash", "=", code_hash).execute();
      return undefined;
    }
    const isValid =
      row.client_id === client.id &&
      row.redirect_uri === sent.redirectUri &&
      row.challenge === sent.challenge &&
      row.expires_on > app.clock.timestamp();
    if (!isValid || !isActive) return undefined;
    const { tokens, columns } = newTokens(app);
    await trx
      .insertInto("oauth_grants")
      .values({
        ...columns,
        uuid: randomUUID(),
        client_id: client.id,
        user_id: row.user_id,
        scope: row.scope,
        code_hash,
        previous_refresh_hash: null,
        created_on: app.clock.timestamp(),
        last_used_on: null,
      })
      .execute();
    const newest = trx
      .selectFrom("oauth_grants")
      .select("id")
      .where("user_id", "=", row.user_id)
      .orderBy("id", "desc")
      .limit(QUOTAS.connectedApps.rows);
    await trx.deleteFrom("oauth_grants").where("user_id", "=", row.user_id).where("id", "not in", newest).execute();
    await trx.deleteFrom("oauth_grants").where("refresh_expires_on", "<", app.clock.timestamp()).execute();
    return { ...tokens, scope: row.scope };
  });
}

export type RefreshError = "invalid_grant" | "invalid_scope";

interface Refresh {
  client: OAuthClient;
  refresh: string;
  /** As sent, of the access token; empty = all that the user allowed. */
  scopes: readonly string[];
}

/**
 * `invalid_grant` for unknown and expired tokens, `invalid_scope` for scopes that the user didn't allow. The new refresh
 * token has all scopes of the old one. A token that was used before is in the wrong hands on one side: using it again
 * ends the grant.
 */
export async function refreshTokens(app: App, { client, refresh, scopes }: Refresh): Promise<Tokens | RefreshError> {
  const refresh_hash = digestOf(refresh);
  const asked = app.db.selectFrom("oauth_grants").select("user_id").where("refresh_hash", "=", refresh_hash);
  const isActive = await belongsToActiveUser(app, await asked.executeTakeFirst());
  const now = app.clock.timestamp();
  return app.db.transaction().execute(async (trx) => {
    const reused = await trx
      .deleteFrom("oauth_grants")
      .where("previous_refresh_hash", "=", refresh_hash)
      .where("client_id", "=", client.id)
      .executeTakeFirst();
    if (reused.numDeletedRows > 0n) return "invalid_grant";
    const found = trx.selectFrom("oauth_grants").selectAll().where("refresh_hash", "=", refresh_hash);
    const row: Grant | undefined = await found.where("client_id", "=", client.id).executeTakeFirst();
    if (!row || row.refresh_expires_on <= now || !isActive) return "invalid_grant";
    const granted = scopesOf(row.scope);
    if (scopes.some((scope) => !granted.some((one) => one === scope))) return "invalid_scope";
    const narrowed = scopes.length > 0 ? granted.filter((one) => scopes.includes(one)) : granted;
    const { tokens, columns } = newTokens(app, narrowed.length < granted.length ? narrowed : undefined);
    const change = { ...columns, previous_refresh_hash: refresh_hash };
    const { numUpdatedRows } = await trx
      .updateTable("oauth_grants")
      .set(change)
      .where("id", "=", row.id)
      .where("refresh_hash", "=", refresh_hash)
      .executeTakeFirst();
    return numUpdatedRows > 0n ? { ...tokens, scope: narrowed.join(" ") } : "invalid_grant";
  });
}

function newTokens(app: App, narrowed?: readonly Scope[]) {
  const now = app.clock.now();
  const suffix = narrowed ? `.${narrowed.join("+")}` : "";
  const tokens = { access: ACCESS_PREFIX + randomToken() + suffix, refresh: REFRESH_PREFIX + randomToken() };
  const columns = {
    access_hash: digestOf(tokens.access),
    access_expires_on: formatTimestamp(now + ACCESS_MS),
    refresh_hash: digestOf(tokens.refresh),
    refresh_expires_on: formatTimestamp(now + REFRESH_MS),
  };
  return { tokens, columns };
}

/** Ends the grant of an access or refresh token. */
export async function revokeToken(app: App, client: OAuthClient, token: string): Promise<Grant | undefined> {
  const hash = digestOf(token);
  return app.db
    .deleteFrom("oauth_grants")
    .where("client_id", "=", client.id)
    .where((e) => e.or([e("access_hash", "=", hash), e("refresh_hash", "=", hash)]))
    .returningAll()
    .executeTakeFirst();
}
