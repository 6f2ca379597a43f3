import { type Kysely, sql } from "kysely";
import { t } from "../../i18n/translate.ts";
import { forbidden, unprocessable } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { saveIfMatch } from "../../server/http/etag.ts";
import type { Context } from "../../server/http/route.ts";
import { resolveOwners, setOwners } from "../../server/rights/owners.ts";
import { storeFailureOf } from "../../server/store/failures.ts";
import { placeObject } from "../../server/store/folders.ts";
import { changedBy, type Stamp, stampOf } from "../../server/store/stamp.ts";
import type { Tables } from "../../server/store/tables.ts";
import type { User } from "../../server/user.ts";
import { addLogEntry } from "../log/index.ts";
import type { CreateFolder, PlacedType, UpdateFolder } from "./contract.ts";
import { assertCanEdit, assertCanManage, assertCanMove, canOpenAll, visibleFolders } from "./policy.ts";
import {
  deleteFolder,
  type FolderRecord,
  foldersByIds,
  insertFolder,
  lockTree,
  moveFolder,
  updateFolder,
} from "./store.ts";

type Db = Kysely<Tables>;

export async function createFolder({ app, user }: Context, body: CreateFolder): Promise<number> {
  if (user.id <= 0) throw forbidden();
  const owners = await resolveOwners(app.db, user, body.owners);
  const stamp = stampOf(app, user);
  const parentId = body.parent_id ?? null;
  const saving = app.db.transaction().execute(async (trx) => {
    await lockTree(app, trx);
    if (parentId !== null) await assertParent(trx, user, parentId);
    const id = await insertFolder(trx, { name: body.name, description: body.description, parentId }, stamp);
    await setOwners(trx, { noun: "folder", id }, owners);
    await setRights(trx, id, { ...body, sharedBy: stamp.userId });
    await log(app, trx, { stamp, action: "folder.create", json: { ...withoutTexts(body), id } });
    return id;
  });
  return await saving.catch(rejectDuplicateName);
}

export async function changeFolder(ctx: Context, folder: FolderRecord, body: UpdateFolder): Promise<void> {
  const { app, user } = ctx;
  const { id } = folder;
  await assertCanManage(app.db, user, id);
  const owners = body.owners && (await resolveOwners(app.db, user, body.owners));
  const { name = folder.name, description = folder.description } = body;
  const saving = saveIfMatch(ctx, { table: "folders", id }, async (trx, stamp) => {
    const before = { viewers: await viewersOf(trx, id), opensAll: await canOpenAll(trx, user, id) };
    if (body.parent_id !== undefined) {
      await lockTree(app, trx);
      if (body.parent_id !== null && body.parent_id !== folder.parent_id) await assertParent(trx, user, body.parent_id);
      await moveFolder(trx, id, body.parent_id);
    }
    await updateFolder(trx, id, { name, description, ...changedBy(stamp) });
    if (owners) await setOwners(trx, { noun: "folder", id }, owners);
    await setRights(trx, id, { ...body, sharedBy: stamp.userId });
    await backNewViewers(trx, { id, before, stamp });
    const fields = Object.keys(body).filter((field) => body[field as keyof UpdateFolder] !== undefined);
    const renamed = name === folder.name ? {} : { old_name: folder.name };
    await log(app, trx, {
      stamp,
      action: "folder.update",
      json: { ...withoutTexts(body), id },
      noted: { fields, ...renamed },
    });
  });
  await saving.catch(rejectDuplicateName);
}

export async function removeFolders({ app, user }: Context, folders: readonly FolderRecord[]): Promise<void> {
  const stamp = stampOf(app, user);
  for (const folder of folders) await assertCanManage(app.db, user, folder.id);
  await app.db.transaction().execute(async (trx) => {
    await lockTree(app, trx);
    for (const { id } of folders) {
      // Read again: it may have moved when a folder that contained it was deleted.
      const [folder] = await foldersByIds(trx, [id]);
      if (!folder) continue;
      await deleteFolder(trx, folder);
      await log(app, trx, { stamp, action: "folder.delete", json: { id }, name: folder.name });
    }
  });
}

interface Move {
  folderId: number | null;
  objects: readonly { type: PlacedType; id: number }[];
}

export async function moveObjects(ctx: Context, { folderId, objects }: Move): Promise<void> {
  const { app, user } = ctx;
  if (folderId !== null) await assertCanEdit(app.db, user, folderId);
  for (const type of new Set(objects.map((object) => object.type))) {
    const ids = objects.filter((object) => object.type === type).map(({ id }) => id);
    await assertCanMove(ctx, { type, ids });
  }
  const stamp = stampOf(app, user);
  await app.db.transaction().execute(async (trx) => {
    for (const { type, id } of objects) {
      await placeObject(trx, { noun: type, id }, { folderId, placedBy: stamp.userId });
    }
    await log(app, trx, { stamp, action: "folder.move", json: { folder_id: folderId, objects } });
  });
  for (const { type, id } of objects) app.events.changed(type, id);
}

