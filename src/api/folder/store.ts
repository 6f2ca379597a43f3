import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { t } from "../../i18n/translate.ts";
import { unprocessable } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import type { Condition } from "../../server/rights/rule.ts";
import { insertObject, updateObject } from "../../server/store/objects.ts";
import type { Stamp } from "../../server/store/stamp.ts";
import type { Row, RowChanges, Tables } from "../../server/store/tables.ts";
import { MAX_FOLDERS, MAX_LEVELS, MAX_OWN_FOLDERS, type PlacedType } from "./contract.ts";

type Db = Kysely<Tables>;

export type FolderRecord = Row<"folders">;

export function foldersByIds(db: Db, ids: readonly number[], visible?: Condition): Promise<FolderRecord[]> {
  return db
    .selectFrom("folders")
    .selectAll()
    .where("id", "in", [...ids, -1])
    .$if(visible !== undefined, (query) => query.where(visible as Condition))
    .orderBy("id")
    .execute();
}

/** PostgreSQL advisory lock. */
const TREE_LOCK = 7_283_003;

/** Changes of the tree happen one after the other, so that two of them can't make a cycle. */
export async function lockTree({ dialect }: Pick<App, "dialect">, trx: Db): Promise<void> {
  if (dialect === "postgres") await sql`select pg_advisory_xact_lock(${sql.lit(TREE_LOCK)})`.execute(trx);
}

export interface NewFolder {
  name: string;
  description?: string | null | undefined;
  parentId: number | null;
  uuid?: string | undefined;
}

/** Call it after `lockTree`. Throws a 422 over a limit. */
export async function insertFolder(trx: Db, folder: NewFolder, stamp: Stamp): Promise<number> {
  const { count } = await trx
    .selectFrom("folders")
    .select((e) => e.fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  if (Number(count) >= MAX_FOLDERS)
    throw unprocessable(t("There can be up to {limit, number} folders.", { limit: MAX_FOLDERS }));
  await assertFewOwn(trx, stamp);
  if (folder.parentId !== null) assertDepth(await levelOf(trx, folder.parentId), 1);
  const { parentId: parent_id, name, description = null, uuid = randomUUID() } = folder;
  const id = await insertObject(trx, "folders", { uuid, name, description, parent_id }, stamp);
  await trx.insertInto("folder_ancestors").values({ folder_id: id, ancestor_id: id, distance: 0 }).execute();
  if (parent_id !== null) await linkAncestors(trx, id, parent_id);
  return id;
}

async function assertFewOwn(trx: Db, { userId }: Stamp): Promise<void> {
  if (userId === null) return;
  const { count } = await trx
    .selectFrom("folders")
    .select((e) => e.fn.countAll().as("count"))
    .where("created_by_fk", "=", userId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MAX_OWN_FOLDERS)
    throw unprocessable(t("A user can create up to {limit, number} folders.", { limit: MAX_OWN_FOLDERS }));
}

export async function updateFolder(trx: Db, id: number, values: RowChanges<"folders">): Promise<void> {
  await updateObject(trx, "folders", id, values);
}

/** Call it after `lockTree`. Throws a 422 for a cycle or a tree that is too deep. */
export async function moveFolder(trx: Db, id: number, parentId: number | null): Promise<void> {
  if (parentId !== null) {
    if ((await foldersWithin(trx, id)).includes(parentId))
      throw unprocessable({ parent_id: [t("A folder can't be moved into itself.")] });
    assertDepth(await levelOf(trx, parentId), await heightOf(trx, id));
  }
  await trx.updateTable("folders").set({ parent_id: parentId }).where("id", "=", id).execute();
  const within = sql`select folder_id from folder_ancestors where ancestor_id = ${id}`;
  await sql`delete from folder_ancestors where folder_id in (${within}) and ancestor_id not in (${within})`.execute(
    trx,
  );
  if (parentId !== null) await linkAncestors(trx, id, parentId);
}

async function linkAncestors(trx: Db, id: number, parentId: number): Promise<void> {
  await sql`insert into folder_ancestors (folder_id, ancestor_id, distance)
    select within.folder_id, above.ancestor_id, within.distance + above.distance + 1
    from folder_ancestors within, folder_ancestors above
    where within.ancestor_id = ${id} and above.folder_id = ${parentId}`.execute(trx);
}

async function foldersWithin(db: Db, id: number): Promise<number[]> {
  const rows = await db.selectFrom("folder_ancestors").select("folder_id").where("ancestor_id", "=", id).execute();
  return rows.map((row) => row.folder_id);
}

async function levelOf(db: Db, id: number): Promise<number> {
  const rows = await db.selectFrom("folder_ancestors").select("distance").where("folder_id", "=", id).execute();
  return rows.length;
}

async function heightOf(db: Db, id: number): Promise<number> {
  const rows = await db.selectFrom("folder_ancestors").select("distance").where("ancestor_id", "=", id).execute();
  return 1 + Math.max(...rows.map((row) => row.distance));
}

function assertDepth(level: number, added: number): void {
  if (level + added > MAX_LEVELS)
    throw unprocessable({
      parent_id: [t("Folders can be nested up to {limit, number} levels.", { limit: MAX_LEVELS })],
    });
}

/** Call it after `lockTree`. What the folder contains moves to its parent; names that exist there get a number. */
export async function deleteFolder(trx: Db, folder: FolderRecord): Promise<void> {
  const { id, parent_id } = folder;
  const children = await trx.selectFrom("folders").select(["id", "name"]).where("parent_id", "=", id).execute();
  const siblings = await trx
    .selectFrom("folders")
    .select("name")
    .where("id", "<>", id)
    .where((e) => (parent_id === null ? e("parent_id", "is", null) : e("parent_id", "=", parent_id)))
    .execute();
  const taken = new Set(siblings.map((row) => row.name));
  const names = new Set([...siblings, ...children].map((row) => row.name));
  for (const child of children) {
    const name = taken.has(child.name) ? freeName(child.name, names) : child.name;
    names.add(name);
    await trx.updateTable("folders").set({ name }).where("id", "=", child.id).execute();
    await moveFolder(trx, child.id, parent_id);
  }
  for (const type of ["chart", "dashboard", "dataset"] as const) {
    const table = sql.table(`${type}_folders`);
    await (parent_id === null
      ? sql`delete from ${table} where folder_id = ${id}`
      : sql`update ${table} set folder_id = ${parent_id} where folder_id = ${id}`
    ).execute(trx);
  }
  await trx.deleteFrom("folders").where("id", "=", id).execute();
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let n = 2; taken.has(free); n++) free = `${name} (${n})`;
  return free;
}

/** The number of visible objects in each folder and the folders within it. */
export async function countsOf(
  db: Db,
  ids: readonly number[],
  { type, visible }: { type: PlacedType; visible: Condition | undefined },
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; n: number | string }>`
    select folder_ancestors.ancestor_id as id, count(*) as n from folder_ancestors
    join ${sql.table(`${type}_folders`)} on ${sql.ref(`${type}_folders.folder_id`)} = folder_ancestors.folder_id
    join ${sql.table(`${type}s`)} on ${sql.ref(`${type}s.id`)} = ${sql.ref(`${type}_folders.${type}_id`)}
    where folder_ancestors.ancestor_id in (${sql.join([...ids, -1])}) and ${visible ?? sql`(1 = 1)`}
    group by folder_ancestors.ancestor_id`.execute(db);
  return new Map(rows.map(({ id, n }) => [id, Number(n)]));
}
