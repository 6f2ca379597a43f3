import { msg, t } from "../../i18n/translate.ts";
import { invalidFields } from "../../model/errors.ts";
import { crud } from "../../server/http/crud.ts";
import { collectionRoutes, type ListDefinition } from "../../server/http/resource-list.ts";
import type { Context, Route } from "../../server/http/route.ts";
import { storeFailureOf } from "../../server/store/failures.ts";
import { assertAdministrator, assertAllExist, changeMembers, setMembers } from "./members.ts";
import * as contract from "./roles-contract.ts";
import { presentGroups } from "./roles-store.ts";

const GROUPS: ListDefinition = {
  view: "Group",
  title: msg("List Group"),
  table: "groups",
  permissions: ["can_read", "can_write"],
  columns: ["id", "name", "label", "description", "roles.id", "roles.name", "users.id", "users.username"],
  search: {
    id: { type: "number", column: "groups.id" },
    name: { type: "text", column: "groups.name" },
    label: { type: "text", column: "groups.label" },
    description: { type: "text", column: "groups.description" },
    roles: { type: "many", table: "group_roles", own: "group_id", column: "groups.id", other: "role_id" },
    users: { type: "many", table: "user_groups", own: "group_id", column: "groups.id", other: "user_id" },
  },
  order: {
    id: "groups.id",
    name: { by: "groups.name", text: true },
    label: { by: "groups.label", text: true },
    description: { by: "groups.description", text: true },
  },
  present: presentGroups,
  related: { roles: { kind: "roles" }, users: { kind: "users" } },
  createBody: contract.SaveGroup,
  updateBody: contract.UpdateGroup,
};

const ROLES_OF_GROUP = { table: "group_roles", own: "group_id", other: "role_id" } as const;
const USERS_OF_GROUP = { table: "user_groups", own: "group_id", other: "user_id" } as const;

async function save(ctx: Context, body: contract.UpdateGroup, known?: number): Promise<number> {
  const { roles, users, label, description, name } = body;
  const values = {
    ...(name === undefined ? {} : { name }),
    ...(label === undefined ? {} : { label }),
    ...(description === undefined ? {} : { description }),
  };
  const saved = await changeMembers(ctx, async (db) => {
    await assertAllExist(db, "roles", roles);
    await assertAllExist(db, "users", users);
    const isNamed = Object.keys(values).length > 0;
    if (known !== undefined && isNamed) await db.updateTable("groups").set(values).where("id", "=", known).execute();
    const row = { name: "", label: null, description: null, ...values };
    const id = known ?? (await db.insertInto("groups").values(row).returning("id").executeTakeFirstOrThrow()).id;
    await setMembers(db, ROLES_OF_GROUP, { id, others: roles });
    await setMembers(db, USERS_OF_GROUP, { id, others: users });
    return id;
  }).catch((error: unknown) => {
    throw storeFailureOf(error) === "unique" ? invalidFields({ name: [t("Already in use")] }, 422) : error;
  });
  ctx.app.events.changed("role");
  return saved;
}

export const groupRoutes: Route[] = [
  ...collectionRoutes(contract.groups, GROUPS),
  ...crud(contract.groups, GROUPS, {
    audit: { kind: "group", api: "SupersetGroupApi" },
    find: ({ app }, ids) => app.db.selectFrom("groups").select("id").where("id", "in", ids).execute(),
    assertWriter: assertAdministrator,
    create: async (ctx, { body }) => ({ id: await save(ctx, body), result: body }),
    update: async (ctx, { id }, { body }) => {
      await save(ctx, body, id);
      return { result: body };
    },
    remove: async (ctx, ids) => {
      await changeMembers(ctx, (db) => db.deleteFrom("groups").where("id", "in", ids).execute());
      ctx.app.events.changed("role");
    },
  }),
];
