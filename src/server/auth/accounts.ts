import { type Language, languageOf } from "../../i18n/locale.ts";
import { ADMIN_ROLE, PUBLIC_ROLE } from "../../model/built-in-roles.ts";
import type { App } from "../app.ts";
import { isFresh } from "../app.ts";
import type { Row } from "../store/tables.ts";
import { anonymousUser, isAdminRole, type Pair, type User, type UserRole, userOf } from "../user.ts";
import { allPairs } from "./role-matrix.ts";

/** Users with their permissions, cached until they change. Use it as `app.once(accounts)`. */
export interface Accounts {
  active(id: number): Promise<User | undefined>;
  /** Includes deactivated accounts, with the permissions of their roles. */
  account(id: number): Promise<User | undefined>;
  anonymous(): Promise<User>;
  role(name: string): Promise<UserRole | undefined>;
}

interface Cached<T> {
  value: Promise<T>;
  sinceMs: number;
}

export function accounts(app: App): Accounts {
  const users = new Map<number, Cached<User | undefined>>();
  const roles = new Map<string, Cached<UserRole | undefined>>();
  const clearAll = () => {
    users.clear();
    roles.clear();
  };
  app.events.onChanged("role", clearAll);
  // Names of databases and datasets are part of permissions.
  for (const noun of ["database", "dataset"] as const) app.events.onChanged(noun, clearAll);
  app.events.onChanged("user", (id) => (id === undefined ? users.clear() : void users.delete(id)));
  const isUsable = (cached: Cached<unknown> | undefined) => cached !== undefined && isFresh(app, cached.sinceMs);
  return {
    active: async (id) => {
      const user = await account(id);
      return user?.isActive ? user : undefined;
    },
    account,
    anonymous: async () => anonymousUser(await roleOf(PUBLIC_ROLE)),
    role: roleOf,
  };

  function account(id: number): Promise<User | undefined> {
    const cached = users.get(id);
    if (cached && isUsable(cached)) return cached.value;
    const value = reuseIfUnchanged(cached?.value, loadUser(app, id));
    value.catch(() => users.delete(id));
    users.set(id, { value, sinceMs: app.clock.elapsed() });
    return value;
  }

  function roleOf(name: string): Promise<UserRole | undefined> {
    const cached = roles.get(name);
    if (cached && isUsable(cached)) return cached.value;
    const value = loadRole(app, name);
    value.catch(() => roles.delete(name));
    roles.set(name, { value, sinceMs: app.clock.elapsed() });
    return value;
  }
}

export async function setLanguage(app: App, userId: number, language: Language): Promise<void> {
  await app.db.updateTable("users").set({ language }).where("id", "=", userId).execute();
  app.events.changed("user", userId);
}

async function reuseIfUnchanged(cached: Promise<User | undefined> | undefined, loaded: Promise<User | undefined>) {
  const user = await loaded;
  const known = await cached?.catch(() => undefined);
  return known && user && JSON.stringify(known) === JSON.stringify(user) ? known : user;
}

async function loadUser(app: App, id: number): Promise<User | undefined> {
  const row = await app.db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) return undefined;
  return userFrom(row, await withPairs(app, await rolesOfUser(app, id)));
}

function rolesOfUser(app: App, id: number): Promise<{ id: number; name: string }[]> {
  const own = app.db.selectFrom("user_roles").select("role_id").where("user_id", "=", id);
  const ofGroups = app.db
    .selectFrom("user_groups")
    .innerJoin("group_roles", "group_roles.group_id", "user_groups.group_id")
    .select("group_roles.role_id")
    .where("user_groups.user_id", "=", id);
  return app.db
    .selectFrom("roles")
    .select(["id", "name"])
    .where((role) => role.or([role("id", "in", own), role("id", "in", ofGroups)]))
    .orderBy("id")
    .execute();
}

async function loadRole(app: App, name: string): Promise<UserRole | undefined> {
  const role = await app.db.selectFrom("roles").select(["id", "name"]).where("name", "=", name).executeTakeFirst();
  const [withPermissions] = role ? await withPairs(app, [role]) : [];
  return withPermissions;
}

async function withPairs(app: App, roles: readonly { id: number; name: string }[]): Promise<UserRole[]> {
  if (roles.length === 0) return [];
  const ids = roles.map((role) => role.id);
  const granted = await app.db.selectFrom("role_permissions").selectAll().where("role_id", "in", ids).execute();
  return roles.map(({ id, name }) => {
    const own = granted.filter((g) => g.role_id === id).map((g): Pair => [g.permission, g.view]);
    return { id, name, pairs: isAdminRole(name) && name !== ADMIN_ROLE ? withAll(own) : own };
  });
}

/** Clients read an administrator's permissions from the pairs, so all are listed. */
function withAll(own: readonly Pair[]): Pair[] {
  const held = new Set(own.map((pair) => pair.join(" ")));
  return [...own, ...allPairs().filter((pair) => !held.has(pair.join(" ")))];
}

function userFrom(row: Row<"users">, roles: readonly UserRole[]): User {
  return userOf({
    id: row.id,
    username: row.username,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    isAnonymous: false,
    isActive: row.active,
    loginCount: row.login_count,
    createdOn: row.created_on,
    credentialVersion: row.credential_version,
    ...(row.language === null ? {} : { language: languageOf(row.language) }),
    ...(row.time_zone === null ? {} : { timeZone: row.time_zone }),
    commentMail: row.comment_mail,
    roles,
  });
}
