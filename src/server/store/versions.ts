import { type Kysely, type SqlBool, sql, type Transaction } from "kysely";
import { staleSave } from "../../model/errors.ts";
import { pathsOverlap, propertyDiff } from "../../model/property-diff.ts";
import { type SavedChange, savedChanges } from "../../model/saved-change.ts";
import type { App } from "../app.ts";
import { utcText } from "../clock.ts";
import { yieldToEventLoop } from "../event-loop.ts";
import {
  type Content,
  contentOf,
  digestOfContent,
  lockObject,
  type ObjectReference,
  packed,
  unpacked,
} from "./content.ts";
import { fullName, peopleOf } from "./people.ts";
import { bytesOf, pruneOldest, QUOTAS } from "./quotas.ts";
import type { Stamp } from "./stamp.ts";
import type { Tables } from "./tables.ts";

/**
 * Every save of a chart, dashboard or dataset leaves a version: what the object said after it, by whom and when, written
 * in the save's own transaction. Versions are never changed. A save that changes nothing leaves none, and what was
 * written without a version is caught up with before the next save, so that no state that somebody saved is lost.
 */

type Db = Kysely<Tables>;

/** Changes that a version lists; beyond it only the comparison tells. */
const MAX_CHANGED = 200;
/** Colors that the page chooses and stores by itself: alone they are no version. */
const GENERATED = /^json_metadata\.(map_label_colors|shared_label_colors|color_scheme_domain)(\.|$)/;
const MAX_ITEMS = 200;

export interface Save {
  object: ObjectReference;
  stamp: Stamp;
  /** `changed_on` of what the save is based on; undefined when the client does not say. */
  basedOn?: string | undefined;
}

/**
 * Runs `work` in one transaction that no other save of the object runs beside, and keeps the version it makes. Throws
 * 412 with what would be overwritten, and saves nothing, when others have changed the same properties since `basedOn`.
 */
export function saveVersion<T>(app: App, save: Save, work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
  return app.db.transaction().execute(async (trx) => {
    const row = await lockObject(trx, save.object);
    if (!row) return work(trx);
    const before = await contentOf(trx, save.object, row);
    const stampBefore = { now: row.changed_on, userId: row.changed_by_fk };
    await keep(app, trx, { object: save.object, stamp: stampBefore, content: before });
    const result = await work(trx);
    const after = await contentOf(trx, save.object);
    if (save.basedOn !== undefined && save.basedOn !== row.changed_on) {
      await assertNothingLost(trx, { save, before, after, lastSave: stampBefore });
    }
    await keep(app, trx, { object: save.object, stamp: save.stamp, content: after });
    return result;
  });
}

/** Keeps what the object says now, for saves that make it. */
export async function keepVersion(
  app: App,
  trx: Db,
  { object, stamp }: { object: ObjectReference; stamp: Stamp },
): Promise<void> {
  await keep(app, trx, { object, stamp, content: await contentOf(trx, object) });
}

async function keep(
  app: App,
  trx: Db,
  { object, stamp, content }: { object: ObjectReference; stamp: Stamp; content: Content },
): Promise<void> {
  // Contents have up to some MB: to write, read and compare them is too much for one go.
  await yieldToEventLoop();
  const digest = digestOfContent(content);
  const last = await versionsOf(trx, object).selectAll().orderBy("number", "desc").limit(1).executeTakeFirst();
  if (last?.digest === digest) return;
  const lastContent = last && (await unpacked(last.content));
  await yieldToEventLoop();
  const changes = last ? savedChanges(lastContent as Content, content) : [];
  if (last && changes.every(({ path }) => GENERATED.test(path))) return;
  const number = (last?.number ?? 0) + 1;
  await trx
    .insertInto("versions")
    .values({
      noun: object.noun,
      object_id: object.id,
      number,
      saved_on: stamp.now,
      saved_by_fk: stamp.userId,
      digest,
      changed: JSON.stringify(changes.slice(0, MAX_CHANGED)),
      content: await packed(content),
    })
    .execute();
  await pruneBytes(trx, object);
  await pruneVersionsOf(trx, stamp.userId);
  const oldest = number - app.config.retention.versions;
  if (oldest > 0) {
    const { noun, id } = object;
    await trx
      .deleteFrom("versions")
      .where("noun", "=", noun)
      .where("object_id", "=", id)
      .where("number", "<=", oldest)
      .execute();
  }
}

