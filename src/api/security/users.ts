import { type Kysely, sql } from "kysely";
import { msg, t } from "../../i18n/translate.ts";
import { forbidden, invalidFields, TesseraError, unprocessable } from "../../model/errors.ts";
import { insertUser } from "../../server/auth/administrator.ts";
import { assertCanChangePassword } from "../../server/auth/password-proof.ts";
import { hashPassword } from "../../server/auth/passwords.ts";
import { endCredentials, forgetCredentials } from "../../server/auth/sessions.ts";
import { forEachYielding } from "../../server/event-loop.ts";
import { crud } from "../../server/http/crud.ts";
import { collectionRoutes, type ListDefinition, type WireRow } from "../../server/http/resource-list.ts";
import type { Context, Route } from "../../server/http/route.ts";
import { storeFailureOf } from "../../server/store/failures.ts";
import type { Tables } from "../../server/store/tables.ts";
import { deleteTagsOf } from "../../server/store/tags.ts";
import { anyContainsText } from "../../server/store/text-match.ts";
import * as contract from "./accounts-contract.ts";
import { assertAdministrator, assertAllExist, changeMembers, setMembers } from "./members.ts";

const USERS: ListDefinition = {
  view: "User",
  title: msg("List User"),
  table: "users",
  permissions: ["can_read", "can_write"],
  columns: [
    "id",
    "username",
    "first_name",
    "last_name",
    "email",
    "active",
    "roles.id",
    "roles.name",
    "groups.id",
    "groups.name",
    "groups.label",
    "groups.description",
    "last_login",
    "login_count",
    "fail_login_count",
    "created_on",
    "changed_on",
    "created_by.id",
    "changed_by.id",
  ],
  search: {
    id: { type: "number", column: "users.id" },
    username: { type: "text", column: "users.username" },
    first_name: { type: "text", column: "users.first_name" },
    last_name: { type: "text", column: "users.last_name" },
    email: { type: "text", column: "users.email" },
    active: { type: "boolean", column: "users.active" },
    last_login: { type: "date", column: "users.last_login" },
    login_count: { type: "number", column: "users.login_count" },
    fail_login_count: { type: "number", column: "users.fail_login_count" },
    created_on: { type: "date", column: "users.created_on" },
    changed_on: { type: "date", column: "users.changed_on" },
    roles: { type: "many", table: "user_roles", own: "user_id", column: "users.id", other: "role_id" },
    groups: { type: "many", table: "user_groups", own: "user_id", column: "users.id", other: "group_id" },
  },
  filters: { "username:all_text": (value) => isNamed(String(value ?? "")) },
  order: {
    id: "users.id",
    username: { by: "users.username", text: true },
    first_name: { by: "users.first_name", text: true },
    last_name: { by: "users.last_name", text: true },
    email: { by: "users.email", text: true },
    active: "users.active",
    last_login: "users.last_login",
    login_count: "users.login_count",
    fail_login_count: "users.fail_login_count",
    "created_by.id": "users.created_by_fk",
    "changed_by.id": "users.changed_by_fk",
    created_on: "users.created_on",
    changed_on: "users.changed_on",
  },
  present: presentUsers,
  related: { roles: { kind: "roles" }, groups: { kind: "rows", table: "groups", text: "groups.name" } },
  createBody: contract.CreateUser,
  updateBody: contract.UpdateUser,
};

/** A full name is found too. */
function isNamed(text: string) {
  const name = sql`${sql.ref("users.first_name")} || ' ' || ${sql.ref("users.last_name")}`;
  return anyContainsText([sql.ref("users.username"), sql.ref("users.email"), name], text);
}

async function presentUsers({ app }: Context, ids: readonly number[]): Promise<WireRow[]> {
  const users = await app.db
    .selectFrom("users")
    .select(["id", "username", "first_name", "last_name", "email", "active"])
    .select(["last_login", "login_count", "fail_login_count", "created_on", "changed_on"])
    .select(["created_by_fk", "changed_by_fk"])
    .where("id", "in", ids)
    .execute();
  const applied = await app.db
    .selectFrom("user_roles")
    .innerJoin("roles", "roles.id", "user_roles.role_id")
    .select(["user_roles.user_id", "roles.id", "roles.name"])
    .where("user_roles.user_id", "in", ids)
    .execute();
  const joined = await app.db
    .selectFrom("user_groups")
    .innerJoin("groups", "groups.id", "user_groups.group_id")
    .select(["user_groups.user_id", "groups.id", "groups.name", "groups.label", "groups.description"])
    .where("user_groups.user_id", "in", ids)
    .execute();
  return users.map(({ created_by_fk, changed_by_fk, ...person }) => ({
    ...person,
    created_by: created_by_fk === null ? null : { id: created_by_fk },
    changed_by: changed_by_fk === null ? null : { id: changed_by_fk },
    groups: joined.filter((group) => group.user_id === person.id).map(({ user_id: _, ...group }) => group),
    roles: applied.filter((role) => role.user_id === person.id).map(({ id, name }) => ({ id, name })),
  }));
}

const ROLES_OF_USER = { table: "user_roles", own: "user_id", other: "role_id" } as const;
const GROUPS_OF_USER = { table: "user_groups", own: "user_id", other: "group_id" } as const;

