import type { App } from "../../server/app.ts";
import { ADMIN_ROLE } from "../../server/user.ts";

/** Owns what the server itself imports; undefined when there is none yet. */
export async function firstAdministrator(app: App): Promise<number | undefined> {
  const found = await app.db
    .selectFrom("user_roles")
    .innerJoin("roles", "roles.id", "user_roles.role_id")
    .select("user_roles.user_id")
    .where("roles.name", "=", ADMIN_ROLE)
    .orderBy("user_roles.user_id")
    .executeTakeFirst();
  return found?.user_id;
}
