import { type Kysely, type SqlBool, sql } from "kysely";
import { t } from "../../i18n/translate.ts";
import { TesseraError, unprocessable } from "../../model/errors.ts";
import type { App } from "../app.ts";
import { formatTimestamp, parseTimestamp } from "../clock.ts";
import type { User } from "../user.ts";
import { deleteMarksOf } from "./bundle-marks.ts";
import type { ObjectReference } from "./content.ts";
import { compressJson, decompressJson } from "./content.ts";
import { TABLES_OF, type VersionedNoun } from "./history-tables.ts";
import { deleteObjectPairs, syncDatasetPairs } from "./object-pairs.ts";
import { assertRoomForRow } from "./objects.ts";
import { idsOverQuota, QUOTAS } from "./quotas.ts";
import { type Reference, readReferences } from "./references.ts";
import { assertNotReported } from "./reports.ts";
import { bindRestoredDataset } from "./rule-bindings.ts";
import type { Actor, Stamp } from "./stamp.ts";
import type { Row, Tables } from "./tables.ts";

/**
 * Holds the rows of deleted charts, dashboards and datasets, with all rows that a delete cascades to. The originals are
 * really deleted, so no other code has to know about the trash, and names and slugs are free immediately. Restored rows
 * keep their ids.
 */

type Db = Kysely<Tables>;
type StoredRow = Record<string, unknown>;

interface Rows {
  table: string;
  rows: StoredRow[];
}

const MAX_ROWS_PER_RUN = 500;
const DAY_MS = 24 * 60 * 60 * 1000;
const FAVORITES_OF = { chart: "slice", dashboard: "Dashboard", dataset: undefined } as const;
const NAME_OF = { chart: "slice_name", dashboard: "dashboard_title", dataset: "table_name" } as const;

export type TrashRow = Row<"trash">;

/** Ignores unknown ids. Throws a 422 for items used by alerts or reports. */
export async function moveToTrash(
  app: App,
  { noun, ids, stamp }: { noun: VersionedNoun; ids: readonly number[]; stamp: Stamp },
) {
  const references = await readReferences(app);
  await app.db.transaction().execute(async (trx) => {
    if (noun !== "dataset") await assertNotReported(trx, noun, ids);
    for (const id of new Set(ids)) await moveOne(trx, { noun, id }, { references, stamp });
  });
  await pruneTrashOf(app.db, stamp.userId);
  for (const id of ids) app.events.changed(noun, id);
}

async function pruneTrashOf(db: Db, userId: number | null): Promise<void> {
  if (userId === null) return;
  const where = sql<SqlBool>`deleted_by_fk = ${userId}`;
  const stored = { table: "trash", where, texts: ["content"], newest: sql`id desc` } as const;
  await deleteFromTrash(db, await idsOverQuota(db, stored, QUOTAS.trash));
}

