import { type SqlBool, sql } from "kysely";
import { msg, t } from "../../i18n/translate.ts";
import { ADMIN_ROLE } from "../../model/built-in-roles.ts";
import { badRequest, invalidFields, notFound, unprocessable } from "../../model/errors.ts";
import { BUILT_IN_ROLES } from "../../server/auth/role-matrix.ts";
import { forEachYielding } from "../../server/event-loop.ts";
import { crud } from "../../server/http/crud.ts";
import { collectionRoutes, type ListDefinition, listResponse } from "../../server/http/resource-list.ts";
import { audited, type Context, permission, type Route, route } from "../../server/http/route.ts";
import { possibleIds } from "../../server/http/show-response.ts";
import { storeFailureOf } from "../../server/store/failures.ts";
import { assertAdministrator, assertAllExist, changeMembers, type MemberList, setMembers } from "./members.ts";
import * as contract from "./roles-contract.ts";
import {
  isRoleInUse,
  pairsByIds,
  pairsOfRole,
  presentFoundRoles,
  presentRoles,
  type Role,
  replacePairs,
} from "./roles-store.ts";

const ROLES: ListDefinition = {
  view: "Role",
  title: msg("List Role"),
  table: "roles",
  permissions: ["can_read", "can_write"],
  columns: ["id", "name"],
  search: { id: { type: "number", column: "roles.id" }, name: { type: "text", column: "roles.name" } },
  order: { id: "roles.id", name: { by: "roles.name", text: true } },
  present: presentRoles,
  createBody: contract.SaveRole,
  updateBody: contract.SaveRole,
};

const SEARCH: ListDefinition = {
  ...ROLES,
  columns: ["id", "name", "user_ids", "permission_ids", "group_ids"],
  search: {
    name: { type: "text", column: "roles.name" },
    user_ids: { type: "many", table: "user_roles", own: "role_id", column: "roles.id", other: "user_id" },
    group_ids: { type: "many", table: "group_roles", own: "role_id", column: "roles.id", other: "group_id" },
  },
  filters: { "permission_ids:rel_m_m": (value) => hasPair(value) },
  present: presentFoundRoles,
};
const SEARCH_PAGE_SIZE = 10;

function hasPair(value: unknown) {
  const id = Number(Array.isArray(value) ? value[0] : value);
  if (!Number.isSafeInteger(id) || Math.abs(id) >= 2 ** 31) throw badRequest(t("Not a valid permission ID"));
  return sql<SqlBool>`exists (select 1 from role_permissions join permission_pairs
    on permission_pairs.permission = role_permissions.permission and permission_pairs.view = role_permissions.view
    where role_permissions.role_id = roles.id and permission_pairs.id = ${id})`;
}

const READ = permission("can_read", "Role");
const WRITE = permission("can_write", "Role");

async function roleOf(ctx: Context, id: number): Promise<Role> {
  const [role] = await presentRoles(ctx, possibleIds([id]));
  if (!role) throw notFound();
  return role;
}

const search = route(contract.roles.search, permission("can_list_roles", "RoleRestAPI"), async (ctx, { q }) => {
  const filters = (q?.filters ?? []).map((each) => ({ ...each, opr: each.col === "name" ? "ct" : "rel_m_m" }));
  const answer = await listResponse(ctx, SEARCH, { page_size: SEARCH_PAGE_SIZE, ...q, filters, keys: [] });
  return answer as { count: number; ids: number[]; result: [] };
});

function assertOwn(role: Role): void {
  if (!BUILT_IN_ROLES.includes(role.name)) return;
  throw unprocessable({ name: [t("A built-in role can't be renamed or deleted")] });
}

async function removeRole(ctx: Context, { id }: Role): Promise<void> {
  await changeMembers(ctx, async (db) => {
    if (await isRoleInUse(db, id)) {
      throw unprocessable(
        t(
          "Dashboards, folders or row-level security rules use this role. Removing it would expose more data. Remove the role from them first.",
        ),
      );
    }
    await db.deleteFrom("roles").where("id", "=", id).execute();
  });
  ctx.app.events.changed("role");
}

