import { type Kysely, sql } from "kysely";
import type { App } from "../../server/app.ts";
import { digestOf, randomToken } from "../../server/auth/digest.ts";
import type { PublicLinkRecord } from "../../server/auth/public-links.ts";
import { formatTimestamp } from "../../server/clock.ts";
import type { Actor } from "../../server/store/stamp.ts";
import type { Tables } from "../../server/store/tables.ts";
import { addLogEntry } from "../log/index.ts";

type Db = Kysely<Tables>;

const DAY_MS = 24 * 60 * 60 * 1000;
const KEPT_DAYS = 90;

export function linksByIds(db: Db, ids: readonly number[]): Promise<PublicLinkRecord[]> {
  return db.selectFrom("public_links").selectAll().where("id", "in", ids).orderBy("id").execute();
}

export async function countActive({ db, clock }: App, makerId: number): Promise<number> {
  const { n } = await db
    .selectFrom("public_links")
    .select((select) => select.fn.countAll<number>().as("n"))
    .where("created_by_fk", "=", makerId)
    .where("revoked_on", "is", null)
    .where("ends_on", ">", formatTimestamp(clock.now()))
    .executeTakeFirstOrThrow();
  return Number(n);
}

interface NewLink {
  dashboardId: number;
  name: string | null;
  endsMs: number;
}

/** Returns the token, of which only a hash is stored. Drops links that ended or were revoked long ago. */
export async function insertLink(actor: Actor, { dashboardId, name, endsMs }: NewLink) {
  const { app, user } = actor;
  const token = randomToken();
  const longAgo = formatTimestamp(app.clock.now() - KEPT_DAYS * DAY_MS);
  const row = await app.db.transaction().execute(async (db) => {
    await db
      .deleteFrom("public_links")
      .where((where) => where.or([where("ends_on", "<", longAgo), where("revoked_on", "<", longAgo)]))
      .execute();
    const inserted = await db
      .insertInto("public_links")
      .values({
        token_hash: digestOf(token),
        dashboard_id: dashboardId,
        name,
        created_on: app.clock.timestamp(),
        created_by_fk: user.id,
        ends_on: formatTimestamp(endsMs),
        revoked_on: null,
        last_opened_on: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await record(actor, db, { action: "public_link_created", row: inserted });
    return inserted;
  });
  return { token, row };
}

/** Returns how many were still active or ended without being revoked. */
export async function revokeLinks(actor: Actor, column: "id" | "created_by_fk", value: number): Promise<number> {
  const { app } = actor;
  return app.db.transaction().execute(async (db) => {
    const revoked = await db
      .updateTable("public_links")
      .set({ revoked_on: app.clock.timestamp() })
      .where(column, "=", value)
      .where("revoked_on", "is", null)
      .returningAll()
      .execute();
    for (const row of revoked) await record(actor, db, { action: "public_link_revoked", row });
    return revoked.length;
  });
}

export async function recordOpening(actor: Actor, { id }: PublicLinkRecord): Promise<void> {
  await actor.app.db.transaction().execute(async (db) => {
    const row = await db
      .updateTable("public_links")
      .set({ last_opened_on: actor.app.clock.timestamp(), opens: sql`opens + 1` })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirst();
    if (row) await record(actor, db, { action: "public_link_opened", row });
  });
}

interface LinkEvent {
  action: "public_link_created" | "public_link_revoked" | "public_link_opened";
  row: PublicLinkRecord;
}

async function record(actor: Actor, db: Db, { action, row }: LinkEvent): Promise<void> {
  const { id, name, dashboard_id, created_by_fk: created_by, ends_on } = row;
  const json = { link: id, name, created_by, ends_on };
  await addToLog(actor, db, { action, dashboard_id, json, object_id: String(id), object_name: name });
}

interface Entry {
  action: string;
  dashboard_id: number | null;
  json: object;
  object_id?: string;
  object_name?: string | null;
}

export async function addToLog({ app, user }: Actor, db: Db, { json, ...named }: Entry): Promise<void> {
  const user_id = user.id > 0 ? user.id : null;
  const none = { slice_id: null, duration_ms: null, referrer: null };
  const entry = { ...none, ...named, user_id, dttm: app.clock.timestamp(), json: JSON.stringify(json) };
  await addLogEntry({ db }, entry);
}