/** Unknown or invisible parents are missing; others need the right to edit them. */
async function assertParent(trx: Db, user: User, id: number): Promise<void> {
  const [parent] = await foldersByIds(trx, id > 0 && id < 2 ** 31 ? [id] : [], visibleFolders(user));
  if (!parent) throw unprocessable({ parent_id: [t("Folder does not exist")] });
  await assertCanEdit(trx, user, id);
}

type Rights = Pick<UpdateFolder, "editors" | "editor_roles" | "viewer_roles"> & { sharedBy: number | null };

async function setRights(
  trx: Db,
  id: number,
  { editors, editor_roles, viewer_roles, sharedBy }: Rights,
): Promise<void> {
  if (editors)
    await replaceIds(trx, { table: "folder_editors", column: "user_id", id }, await knownUsers(trx, editors));
  if (editor_roles)
    await replaceIds(
      trx,
      { table: "folder_editor_roles", column: "role_id", id },
      await knownRoles(trx, editor_roles, "editor_roles"),
    );
  if (!viewer_roles) return;
  const roles = await knownRoles(trx, viewer_roles, "viewer_roles");
  await trx
    .deleteFrom("folder_viewer_roles")
    .where("folder_id", "=", id)
    .where("role_id", "not in", [...roles, -1])
    .execute();
  // Roles that stay keep who shared with them.
  for (const role_id of roles) {
    await trx
      .insertInto("folder_viewer_roles")
      .values({ folder_id: id, role_id, shared_by: sharedBy })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

async function replaceIds(
  trx: Db,
  { table, column, id }: { table: "folder_editors" | "folder_editor_roles"; column: "user_id" | "role_id"; id: number },
  ids: readonly number[],
): Promise<void> {
  await sql`delete from ${sql.table(table)} where folder_id = ${id}`.execute(trx);
  for (const each of ids) {
    await sql`insert into ${sql.table(table)} (folder_id, ${sql.ref(column)}) values (${id}, ${each})`.execute(trx);
  }
}

async function knownUsers(trx: Db, ids: readonly number[]): Promise<number[]> {
  const unique = [...new Set(ids)];
  const rows = await trx
    .selectFrom("users")
    .select("id")
    .where("id", "in", [...unique, -1])
    .execute();
  if (rows.length < unique.length) throw unprocessable({ editors: [t("Some users do not exist")] });
  return unique;
}

async function knownRoles(trx: Db, ids: readonly number[], field: string): Promise<number[]> {
  const unique = [...new Set(ids)];
  const rows = await trx
    .selectFrom("roles")
    .select("id")
    .where("id", "in", [...unique, -1])
    .execute();
  if (rows.length < unique.length) throw unprocessable({ [field]: [t("Some roles do not exist")] });
  return unique;
}

async function viewersOf(db: Db, id: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom("folder_viewer_roles")
    .innerJoin("folder_ancestors", "folder_ancestors.ancestor_id", "folder_viewer_roles.folder_id")
    .select("role_id")
    .where("folder_ancestors.folder_id", "=", id)
    .execute();
  return new Set(rows.map((row) => row.role_id));
}

/**
 * When the folder shows its dashboards to more roles than before, the dashboards count as put there by the user, so that
 * these roles see no data that the user can't read.
 */
async function backNewViewers(
  trx: Db,
  { id, before, stamp }: { id: number; before: { viewers: ReadonlySet<number>; opensAll: boolean }; stamp: Stamp },
): Promise<void> {
  const after = await viewersOf(trx, id);
  if (![...after].some((role) => !before.viewers.has(role))) return;
  if (!before.opensAll)
    throw forbidden(t("You can't share this folder with more roles: it has dashboards that you can't open."));
  await sql`update dashboard_folders set placed_by = ${stamp.userId} where folder_id in
    (select folder_id from folder_ancestors where ancestor_id = ${id})`.execute(trx);
}

function rejectDuplicateName(error: unknown): never {
  if (storeFailureOf(error) !== "unique") throw error;
  throw unprocessable({ name: [t("A folder of this name already exists there.")] });
}

/** Who reads the log may not see the folder. */
const withoutTexts = ({ name: _, description: __, ...rest }: UpdateFolder) => rest;

const LOGGED_OBJECTS = 100;

interface FolderAction {
  stamp: Stamp;
  action: string;
  json: { objects?: readonly unknown[]; [key: string]: unknown };
  /** Of a deleted folder. */
  name?: string;
  noted?: { fields?: readonly string[]; old_name?: string };
}

async function log(app: App, trx: Db, { stamp, action, json, name, noted }: FolderAction): Promise<void> {
  const objects = json.objects?.slice(0, LOGGED_OBJECTS);
  const count = json.objects?.length;
  const none = { dashboard_id: null, slice_id: null, duration_ms: null, referrer: null };
  const text = JSON.stringify(json.objects ? { ...json, objects, count } : json);
  const id = json.id ?? json.folder_id;
  const folder = await trx
    .selectFrom("folders")
    .select("name")
    .where("id", "=", Number(id ?? -1))
    .executeTakeFirst();
  const object = { object_id: id === null ? null : String(id), object_name: name ?? folder?.name ?? null };
  await addLogEntry(
    { ...app, db: trx },
    { ...none, ...object, action, user_id: stamp.userId, json: text, dttm: stamp.now },
    noted,
  );
}
