import { randomBytes } from "node:crypto";
import { forbidden, notFound } from "../../model/errors.ts";
import type { App } from "../app.ts";
import { formatTimestamp } from "../clock.ts";
import type { User } from "../user.ts";
import { QUOTAS } from "./quotas.ts";
import type { Actor } from "./stamp.ts";
import type { Row } from "./tables.ts";
import { ownerOfValue, type ValueActor, valuePruner } from "./value-quota.ts";

/** JSON values that are kept under a key in a link: shared states, filter values, unsaved form data. */
export interface KeyValues<T> {
  /**
   * Keeps the value and answers its key. `context` names what the value is of: the same context keeps its key. The
   * oldest values of the same user are pruned; of visitors without an account also those of `place`.
   */
  create(actor: ValueActor, value: T, options?: { context?: string | undefined; place?: string }): Promise<string>;
  /** Reading makes the value live on. Throws 404 for unknown and expired keys. */
  read(app: App, key: string): Promise<T>;
  /**
   * Only who created a value may change or delete it; others are refused with 403. Guests are told apart by name and
   * token; visitors aren't, and may change nothing.
   */
  update(actor: Actor, key: string, value: T): Promise<void>;
  remove(actor: Actor, key: string): Promise<void>;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const KEY_LENGTH = 11;
const NOT_YOURS = "You don't have permission to modify the value.";

/** `lifetimeDays` null: kept for ever. `missing` is the text of the 404. */
export function keyValuesOf<T>(resource: string, lifetimeDays: number | null, missing = "Not found"): KeyValues<T> {
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
    if (!row || (row.expires_on !== null && row.expires_on <= formatTimestamp(app.clock.now())))
      throw notFound(missing);
    return row;
  }

  async function own(app: App, user: User, key: string): Promise<Row<"key_values">> {
    const row = await find(app, key);
    const isOwn = user.id > 0 ? row.owner_id === user.id : row.owner_id === null && isKeyOfGuest(app, user, key);
    if (!isOwn) throw forbidden(NOT_YOURS);
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
      await forgetExpired(app);
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

/** Beyond a day, so that no read races with it. */
async function forgetExpired({ db, clock }: App): Promise<void> {
  await db
    .deleteFrom("key_values")
    .where("expires_on", "<=", formatTimestamp(clock.now() - DAY_MS))
    .execute();
}

/** Keys of guests end with a text that only their token gives. */
function newKey(app: App, user: User): string {
  const key = randomBytes(8).toString("base64url");
  return user.guest ? key + guestMark(app, user, key) : key;
}

function isKeyOfGuest(app: App, user: User, key: string): boolean {
  const random = key.slice(0, KEY_LENGTH);
  return user.guest?.tokenHash !== undefined && key === random + guestMark(app, user, random);
}

const guestMark = (app: App, { username, guest }: User, random: string) =>
  keyOf(app, JSON.stringify(["guest state", random, username, guest?.tokenHash]));

/** A key that only this server can derive from the text. */
function keyOf(app: App, text: string): string {
  return Buffer.from(app.secrets.sign(text), "hex").toString("base64url").slice(0, KEY_LENGTH);
}
