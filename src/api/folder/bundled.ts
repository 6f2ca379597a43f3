import { type Kysely, sql } from "kysely";
import { t } from "../../i18n/translate.ts";
import { TesseraError } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { setOwners } from "../../server/rights/owners.ts";
import { placeObject } from "../../server/store/folders.ts";
import type { Actor, Stamp } from "../../server/store/stamp.ts";
import type { Tables } from "../../server/store/tables.ts";
import type { User } from "../../server/user.ts";
import type { PlacedType } from "./contract.ts";
import { editableAmong, PLACED_TYPES, visibleFolders } from "./policy.ts";
import { type FolderRecord, foldersByIds, insertFolder, lockTree } from "./store.ts";

/** Folders in bundles have no rights: who imports them owns those that are new. */
interface BundledFolder {
  uuid: string;
  name: string;
  description?: string | null | undefined;
  parent_uuid?: string | null | undefined;
  /** UUIDs. */
  charts: readonly string[];
  dashboards: readonly string[];
  datasets: readonly string[];
}

type Db = Kysely<Tables>;
type Objects = Readonly<Record<`${PlacedType}s`, readonly { id: number; uuid: string }[]>>;

/** The folders of the objects and those that contain them, as far as the user can see them. */
export async function bundledFolders({ app, user }: Actor, objects: Objects): Promise<BundledFolder[]> {
  const placed = new Map<number, Record<`${PlacedType}s`, string[]>>();
  for (const type of PLACED_TYPES) {
    const uuids = new Map(objects[`${type}s`].map(({ id, uuid }) => [id, uuid]));
    for (const { id, folder_id } of await placements(app.db, type, [...uuids.keys()])) {
      const contents = placed.get(folder_id) ?? { charts: [], dashboards: [], datasets: [] };
      contents[`${type}s`].push(uuids.get(id) ?? "");
      placed.set(folder_id, contents);
    }
  }
  if (placed.size === 0) return [];
  const above = await app.db
    .selectFrom("folder_ancestors")
    .select("ancestor_id")
    .distinct()
    .where("folder_id", "in", [...placed.keys()])
    .execute();
  const ids = above.map((row) => row.ancestor_id);
  const folders = await foldersByIds(app.db, ids, visibleFolders(user));
  const uuidOf = new Map(folders.map(({ id, uuid }) => [id, uuid]));
  const bundled = folders.map(({ id, uuid, name, description, parent_id }) => {
    const { charts = [], dashboards = [], datasets = [] } = placed.get(id) ?? {};
    const contents = { charts: charts.sort(), dashboards: dashboards.sort(), datasets: datasets.sort() };
    return { uuid, name, description, parent_uuid: uuidOf.get(parent_id ?? 0) ?? null, ...contents };
  });
  return bundled.sort((a, b) => (a.uuid < b.uuid ? -1 : 1));
}

async function placements(db: Db, type: PlacedType, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; folder_id: number }>`
    select ${sql.ref(`${type}_id`)} as id, folder_id from ${sql.table(`${type}_folders`)}`.execute(db);
  const wanted = new Set(ids);
  return rows.filter(({ id }) => wanted.has(id));
}

interface ImportedFolders {
  db: Db;
  /** Null: the server itself. */
  user: User | null;
  stamp: Stamp;
  folders: readonly BundledFolder[];
  /** Ids of the objects that the import has written, by UUID. */
  written: ReadonlyMap<string, { type: PlacedType; id: number }>;
}

/**
 * Finds folders by UUID, or by name where they would be, and makes those that don't exist. Returns what can't be done,
 * by name of the folder: objects are put into folders only that the user can edit.
 */
export async function importFolders(
  app: App,
  { db, user, stamp, folders, written }: ImportedFolders,
): Promise<string[]> {
  const problems: string[] = [];
  const byUuid = new Map(folders.map((folder) => [folder.uuid, folder]));
  const ids = new Map<string, number | undefined>();
  await lockTree(app, db);
  const idOf = async (folder: BundledFolder, below: readonly string[] = []): Promise<number | undefined> => {
    if (ids.has(folder.uuid) || below.includes(folder.uuid)) return ids.get(folder.uuid);
    const parent = byUuid.get(folder.parent_uuid ?? "");
    const parentId = parent ? await idOf(parent, [...below, folder.uuid]) : null;
    const found = parentId === undefined ? undefined : await folderFor({ db, user, stamp }, folder, parentId);
    if (typeof found === "string") problems.push(found);
    const id = typeof found === "number" ? found : undefined;
    ids.set(folder.uuid, id);
    return id;
  };
  for (const folder of folders) {
    const objects = [...folder.charts, ...folder.dashboards, ...folder.datasets].flatMap(
      (uuid) => written.get(uuid) ?? [],
    );
    if (objects.length === 0) continue;
    const folderId = await idOf(folder);
    if (folderId === undefined) continue;
    for (const { type, id } of objects) {
      await placeObject(db, { noun: type, id }, { folderId, placedBy: stamp.userId });
    }
  }
  return problems;
}

type Importer = Pick<ImportedFolders, "db" | "user" | "stamp">;

/** Its id, or why it can't be used. */
async function folderFor(
  { db, user, stamp }: Importer,
  { uuid, name, description }: BundledFolder,
  parentId: number | null,
): Promise<number | string> {
  const existing = await existingFolder(db, { uuid, name, parentId });
  if (existing) {
    const isEditable = user === null || (await editableAmong(db, user, [existing.id])).has(existing.id);
    return isEditable ? existing.id : t("You can't edit the folder “{name}”, so nothing was put into it", { name });
  }
  if (user !== null && !user.can("can_write", "Folder"))
    return t("You can't create the folder “{name}”, so nothing was put into it", { name });
  try {
    const id = await insertFolder(db, { uuid, name, description, parentId }, stamp);
    await setOwners(db, { noun: "folder", id }, stamp.userId === null ? [] : [stamp.userId]);
    return id;
  } catch (error) {
    // A limit, which is checked before anything is written.
    if (error instanceof TesseraError) return t("The folder “{name}” wasn't created: there are too many", { name });
    throw error;
  }
}

async function existingFolder(
  db: Db,
  { uuid, name, parentId }: { uuid: string; name: string; parentId: number | null },
): Promise<FolderRecord | undefined> {
  const same = await db.selectFrom("folders").selectAll().where("uuid", "=", uuid).executeTakeFirst();
  if (same) return same;
  return db
    .selectFrom("folders")
    .selectAll()
    .where("name", "=", name)
    .where((e) => (parentId === null ? e("parent_id", "is", null) : e("parent_id", "=", parentId)))
    .executeTakeFirst();
}
