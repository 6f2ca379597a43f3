import { randomBytes } from "node:crypto";
import { type SqlBool, sql } from "kysely";
import { t } from "../../i18n/translate.ts";
import { forbidden, notFound } from "../../model/errors.ts";
import type { App } from "../app.ts";
import { formatTimestamp } from "../clock.ts";
import { networkOf } from "../fair-share.ts";
import type { User } from "../user.ts";
import { pruneOldest, QUOTAS, type Quota } from "./quotas.ts";
import type { Actor } from "./stamp.ts";
import type { Row } from "./tables.ts";

/** JSON values under keys in links: permalinks, filter values, unsaved form data. */
export interface KeyValues<T> {
  /** The same `context` reuses its key. Prunes the user's oldest values; for anonymous users also those of `place`. */
  create(actor: ValueActor, value: T, options?: { context?: string | undefined; place?: string }): Promise<string>;
  /** Extends the value's lifetime. Throws a 404 for unknown and expired keys. */
  read(app: App, key: string): Promise<T>;
  /**
   * Only the creator can change a value; others get a 403. Guests are identified by name and token; visitors can't
   * change values.
   */
  update(actor: Actor, key: string, value: T): Promise<void>;
  remove(actor: Actor, key: string): Promise<void>;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const KEY_LENGTH = 11;

/** `lifetimeDays` null = forever. */
export function keyValuesOf<T>(resource: string, lifetimeDays: number | null): KeyValues<T> {
  const prune = valuePruner(resource, lifetimeDays === null ? QUOTAS.permalinks : QUOTAS.states);
  const expiry = (app: App) =>
    lifetimeDays === null ? null : formatTimestamp(app.clock.now() + lifetimeDays * DAY_MS);

  async function find(app: App, key: string): Promise<Row<"key_values">> {
    const row = await app.db
      .selectFrom("key_values")
      .selectAll()
      .where("resource", "=", resource)
      .where("key", "=", key)
      .executeTakeFirst();
    if (!row || (row.expires_on !== null && row.expires_on <= formatTimestamp(app.clock.now()))) throw notFound();
    return row;
  }

  async function own(app: App, user: User, key: string): Promise<Row<"key_values">> {
    const row = await find(app, key);
    const isOwn = user.id > 0 ? row.owner_id === user.id : row.owner_id === null && isGuestKey(app, user, key);
    if (!isOwn) throw forbidden(t("You don't have permission to modify the value."));
    return row;
  }

  return {
    async create(actor, value, { context, place } = {}) {
      const { app, user } = actor;
      const key = context === undefined ? newKey(app, user) : keyOf(app, `${resource}:${user.id}:${context}`);
      const now = app.clock.timestamp();
      const row = { value: JSON.stringify(value), changed_on: now, expires_on: expiry(app) };
      const owner = ownerOfValue(actor, place);
      await app.db
        .insertInto("key_values")
        .values({ resource, key, ...owner, created_on: now, ...row })
        .onConflict((c) => c.columns(["resource", "key"]).doUpdateSet(row))
        .execute();
      await deleteExpired(app);
      await prune(app, owner);
      return key;
    },
    async read(app, key) {
      const row = await find(app, key);
      if (lifetimeDays !== null) {
        const expires_on = expiry(app);
        await app.db.updateTable("key_values").set({ expires_on }).where("id", "=", row.id).execute();
      }
      return JSON.parse(row.value) as T;
    },
    async update({ app, user }, key, value) {
      const row = await own(app, user, key);
      const changes = { value: JSON.stringify(value), changed_on: app.clock.timestamp(), expires_on: expiry(app) };
      await app.db.updateTable("key_values").set(changes).where("id", "=", row.id).execute();
      await prune(app, row);
    },
    async remove({ app, user }, key) {
      const row = await own(app, user, key);
      await app.db.deleteFrom("key_values").where("id", "=", row.id).execute();
    },
  };
}

/** A day late, so that it can't race with a read. */
async function deleteExpired({ db, clock }: App): Promise<void> {
  await db
    .deleteFrom("key_values")
    .where("expires_on", "<=", formatTimestamp(clock.now() - DAY_MS))
    .execute();
}

/** A guest's key ends with a signature that only their token gives. */
function newKey(app: App, user: User): string {
  const key = randomBytes(8).toString("base64url");
  return user.guest ? key + guestSignature(app, user, key) : key;
}

function isGuestKey(app: App, user: User, key: string): boolean {
  const random = key.slice(0, KEY_LENGTH);
  return user.guest?.tokenHash !== undefined && key === random + guestSignature(app, user, random);
}

const guestSignature = (app: App, { username, guest }: User, random: string) =>
  keyOf(app, JSON.stringify(["guest state", random, username, guest?.tokenHash]));

function keyOf(app: App, text: string): string {
  return Buffer.from(app.secrets.sign(text), "hex").toString("base64url").slice(0, KEY_LENGTH);
}

export type ValueActor = Actor & { readonly request?: { readonly ip: string } };

type ValueOwner = Pick<Row<"key_values">, "owner_id" | "guest" | "network" | "place">;

/** Counting a whole network or place reads thousands of rows, so it happens on every 16th write. */
const WIDE_PRUNE_EVERY = 16;

function ownerOfValue({ app, user, request }: ValueActor, place: string | undefined): ValueOwner {
  if (user.id) return { owner_id: user.id, guest: null, network: null, place: null };
  const digest = (text: string) => app.secrets.sign(`state ${text}`);
  return {
    owner_id: null,
    guest: user.guest ? digest(`guest ${user.username}`) : null,
    network: request ? digest(`network ${networkOf(request.ip)}`) : null,
    place: place ?? null,
  };
}

function valuePruner(resource: string, own: Quota) {
  let writes = 0;
  return async ({ db }: App, { owner_id, guest, network, place }: ValueOwner): Promise<void> => {
    const among = async (column: string, value: string | number | null, quota: Quota) => {
      if (value === null) return;
      const where = sql<SqlBool>`resource = ${resource} and ${sql.ref(column)} = ${value}`;
      const newest = sql`changed_on desc, id desc`;
      await pruneOldest(db, { table: "key_values", where, texts: ["value"], newest }, quota);
    };
    await among("owner_id", owner_id, own);
    await among("guest", guest, QUOTAS.guestStates);
    writes += 1;
    if (writes % WIDE_PRUNE_EVERY !== 0) return;
    await among("network", network, QUOTAS.networkStates);
    await among("place", place, QUOTAS.placeStates);
  };
}