function asConflict(error: unknown): never {
  throw storeFailureOf(error) === "unique" ? invalidFields({ name: [t("Already in use")] }, 422) : error;
}

const pairs = route(contract.roles.pairs, READ, async (ctx, { params }) => ({
  result: await pairsOfRole(ctx.app.db, (await roleOf(ctx, params.id)).id),
}));

const setPairs = route(
  contract.roles.setPairs,
  audited(WRITE, { action: "SupersetRoleApi.add_role_permissions", verb: "change", kind: "role" }),
  async (ctx, { params, body }) => {
    assertAdministrator(ctx);
    const { id, name } = await roleOf(ctx, params.id);
    if (name === ADMIN_ROLE) throw unprocessable(t("The permissions of administrators can't be changed."));
    const requested = body.permission_view_menu_ids;
    const found = (await pairsByIds(ctx.app.db, possibleIds(requested))).filter((pair) => pair.permission !== "");
    if (found.length < new Set(requested).size) {
      throw invalidFields({ permission_view_menu_ids: [t("Some permissions do not exist")] }, 422);
    }
    await ctx.app.db.transaction().execute((trx) => replacePairs(trx, id, found));
    ctx.app.events.changed("role");
    return { result: body };
  },
);

const USERS_OF_ROLE = { table: "user_roles", own: "role_id", other: "user_id" } as const;
const GROUPS_OF_ROLE = { table: "group_roles", own: "role_id", other: "group_id" } as const;

const setUsers = route(
  contract.roles.setUsers,
  audited(WRITE, { action: "SupersetRoleApi.update_role_users", verb: "change", kind: "role" }),
  async (ctx, { params, body }) => {
    await setOfRole(ctx, params.id, { list: USERS_OF_ROLE, field: "users", others: body.user_ids });
    return { result: body };
  },
);

const setGroups = route(
  contract.roles.setGroups,
  audited(WRITE, { action: "SupersetRoleApi.update_role_groups", verb: "change", kind: "role" }),
  async (ctx, { params, body }) => {
    await setOfRole(ctx, params.id, { list: GROUPS_OF_ROLE, field: "groups", others: body.group_ids });
    return { result: body };
  },
);

async function setOfRole(
  ctx: Context,
  roleId: number,
  { list, field, others }: { list: MemberList; field: "users" | "groups"; others: readonly number[] },
): Promise<void> {
  assertAdministrator(ctx);
  const { id } = await roleOf(ctx, roleId);
  await changeMembers(ctx, async (db) => {
    await assertAllExist(db, field, others);
    await setMembers(db, list, { id, others });
  });
  ctx.app.events.changed("role");
  ctx.app.events.changed("user");
}

export const roleRoutes: Route[] = [
  ...collectionRoutes(contract.roles, ROLES),
  ...crud(contract.roles, ROLES, {
    audit: { kind: "role", api: "SupersetRoleApi" },
    find: presentRoles,
    assertWriter: assertAdministrator,
    options: { invalidStatus: 422 },
    create: async ({ app }, { body }) => {
      const inserted = app.db.insertInto("roles").values({ name: body.name }).returning("id").executeTakeFirstOrThrow();
      const { id } = await inserted.catch(asConflict);
      app.events.changed("role");
      return { id, result: body };
    },
    update: async ({ app }, role, { body }) => {
      assertOwn(role);
      const { name = role.name } = body;
      await app.db.updateTable("roles").set({ name }).where("id", "=", role.id).execute().catch(asConflict);
      app.events.changed("role");
      return { result: { name } };
    },
    remove: async (ctx, _, roles) => {
      for (const role of roles) assertOwn(role);
      await forEachYielding(roles, (role) => removeRole(ctx, role));
    },
  }),
  search,
  pairs,
  setPairs,
  setUsers,
  setGroups,
];
