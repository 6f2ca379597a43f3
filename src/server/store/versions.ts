import { type Kysely, type SqlBool, sql, type Transaction } from "kysely";
import { staleSave } from "../../model/errors.ts";
import { pathsOverlap, propertyDiff } from "../../model/property-diff.ts";
import { type SavedChange, savedChanges } from "../../model/saved-change.ts";
import type { App } from "../app.ts";
import { utcText } from "../clock.ts";
import { yieldToEventLoop } from "../event-loop.ts";
import {
  type Content,
  compressJson,
  decompressJson,
  digestOfContent,
  lockObject,
  type ObjectReference,
  versionContentOf,
} from "./content.ts";
import { bytesOf, pruneOldest, QUOTAS } from "./quotas.ts";
import type { Stamp } from "./stamp.ts";
import type { Tables } from "./tables.ts";
import { fullName, usersById } from "./users.ts";

/**
 * Each save of a chart, dashboard or dataset that changes something writes a version in the same transaction. Versions
 * are immutable. State that was written without a version is recorded before the next save, so that no saved state is
 * lost.
 */

type Db = Kysely<Tables>;

const MAX_CHANGED = 200;
/** Colors that the page generates and saves; they alone make no version. */
const GENERATED = /^json_metadata\.(map_label_colors|shared_label_colors|color_scheme_domain)(\.|$)/;
const MAX_ITEMS = 200;

export interface Save {
  object: ObjectReference;
  stamp: Stamp;
  basedOn?: string | undefined;
}

/**
 * Runs `work` in a transaction that locks the object. Throws a 412 with the overwritten values when others have changed
 * the same properties since `basedOn`.
 */
export function saveVersion<T>(app: App, save: Save, work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
  return app.db.transaction().execute((trx) => saveVersionWithin(app, trx, save, work));
}

/** Like `saveVersion`, for several objects in one transaction. */
export async function saveVersionWithin<T>(
  app: App,
  trx: Transaction<Tables>,
  save: Save,
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  const row = await lockObject(trx, save.object);
  if (!row) return work(trx);
  const before = await versionContentOf(trx, save.object, row);
  const previousStamp = { now: row.changed_on, userId: row.changed_by_fk };
  await writeVersion(app, trx, { object: save.object, stamp: previousStamp, content: before });
  const result = await work(trx);
  const after = await versionContentOf(trx, save.object);
  if (save.basedOn !== undefined && save.basedOn !== row.changed_on) {
    await assertNothingLost(trx, { save, before, after, lastSave: previousStamp });
  }
  await writeVersion(app, trx, { object: save.object, stamp: save.stamp, content: after });
  return result;
}

export async function keepVersion(
  app: App,
  trx: Db,
  { object, stamp }: { object: ObjectReference; stamp: Stamp },
): Promise<void> {
  await writeVersion(app, trx, { object, stamp, content: await versionContentOf(trx, object) });
}

async function writeVersion(
  app: App,
  trx: Db,
  { object, stamp, content }: { object: ObjectReference; stamp: Stamp; content: Content },
): Promise<void> {
  // Contents of several MB are written, read and compared in separate turns of the event loop.
  await yieldToEventLoop();
  const digest = digestOfContent(content);
  const last = await versionsOf(trx, object).selectAll().orderBy("number", "desc").limit(1).executeTakeFirst();
  if (last?.digest === digest) return;
  const lastContent = last && (await decompressJson(last.content));
  await yieldToEventLoop();
  const changes = last ? savedChanges(lastContent as Content, content) : [];
  if (last && changes.every(({ path }) => GENERATED.test(path))) return;
  const [only, ...others] = changes;
  if (last && only?.path === "charts" && others.length === 0 && isWithoutCharts(lastContent)) {
    const completed = { digest, content: await compressJson(content) };
    await trx.updateTable("versions").set(completed).where("id", "=", last.id).execute();
    return;
  }
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
      content: await compressJson(content),
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

/** A dashboard that is created for a chart gets it a moment later, with the save of the chart. */
function isWithoutCharts(content: unknown): boolean {
  const { charts } = content as { charts?: unknown };
  return Array.isArray(charts) && charts.length === 0;
}

function pruneBytes(trx: Db, { noun, id }: ObjectReference): Promise<void> {
  const where = sql<SqlBool>`noun = ${noun} and object_id = ${id}`;
  const quota = { rows: Number.MAX_SAFE_INTEGER, bytes: QUOTAS.versionBytes };
  return pruneOldest(trx, { table: "versions", where, texts: TEXTS, newest: sql`number desc` }, quota);
}

const TEXTS = ["content", "changed"];
const COUNT_EVERY = 16;
let saves = 0;

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

interface SaveConflict {
  save: Save;
  before: Content;
  after: Content;
  lastSave: Stamp;
}

async function assertNothingLost(trx: Db, { save, before, after, lastSave }: SaveConflict): Promise<void> {
  const own = propertyDiff(before, after);
  if (own.length === 0) return;
  const base = await versionsOf(trx, save.object)
    .select("content")
    .where("saved_on", "=", save.basedOn ?? "")
    .executeTakeFirst();
  const otherChanges = base && propertyDiff(await decompressJson(base.content), before);
  const lost = own.filter(
    ({ path }) => !otherChanges || otherChanges.some((change) => pathsOverlap(change.path, path)),
  );
  if (lost.length === 0) return;
  const userOf = await usersById(trx, [lastSave.userId]);
  throw staleSave({
    updatedAt: utcText(lastSave.now),
    updatedBy: fullName(userOf(lastSave.userId)),
    state: lastSave.now,
    changedItems: lost.slice(0, MAX_ITEMS).map(({ path, before: oldValue, after: newValue }) => ({
      keyPath: path,
      oldValue: oldValue ?? null,
      newValue: newValue ?? null,
    })),
  });
}

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

function withChanges<T extends { changed: string }>({ changed, ...row }: T) {
  const listed = JSON.parse(changed) as (SavedChange | string)[];
  return {
    ...row,
    changes: listed.map((one): SavedChange => (typeof one === "string" ? { path: one, kind: "changed" } : one)),
  };
}

export async function findVersion(db: Db, object: ObjectReference, number: number) {
  if (number >= 2 ** 31) return undefined;
  const row = await versionsOf(db, object).selectAll().where("number", "=", number).executeTakeFirst();
  return row && { ...withChanges(row), content: (await decompressJson(row.content)) as Content };
}
