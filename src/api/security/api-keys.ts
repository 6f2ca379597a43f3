import { randomUUID } from "node:crypto";
import { type SqlBool, sql } from "kysely";
import { t } from "../../i18n/translate.ts";
import { forbidden, invalidFields, notFound } from "../../model/errors.ts";
import { isApiKey, KEY_PREFIX } from "../../server/auth/api-keys.ts";
import { digestOf, randomToken } from "../../server/auth/digest.ts";
import { formatTimestamp, parseTimestamp } from "../../server/clock.ts";
import { audited, type Context, permission, type Route, route } from "../../server/http/route.ts";
import { assertRoom, QUOTAS } from "../../server/store/quotas.ts";
import type { Row } from "../../server/store/tables.ts";
import * as contract from "./api-keys-contract.ts";

const READ = permission("can_read", "ApiKey");
const WRITE = permission("can_write", "ApiKey");
const PREFIX_LENGTH = KEY_PREFIX.length + 6;

type Key = Omit<Row<"api_keys">, "id" | "user_id" | "key_hash">;

const keysOf = ({ app, user }: Context) =>
  app.db
    .selectFrom("api_keys")
    .select(["uuid", "name", "key_prefix", "created_on", "expires_on", "last_used_on"])
    .where("user_id", "=", user.id);

const list = route(contract.listKeys, READ, async (ctx) => {
  const rows = await keysOf(ctx).orderBy("id", "desc").execute();
  return { count: rows.length, result: rows.map((row) => presented(ctx, row)) };
});

const show = route(contract.showKey, READ, async (ctx, { params }) => {
  const row = await keysOf(ctx).where("uuid", "=", params.uuid).executeTakeFirst();
  if (!row) throw notFound();
  return { result: presented(ctx, row) };
});

const create = route(
  contract.createKey,
  audited(WRITE, { action: "ApiKeyApi.post", verb: "create", kind: "api_key" }),
  async (ctx, { body }) => {
    assertNotByKey(ctx);
    const key = KEY_PREFIX + randomToken();
    const row = {
      uuid: randomUUID(),
      name: body.name,
      key_prefix: key.slice(0, PREFIX_LENGTH),
      created_on: ctx.app.clock.timestamp(),
      expires_on: body.expires_on ? expiryOf(ctx, body.expires_on) : null,
      last_used_on: null,
    };
    const secret = { user_id: ctx.user.id, key_hash: digestOf(key) };
    await ctx.app.db.transaction().execute(async (trx) => {
      const where = sql<SqlBool>`user_id = ${ctx.user.id}`;
      const adds = { rows: 1, bytes: 0 };
      await assertRoom(trx, { table: "api_keys", where, texts: [], adds }, QUOTAS.apiKeys);
      await trx
        .insertInto("api_keys")
        .values({ ...row, ...secret })
        .execute();
    });
    return { result: { ...presented(ctx, row), key } };
  },
);

const revoke = route(
  contract.revokeKey,
  audited(WRITE, { action: "ApiKeyApi.delete", verb: "delete", kind: "api_key", param: "uuid" }),
  async (ctx, { params }) => {
    assertNotByKey(ctx);
    const revoked = await ctx.app.db
      .deleteFrom("api_keys")
      .where("uuid", "=", params.uuid)
      .where("user_id", "=", ctx.user.id)
      .returning("id")
      .executeTakeFirst();
    if (!revoked) throw notFound();
    return { message: t("API key revoked") };
  },
);

function presented({ app }: Context, row: Key) {
  const active = row.expires_on === null || parseTimestamp(row.expires_on) > app.clock.now();
  return { ...row, active, scopes: null, revoked_on: null };
}

function expiryOf({ app }: Context, text: string): string {
  const ms = Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`);
  if (!(ms > app.clock.now())) throw invalidFields({ expires_on: [t("Must be in the future")] });
  return formatTimestamp(ms);
}

/** A leaked key must not create others, or outlive its expiry. Anonymous users have none. */
function assertNotByKey({ request, user }: Context): void {
  const token = request.headers.authorization?.split(" ")[1] ?? "";
  if (isApiKey(token) || user.isAnonymous) throw forbidden();
}

export const apiKeyRoutes: Route[] = [list, show, create, revoke];
