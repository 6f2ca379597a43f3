import { randomUUID } from "node:crypto";
import type { App } from "../app.ts";
import { hashPassword, isPassword } from "./passwords.ts";
import { ADMIN_ROLE } from "./user.ts";

export interface Administrator {
  id: number;
  /** Whether this start created it. */
  isNew: boolean;
  hasPassword: boolean;
}

export const ADMINISTRATOR = "admin";

/**
 * The user `admin`: created when there are no users, without a password unless the configuration has one. A configured
 * password is set whenever it differs from the stored one. Undefined when somebody removed or renamed the user.
 */
export async function ensureAdministrator(app: App): Promise<Administrator | undefined> {
  const password = app.config.adminPassword;
  const { n } = await app.db
    .selectFrom("users")
    .select((select) => select.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  if (n === 0) {
    const password_hash = password === undefined ? null : await hashPassword(password);
    const id = await createUser(app, { username: ADMINISTRATOR, firstName: "Admin", lastName: "User", password_hash });
    await giveRoles(app, id, [ADMIN_ROLE]);
    return { id, isNew: true, hasPassword: password_hash !== null };
  }
  const row = await app.db
    .selectFrom("users")
    .select(["id", "password_hash"])
    .where("username", "=", ADMINISTRATOR)
    .executeTakeFirst();
  if (!row) return undefined;
  const changed = password !== undefined && !(await isPassword(row.password_hash, password));
  if (changed) {
    const password_hash = await hashPassword(password);
    await app.db.updateTable("users").set({ password_hash }).where("id", "=", row.id).execute();
    await app.db.deleteFrom("sessions").where("user_id", "=", row.id).execute();
  }
  return { id: row.id, isNew: false, hasPassword: password !== undefined || row.password_hash !== null };
}

export interface NewUser {
  username: string;
  firstName: string;
  lastName: string;
  email?: string;
  password_hash: string | null;
}

/** Creates a user without roles and answers the id. */
export async function createUser(app: App, user: NewUser): Promise<number> {
  const now = app.clock.timestamp();
  const { id } = await app.db
    .insertInto("users")
    .values({
      uuid: randomUUID(),
      username: user.username,
      first_name: user.firstName,
      last_name: user.lastName,
      email: user.email ?? `${user.username}@localhost`,
      password_hash: user.password_hash,
      created_on: now,
      changed_on: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Gives a user the roles of these names, beside those it has. */
export async function giveRoles(app: App, userId: number, names: readonly string[]): Promise<void> {
  const roles = await app.db.selectFrom("roles").select("id").where("name", "in", names).execute();
  await app.db
    .insertInto("user_roles")
    .values(roles.map((role) => ({ user_id: userId, role_id: role.id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  app.events.changed("user", userId);
}
