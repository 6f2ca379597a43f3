import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { ADMIN_ROLE } from "../../model/built-in-roles.ts";
import type { App } from "../app.ts";
import { storeFailureOf } from "../store/failures.ts";
import type { Tables } from "../store/tables.ts";
import { hashPassword, isPassword } from "./passwords.ts";
import { endOtherSessions } from "./sessions.ts";

export interface Administrator {
  id: number;
  isNew: boolean;
  hasPassword: boolean;
}

export const ADMINISTRATOR = "admin";

/**
 * Creates the user `admin` when there are no users, and sets the configured password whenever it differs. Undefined
 * when the user was removed or renamed.
 */
export async function ensureAdministrator(app: App): Promise<Administrator | undefined> {
  const password = app.config.adminPassword;
  const { n } = await app.db
    .selectFrom("users")
    .select((select) => select.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  if (n === 0) {
    const password_hash = password === undefined ? null : await hashPassword(password);
    const user = { username: ADMINISTRATOR, firstName: "Admin", lastName: "User", password_hash };
    const id = await createUser(app, user, [ADMIN_ROLE]).catch(ignoreDuplicate);
    if (id !== undefined) return { id, isNew: true, hasPassword: password_hash !== null };
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
    await endOtherSessions(app, row.id);
  }
  return { id: row.id, isNew: false, hasPassword: password !== undefined || row.password_hash !== null };
}

function ignoreDuplicate(error: unknown): undefined {
  if (storeFailureOf(error) !== "unique") throw error;
}

export interface NewUser {
  username: string;
  firstName: string;
  lastName: string;
  email?: string;
  password_hash: string | null;
  active?: boolean | undefined;
}

export async function createUser(app: App, user: NewUser, roles: readonly string[]): Promise<number> {
  return app.db.transaction().execute(async (trx) => {
    const id = await insertUser(trx, user, app.clock.timestamp());
    if (roles.length === 0) return id;
    const held = await trx.selectFrom("roles").select("id").where("name", "in", roles).execute();
    const rows = held.map((role) => ({ user_id: id, role_id: role.id }));
    await trx.insertInto("user_roles").values(rows).execute();
    return id;
  });
}

export async function insertUser(db: Kysely<Tables>, user: NewUser, now: string): Promise<number> {
  const { id } = await db
    .insertInto("users")
    .values({
      uuid: randomUUID(),
      username: user.username,
      first_name: user.firstName,
      last_name: user.lastName,
      email: user.email ?? `${user.username}@localhost`,
      password_hash: user.password_hash,
      active: user.active ?? true,
      created_on: now,
      changed_on: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
