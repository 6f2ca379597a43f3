import { type Kysely, sql } from "kysely";
import type { SelectedColumns, WireRow } from "../../server/http/resource-list.ts";
import type { Context } from "../../server/http/route.ts";
import { ownersOf } from "../../server/rights/owners.ts";
import type { Actor } from "../../server/store/stamp.ts";
import type { Tables } from "../../server/store/tables.ts";
import { historiesOf, type UserName } from "../../server/store/users.ts";
import type { FolderAccess, PlacedType } from "./contract.ts";
import { editableAmong, listedObjects, managedAmong, PLACED_TYPES, VIEW, visibleFolders } from "./policy.ts";
import { countsOf, foldersByIds } from "./store.ts";

type Db = Kysely<Tables>;

export async function presentFolders(
  ctx: Context,
  ids: readonly number[],
  chosen: SelectedColumns,
): Promise<WireRow[]> {
  const { app, user } = ctx;
  const rows = await foldersByIds(app.db, ids);
  const parents = await foldersByIds(
    app.db,
    rows.flatMap((row) => row.parent_id ?? []),
    visibleFolders(user),
  );
  const visible = new Set(parents.map(({ id }) => id));
  const counts = chosen.some((name) => name.startsWith("counts.")) ? await allCounts(ctx, ids) : undefined;
  const owners = await ownersOf(app.db, "folder", ids);
  const editors = await editorsOf(app.db, ids);
  const editorRoles = await rolesOf(app.db, "folder_editor_roles", ids);
  const viewerRoles = await rolesOf(app.db, "folder_viewer_roles", ids);
  const access = await accessOf(app.db, ids);
  const canEdit = await editableAmong(app.db, user, ids);
  const canManage = await managedAmong(app.db, user, ids);
  const historyOf = await historiesOf(app, rows);
  return rows.map((row) => {
    const { id, uuid, name, description, parent_id } = row;
    const { created_on: _, ...history } = historyOf(row);
    return {
      ...{ id, uuid, name, description },
      parent_id: parent_id !== null && visible.has(parent_id) ? parent_id : null,
      counts: counts?.(id),
      owners: owners.get(id) ?? [],
      editors: editors.get(id) ?? [],
      editor_roles: editorRoles.get(id) ?? [],
      viewer_roles: viewerRoles.get(id) ?? [],
      access: access(id),
      can_edit: canEdit.has(id),
      can_manage: canManage.has(id),
      ...history,
    };
  });
}

async function allCounts({ app, user }: Context, ids: readonly number[]) {
  const counts = await Promise.all(
    PLACED_TYPES.map(async (type) => {
      const visible = listedObjects(user, type);
      return [type, await countsOf(app.reads, ids, { type, visible })] as const;
    }),
  );
  return (id: number) => Object.fromEntries(counts.map(([type, of]) => [type, of.get(id) ?? 0]));
}

type Role = { id: number; name: string };

async function rolesOf(db: Db, table: "folder_editor_roles" | "folder_viewer_roles", ids: readonly number[]) {
  const { rows } = await sql<Role & { folder_id: number }>`select r.folder_id, roles.id, roles.name
    from ${sql.table(table)} r join roles on roles.id = r.role_id
    where r.folder_id in (${sql.join([...ids, -1])}) order by roles.name`.execute(db);
  return grouped(rows);
}

async function editorsOf(db: Db, ids: readonly number[]) {
  const { rows } = await sql<UserName & { folder_id: number }>`select e.folder_id, u.id, u.first_name, u.last_name
    from folder_editors e join users u on u.id = e.user_id
    where e.folder_id in (${sql.join([...ids, -1])}) order by u.id`.execute(db);
  return grouped(rows);
}

function grouped<T extends { folder_id: number }>(rows: readonly T[]): Map<number, Omit<T, "folder_id">[]> {
  const groups = new Map<number, Omit<T, "folder_id">[]>();
  for (const { folder_id, ...row } of rows) groups.set(folder_id, [...(groups.get(folder_id) ?? []), row]);
  return groups;
}

/** What the folders give, with those that contain them. */
async function accessOf(db: Db, ids: readonly number[]): Promise<(id: number) => FolderAccess> {
  const above = await db
    .selectFrom("folder_ancestors")
    .select(["folder_id", "ancestor_id"])
    .where("folder_id", "in", [...ids, -1])
    .execute();
  const all = [...new Set(above.map((row) => row.ancestor_id))];
  const owners = await ownersOf(db, "folder", all);
  const editors = await editorsOf(db, all);
  const editorRoles = await rolesOf(db, "folder_editor_roles", all);
  const viewerRoles = await rolesOf(db, "folder_viewer_roles", all);
  return (id) => {
    const ancestors = above.filter((row) => row.folder_id === id).map((row) => row.ancestor_id);
    const gathered = <T extends { id: number }>(...from: ReadonlyMap<number, T[]>[]): T[] => {
      const found = ancestors.flatMap((ancestor) => from.flatMap((each) => each.get(ancestor) ?? []));
      return [...new Map(found.map((each) => [each.id, each])).values()];
    };
    return {
      editors: gathered<UserName>(owners, editors),
      editor_roles: gathered<Role>(editorRoles),
      viewer_roles: gathered<Role>(viewerRoles),
    };
  };
}

/** The folders that contain the object, and the roles that these show dashboards to. Null if the user can't see it. */
export async function folderOf({ app, user }: Actor, noun: PlacedType, id: number) {
  if (user.guest || !user.can("can_read", VIEW)) return null;
  const { rows } = await sql<{ id: number; name: string }>`select folders.id, folders.name
    from ${sql.table(`${noun}_folders`)} placed
    join folder_ancestors on folder_ancestors.folder_id = placed.folder_id
    join folders on folders.id = folder_ancestors.ancestor_id
    where ${sql.ref(`placed.${noun}_id`)} = ${id} order by folder_ancestors.distance desc`.execute(app.db);
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return null;
  const visible = new Set((await foldersByIds(app.db, ids, visibleFolders(user))).map((folder) => folder.id));
  const own = ids.at(-1) ?? 0;
  if (!visible.has(own)) return null;
  const { viewer_roles } = (await accessOf(app.db, [own]))(own);
  return { path: rows.filter((row) => visible.has(row.id)), viewer_roles };
}