const withoutRole = () => invalidFields({ roles: [t("At least one role or group is required")] });

async function createUser(ctx: Context, { password, ...saved }: contract.CreateUser) {
  if (!saved.roles?.length && !saved.groups?.length) throw withoutRole();
  const password_hash = await hashPassword(password);
  const { username, first_name: firstName, last_name: lastName, email, active } = saved;
  const row = { username, firstName, lastName, email, active, password_hash };
  const id = await changeMembers(ctx, async (db) => {
    await assertUnique(db, saved);
    const created = await insertUser(db, row, ctx.app.clock.timestamp());
    const authors = { created_by_fk: ctx.user.id, changed_by_fk: ctx.user.id };
    await db.updateTable("users").set(authors).where("id", "=", created).execute();
    await setMembers(db, ROLES_OF_USER, { id: created, others: saved.roles });
    await setMembers(db, GROUPS_OF_USER, { id: created, others: saved.groups });
    return created;
  }).catch(asConflict);
  ctx.app.events.changed("user", id);
  return { id, result: saved };
}

async function changeUser(ctx: Context, id: number, body: contract.UpdateUser) {
  const { password, roles, groups, ...fields } = body;
  if (password !== undefined && ctx.user.id === id) await assertCanChangeOwn(ctx);
  const secret = password === undefined ? {} : { password_hash: await hashPassword(password) };
  await changeMembers(ctx, async (db) => {
    await assertUnique(db, body, id);
    await db
      .updateTable("users")
      .set({ ...definedOf(fields), ...secret, changed_on: ctx.app.clock.timestamp(), changed_by_fk: ctx.user.id })
      .where("id", "=", id)
      .execute();
    await setMembers(db, ROLES_OF_USER, { id, others: roles });
    await setMembers(db, GROUPS_OF_USER, { id, others: groups });
    if (roles || groups) await assertHasRole(db, id);
    if (password !== undefined || fields.active === false) await endCredentials(db, id, ownSession(ctx, id));
  }).catch(asConflict);
  forgetCredentials(ctx.app, id);
  return { result: definedOf({ ...fields, roles, groups }) };
}

async function assertHasRole(db: Kysely<Tables>, id: number): Promise<void> {
  for (const table of ["user_roles", "user_groups"] as const) {
    if (await db.selectFrom(table).select("user_id").where("user_id", "=", id).limit(1).executeTakeFirst()) return;
  }
  throw withoutRole();
}

async function assertCanChangeOwn(ctx: Context): Promise<void> {
  await assertCanChangePassword(ctx, undefined).catch((error: unknown) => {
    if (!(error instanceof TesseraError) || error.status !== 400) throw error;
    throw forbidden(t("Change your own password under Your account. You'll need your current password."));
  });
}

const ownSession = (ctx: Context, id: number) => (ctx.user.id === id ? ctx.session : undefined);

async function removeUser(ctx: Context, id: number): Promise<void> {
  await changeMembers(ctx, async (db) => {
    await markOrphaned(db, id);
    await db.deleteFrom("users").where("id", "=", id).execute();
    await deleteTagsOf(db, id);
  }).catch((error: unknown) => {
    throw storeFailureOf(error) === "reference"
      ? unprocessable(t("This user still owns items. Assign them to another owner first."))
      : error;
  });
  forgetCredentials(ctx.app, id);
}

/**
 * Removes the last editor of their charts and dashboards: nobody's permissions then grant their data until they are
 * saved again.
 */
async function markOrphaned(db: Kysely<Tables>, userId: number): Promise<void> {
  for (const table of ["charts", "dashboards"] as const)
    await db.updateTable(table).set({ is_orphaned: true }).where("changed_by_fk", "=", userId).execute();
}

async function assertUnique(db: Kysely<Tables>, values: contract.UpdateUser, except = 0): Promise<void> {
  await assertAllExist(db, "roles", values.roles);
  await assertAllExist(db, "groups", values.groups);
  for (const field of ["username", "email"] as const) {
    const value = values[field]?.toLowerCase();
    if (value === undefined) continue;
    const duplicate = await db
      .selectFrom("users")
      .select("id")
      .where("id", "!=", except)
      .where(sql<boolean>`(lower(username) = ${value} or lower(email) = ${value})`)
      .limit(1)
      .executeTakeFirst();
    if (duplicate) throw invalidFields({ [field]: [t("Already in use")] }, 422);
  }
}

function asConflict(error: unknown): never {
  throw storeFailureOf(error) === "unique" ? invalidFields({ username: [t("Already in use")] }, 422) : error;
}

function definedOf<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}

export const userRoutes: Route[] = [
  ...collectionRoutes(contract.users, USERS),
  ...crud(contract.users, USERS, {
    audit: { kind: "user", api: "SupersetUserApi" },
    find: ({ app }, ids) => app.db.selectFrom("users").select("id").where("id", "in", ids).execute(),
    columns: USERS.columns,
    assertWriter: assertAdministrator,
    create: (ctx, { body }) => createUser(ctx, body),
    update: (ctx, { id }, { body }) => changeUser(ctx, id, body),
    remove: (ctx, ids) => forEachYielding(ids, (id) => removeUser(ctx, id)),
  }),
];