async function moveOne(
  trx: Db,
  object: ObjectReference,
  { references, stamp }: { references: readonly Reference[]; stamp: Stamp },
): Promise<void> {
  const { noun, id } = object;
  const table = TABLES_OF[noun];
  const [row] = await rowsWhere(trx, table, { id: [id] });
  if (!row) return;
  const parts: Rows[] = [{ table, rows: [row] }];
  await collect(trx, { references, parts }, { table, ids: [id] });
  parts.push(...(await rowsWithoutForeignKey(trx, object)));
  const { id: trashId } = await trx
    .insertInto("trash")
    .values({
      noun,
      object_id: id,
      uuid: String(row.uuid),
      name: String(row[NAME_OF[noun]] ?? ""),
      content: await compressJson(parts),
      deleted_on: stamp.now,
      deleted_by_fk: stamp.userId,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const owners = parts.find((part) => part.table === `${noun}_owners`)?.rows ?? [];
  const owned = new Set(owners.map((owner) => Number(owner.user_id)));
  // Who deletes it because of its folder can restore it, too.
  for (const user_id of stamp.userId === null ? owned : owned.add(stamp.userId)) {
    await trx.insertInto("trash_owners").values({ trash_id: trashId, user_id }).execute();
  }
  await deleteRowsWithoutForeignKey(trx, object);
  await sql`delete from ${sql.table(table)} where id = ${id}`.execute(trx);
}

/** Public links end with their dashboard. In the trash, they couldn't be revoked. */
const NOT_RESTORED: ReadonlySet<string> = new Set(["public_links"]);

async function collect(
  trx: Db,
  { references, parts }: { references: readonly Reference[]; parts: Rows[] },
  { table, ids }: { table: string; ids: readonly unknown[] },
): Promise<void> {
  for (const reference of references) {
    if (reference.parent !== table || reference.onDelete !== "cascade" || NOT_RESTORED.has(reference.table)) continue;
    const rows = await rowsWhere(trx, reference.table, { [reference.column]: ids });
    if (rows.length === 0) continue;
    parts.push({ table: reference.table, rows });
    const own = rows.flatMap((row) => (row.id === undefined ? [] : [row.id]));
    if (own.length > 0) await collect(trx, { references, parts }, { table: reference.table, ids: own });
  }
}

async function rowsWhere(db: Db, table: string, where: Record<string, readonly unknown[]>): Promise<StoredRow[]> {
  let query = db.selectFrom(table as "charts").selectAll();
  for (const [column, values] of Object.entries(where)) query = query.where(sql.ref(column), "in", [...values]);
  return (await query.execute()) as StoredRow[];
}

async function rowsWithoutForeignKey(trx: Db, { noun, id }: ObjectReference): Promise<Rows[]> {
  const favorite = FAVORITES_OF[noun];
  return [
    {
      table: "favorites",
      rows: favorite ? await rowsWhere(trx, "favorites", { class_name: [favorite], object_id: [id] }) : [],
    },
    { table: "role_permissions", rows: await grantsOn(trx, { noun, id }) },
    { table: "tagged_objects", rows: await rowsWhere(trx, "tagged_objects", { object_type: [noun], object_id: [id] }) },
  ];
}

async function grantsOn(trx: Db, { noun, id }: ObjectReference): Promise<StoredRow[]> {
  if (noun !== "dataset") return [];
  const ending = `](id:${id})`;
  return trx
    .selectFrom("role_permissions")
    .selectAll()
    .where("permission", "=", "datasource_access")
    .where(sql<boolean>`substr(view, length(view) - ${ending.length - 1}) = ${ending}`)
    .execute();
}

async function deleteRowsWithoutForeignKey(trx: Db, { noun, id }: ObjectReference): Promise<void> {
  if (noun === "dataset") await deleteObjectPairs(trx, "datasource_access", [id]);
  const favorite = FAVORITES_OF[noun];
  if (favorite)
    await trx.deleteFrom("favorites").where("class_name", "=", favorite).where("object_id", "=", id).execute();
  await trx.deleteFrom("tagged_objects").where("object_type", "=", noun).where("object_id", "=", id).execute();
}

export async function findTrashed(db: Db, id: number): Promise<TrashRow | undefined> {
  if (id >= 2 ** 31) return undefined;
  return db.selectFrom("trash").selectAll().where("id", "=", id).executeTakeFirst();
}

/**
 * Restores an item without references to deleted users, roles and items, and without its slug if that is taken. Throws
 * a 422 when the item exists again or needs something that was deleted.
 */
export async function restoreFromTrash(
  { app, user }: Actor,
  trashed: TrashRow,
  also: (trx: Db) => Promise<void>,
): Promise<void> {
  const references = await readReferences(app);
  await app.db.transaction().execute(async (trx) => {
    await restoreRows(trx, trashed, { references, user });
    await also(trx);
  });
  app.events.changed(trashed.noun, trashed.object_id);
}

async function restoreRows(
  trx: Db,
  trashed: TrashRow,
  { references, user }: { references: readonly Reference[]; user: User | null },
): Promise<void> {
  const [own, ...parts] = (await decompressJson(trashed.content)) as Rows[];
  const row = own?.rows[0];
  if (!own || !row) throw new Error(`the trash has no content for ${trashed.noun} ${trashed.object_id}`);
  await assertFree(trx, trashed, row);
  const rows = await withExistingParents(trx, { table: own.table, rows: [row] }, references);
  const [remaining] = rows;
  if (!remaining) throw unprocessable(t("The dataset's database was deleted"));
  await assertRoomForRow(trx, TABLES_OF[trashed.noun], remaining);
  const deleted = await trx.deleteFrom("trash").where("id", "=", trashed.id).executeTakeFirst();
  if (Number(deleted.numDeletedRows) === 0) return;
  const restored = rows.map((one) => ({ ...one, ...orphanedIfGone(trashed.noun, row, one) }));
  for (const part of [{ table: own.table, rows: restored }, ...parts]) {
    await insertAll(trx, part.table, await withExistingParents(trx, part, references));
  }
  if (trashed.noun !== "dataset") return;
  await syncDatasetPairs(trx, trashed.object_id);
  await bindRestoredDataset(trx, user, trashed.object_id);
}

function orphanedIfGone(noun: VersionedNoun, before: Rows["rows"][number], now: Rows["rows"][number]) {
  const isGone = noun !== "dataset" && before.changed_by_fk !== null && now.changed_by_fk === null;
  return isGone ? { is_orphaned: true } : {};
}

/** Items that a bundle brings, by type. Null user = the server itself. */
export interface RestoredIds {
  references: readonly Reference[];
  user: User | null;
  uuids: Readonly<Record<VersionedNoun, readonly string[]>>;
}

/** Restores those of the user's trashed items; returns their uuids. Items that can't be restored stay in the trash. */
export async function restoreForBundle(
  trx: Db,
  { references, user, uuids }: RestoredIds,
): Promise<ReadonlySet<string>> {
  const restored = new Set<string>();
  for (const noun of ["dataset", "chart", "dashboard"] as const) {
    if (uuids[noun].length === 0) continue;
    const rows = await trx
      .selectFrom("trash")
      .selectAll()
      .where("noun", "=", noun)
      .where("uuid", "in", uuids[noun])
      .orderBy("id", "desc")
      .execute();
    for (const trashed of rows) {
      if (restored.has(trashed.uuid) || !(await isOwnTrash(trx, trashed, user))) continue;
      const isRestored = await restoreRows(trx, trashed, { references, user }).then(
        () => true,
        (error: unknown) => {
          if (error instanceof TesseraError) return false;
          throw error;
        },
      );
      if (isRestored) restored.add(trashed.uuid);
    }
  }
  return restored;
}

async function isOwnTrash(trx: Db, { id }: TrashRow, user: User | null): Promise<boolean> {
  if (user === null || user.isAdmin) return true;
  const owner = await trx
    .selectFrom("trash_owners")
    .select("user_id")
    .where("trash_id", "=", id)
    .where("user_id", "=", user.id)
    .executeTakeFirst();
  return owner !== undefined;
}

async function assertFree(trx: Db, { noun }: TrashRow, row: StoredRow): Promise<void> {
  const table = TABLES_OF[noun];
  const [existing] = await rowsWhere(trx, table, { uuid: [row.uuid] });
  if (existing)
    throw unprocessable({
      uuid: [
        t(
          "{noun, select, chart {This chart already exists} dashboard {This dashboard already exists} other {This dataset already exists}}",
          { noun },
        ),
      ],
    });
  if (noun === "dashboard" && row.slug) {
    const [holder] = await rowsWhere(trx, table, { slug: [row.slug] });
    if (holder) row.slug = null;
  }
  if (noun !== "dataset") return;
  const same = await rowsWhere(trx, table, { database_id: [row.database_id], table_name: [row.table_name] });
  const isTaken = same.some((each) => each.catalog === row.catalog && each.schema === row.schema);
  if (isTaken) throw unprocessable({ table: [t("Dataset {name} already exists", { name: String(row.table_name) })] });
}

async function withExistingParents(
  trx: Db,
  { table, rows }: Rows,
  references: readonly Reference[],
): Promise<StoredRow[]> {
  let remaining = rows;
  for (const { column, parent, onDelete } of references.filter((reference) => reference.table === table)) {
    const referencedIds = [...new Set(remaining.map((row) => row[column]).filter((id) => id !== null))];
    if (referencedIds.length === 0) continue;
    const found = new Set((await rowsWhere(trx, parent, { id: referencedIds })).map((row) => row.id));
    const hasParent = (row: StoredRow) => row[column] === null || found.has(row[column]);
    remaining =
      onDelete === "set null"
        ? remaining.map((row) => (hasParent(row) ? row : { ...row, [column]: null }))
        : remaining.filter(hasParent);
  }
  return remaining;
}

const INSERT_ROWS = 100;

async function insertAll(trx: Db, table: string, rows: readonly StoredRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += INSERT_ROWS) {
    await trx
      .insertInto(table as keyof Tables)
      .values(rows.slice(start, start + INSERT_ROWS) as never)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

export async function deleteFromTrash(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db.transaction().execute(async (trx) => {
    await deleteMarksOf(trx, "trash", ids);
    const rows = await trx
      .deleteFrom("trash")
      .where("id", "in", [...ids])
      .returning(["noun", "object_id"])
      .execute();
    for (const { noun, object_id } of rows) {
      await trx.deleteFrom("versions").where("noun", "=", noun).where("object_id", "=", object_id).execute();
      if (noun === "dataset") continue;
      await trx.deleteFrom("comments").where("noun", "=", noun).where("object_id", "=", object_id).execute();
    }
  });
}

export async function emptyTrash({ db, clock, config }: App): Promise<number> {
  const before = formatTimestamp(clock.now() - config.retention.trashDays * DAY_MS);
  const rows = await db
    .selectFrom("trash")
    .select("id")
    .where("deleted_on", "<", before)
    .limit(MAX_ROWS_PER_RUN)
    .execute();
  await deleteFromTrash(
    db,
    rows.map((row) => row.id),
  );
  return rows.length;
}

export function expiryOf({ config }: App, trashed: Pick<TrashRow, "deleted_on">): string {
  return formatTimestamp(parseTimestamp(trashed.deleted_on) + config.retention.trashDays * DAY_MS);
}
