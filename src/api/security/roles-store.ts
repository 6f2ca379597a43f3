import type { Kysely } from "kysely";
import type { WireRow } from "../../server/http/resource-list.ts";
import type { Context } from "../../server/http/route.ts";
import type { Row, Tables } from "../../server/store/tables.ts";

type Db = Kysely<Tables>;

export type Role = Row<"roles">;

export async function presentRoles({ app }: Context, ids: readonly number[]): Promise<Role[]> {
  if (ids.length === 0) return [];
  return app.db.selectFrom("roles").select(["id", "name"]).where("id", "in", ids).execute();
}

export async function presentFoundRoles(ctx: Context, ids: readonly number[]): Promise<WireRow[]> {
  const { db } = ctx.app;
  const users = await db.selectFrom("user_roles").selectAll().where("role_id", "in", ids).execute();
  const groups = await db.selectFrom("group_roles").selectAll().where("role_id", "in", ids).execute();
  const granted = await grantedPairs(db, ids).execute();
  const usersOf = Map.groupBy(users, (row) => row.role_id);
  const groupsOf = Map.groupBy(groups, (row) => row.role_id);
  const pairsOf = Map.groupBy(granted, (row) => row.role_id);
  return (await presentRoles(ctx, ids)).map((role) => ({
    ...role,
    user_ids: (usersOf.get(role.id) ?? []).map((row) => row.user_id),
    group_ids: (groupsOf.get(role.id) ?? []).map((row) => row.group_id),
    permission_ids: (pairsOf.get(role.id) ?? []).map((row) => row.id),
  }));
}

export async function pairsOfRole(db: Db, roleId: number) {
  const rows = await grantedPairs(db, [roleId]).execute();
  return rows.map(({ id, permission, view }) => ({ id, permission_name: permission, view_menu_name: view }));
}

function grantedPairs(db: Db, roleIds: readonly number[]) {
  return db
    .selectFrom("role_permissions")
    .innerJoin("permission_pairs", (join) =>
      join
        .onRef("permission_pairs.permission", "=", "role_permissions.permission")
        .onRef("permission_pairs.view", "=", "role_permissions.view"),
    )
    .select(["role_permissions.role_id", "permission_pairs.id", "permission_pairs.permission", "permission_pairs.view"])
    .where("role_permissions.role_id", "in", roleIds)
    .orderBy("permission_pairs.id");
}

export function pairsByIds(db: Db, ids: readonly number[]): Promise<Row<"permission_pairs">[]> {
  return db
    .selectFrom("permission_pairs")
    .selectAll()
    .where("id", "in", [...ids, -1])
    .execute();
}

export async function replacePairs(db: Db, roleId: number, pairs: readonly Row<"permission_pairs">[]): Promise<void> {
  await db.deleteFrom("role_permissions").where("role_id", "=", roleId).execute();
  if (pairs.length === 0) return;
  const rows = pairs.map(({ permission, view }) => ({ role_id: roleId, permission, view }));
  await db.insertInto("role_permissions").values(rows).execute();
}

export async function isRoleInUse(db: Db, roleId: number): Promise<boolean> {
  const ofDashboard = db.selectFrom("dashboard_roles").select("role_id").where("role_id", "=", roleId);
  const ofRule = db.selectFrom("row_level_security_roles").select("role_id").where("role_id", "=", roleId);
  const ofFolder = db.selectFrom("folder_viewer_roles").select("role_id").where("role_id", "=", roleId);
  return (await ofDashboard.union(ofRule).union(ofFolder).execute()).length > 0;
}

export async function presentGroups({ app }: Context, ids: readonly number[]): Promise<WireRow[]> {
  const rows = await app.db.selectFrom("groups").selectAll().where("id", "in", ids).execute();
  const roles = await app.db
    .selectFrom("group_roles")
    .innerJoin("roles", "roles.id", "group_roles.role_id")
    .select(["group_roles.group_id", "roles.id", "roles.name"])
    .where("group_roles.group_id", "in", ids)
    .execute();
  const users = await app.db
    .selectFrom("user_groups")
    .innerJoin("users", "users.id", "user_groups.user_id")
    .select(["user_groups.group_id", "users.id", "users.username"])
    .where("user_groups.group_id", "in", ids)
    .execute();
  return rows.map((row) => ({
    ...row,
    roles: roles.filter((role) => role.group_id === row.id).map(({ id, name }) => ({ id, name })),
    users: users.filter((user) => user.group_id === row.id).map(({ id, username }) => ({ id, username })),
  }));
}

export async function presentPairs({ app }: Context, ids: readonly number[]): Promise<WireRow[]> {
  const rows = await pairsByIds(app.db, ids);
  return rows.map(({ id, permission, view }) => ({ id, permission: { name: permission }, view_menu: { name: view } }));
}