function pruneBytes(trx: Db, { noun, id }: ObjectReference): Promise<void> {
  const where = sql<SqlBool>`noun = ${noun} and object_id = ${id}`;
  const quota = { rows: Number.MAX_SAFE_INTEGER, bytes: QUOTAS.versionBytes };
  return pruneOldest(trx, { table: "versions", where, texts: TEXTS, newest: sql`number desc` }, quota);
}

const TEXTS = ["content", "changed"];
/** Saves between counts of all that a user saved. */
const COUNT_EVERY = 16;
let saves = 0;

/** Deletes the oldest versions that the user saved beyond the quota, but none that is its object's latest. */
async function pruneVersionsOf(trx: Db, userId: number | null): Promise<void> {
  saves += 1;
  if (userId === null || saves % COUNT_EVERY !== 0) return;
  const { rows, bytes } = QUOTAS.versions;
  const counted = sql<{ rows: number; bytes: number | null }>`
    select count(*) as "rows", sum(${bytesOf(TEXTS)}) as bytes from versions where saved_by_fk = ${userId}`;
  const [stored] = (await counted.execute(trx)).rows;
  if (Number(stored?.rows ?? 0) <= rows && Number(stored?.bytes ?? 0) <= bytes) return;
  await sql`delete from versions where id in (
    select id from (
      select id, row_number() over w as nth, sum(${bytesOf(TEXTS)}) over w as total
      from versions where saved_by_fk = ${userId} window w as (order by id desc)
    ) as ranked where nth > ${rows} or total > ${bytes}
  ) and exists (
    select 1 from versions as later
    where later.noun = versions.noun and later.object_id = versions.object_id and later.number > versions.number
  )`.execute(trx);
}

function versionsOf(db: Db, { noun, id }: ObjectReference) {
  return db.selectFrom("versions").where("noun", "=", noun).where("object_id", "=", id);
}

interface Meeting {
  save: Save;
  before: Content;
  after: Content;
  lastSave: Stamp;
}

/** Refuses a save that undoes what others have changed since it was begun. Changes to other properties may meet. */
async function assertNothingLost(trx: Db, { save, before, after, lastSave }: Meeting): Promise<void> {
  const own = propertyDiff(before, after);
  if (own.length === 0) return;
  const base = await versionsOf(trx, save.object)
    .select("content")
    .where("saved_on", "=", save.basedOn ?? "")
    .executeTakeFirst();
  const theirs = base && propertyDiff(await unpacked(base.content), before);
  const lost = own.filter(({ path }) => !theirs || theirs.some((change) => pathsOverlap(change.path, path)));
  if (lost.length === 0) return;
  const person = await peopleOf(trx, [lastSave.userId]);
  throw staleSave({
    updatedAt: utcText(lastSave.now),
    updatedBy: fullName(person(lastSave.userId)),
    state: lastSave.now,
    changedItems: lost.slice(0, MAX_ITEMS).map(({ path, before: oldValue, after: newValue }) => ({
      keyPath: path,
      oldValue: oldValue ?? null,
      newValue: newValue ?? null,
    })),
  });
}

/** Versions of an object, newest first, without what they say; and how many there are. */
export async function listVersions(db: Db, object: ObjectReference, { page, size }: { page: number; size: number }) {
  const { count } = await versionsOf(db, object)
    .select((e) => e.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const rows = await versionsOf(db, object)
    .select(["number", "saved_on", "saved_by_fk", "changed"])
    .orderBy("number", "desc")
    .limit(size)
    .offset(page * size)
    .execute();
  return { count: Number(count), rows: rows.map(withChanges) };
}

/** Versions of earlier releases have paths alone. */
function withChanges<T extends { changed: string }>({ changed, ...row }: T) {
  const listed = JSON.parse(changed) as (SavedChange | string)[];
  return {
    ...row,
    changes: listed.map((one): SavedChange => (typeof one === "string" ? { path: one, kind: "changed" } : one)),
  };
}

/** One version with what the object said; undefined when there is none, or no longer. */
export async function findVersion(db: Db, object: ObjectReference, number: number) {
  if (number >= 2 ** 31) return undefined;
  const row = await versionsOf(db, object).selectAll().where("number", "=", number).executeTakeFirst();
  return row && { ...withChanges(row), content: (await unpacked(row.content)) as Content };
}
