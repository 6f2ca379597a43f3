import { createHash } from "node:crypto";
import type { Transaction } from "kysely";
import type { App } from "../app.ts";
import type { Tables } from "../store/tables.ts";
import { BUILT_IN_ROLES, OBJECT_PERMISSIONS, pairsOf } from "./role-matrix.ts";
import { PUBLIC_ROLE } from "./user.ts";

const SETTING = "built_in_roles";

/** Creates the built-in roles and, when this version grants other pairs than the store has, brings them up to date. */
export async function seedRoles(app: App): Promise<void> {
  const version = createHash("sha256")
    .update(JSON.stringify(BUILT_IN_ROLES.map((role) => [role, pairsOf(role)])))
    .digest("hex");
  const known = await app.db.selectFrom("settings").select("value").where("name", "=", SETTING).executeTakeFirst();
  if (known?.value === version) return;
  await app.db.transaction().execute(async (trx) => {
    for (const role of BUILT_IN_ROLES) await seedRole(trx, role);
    await trx
      .insertInto("settings")
      .values({ name: SETTING, value: version })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ value: version }))
      .execute();
  });
  app.events.changed("role");
}

async function seedRole(trx: Transaction<Tables>, name: string): Promise<void> {
  await trx
    .insertInto("roles")
    .values({ name })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  if (name === PUBLIC_ROLE) return;
  const { id } = await trx.selectFrom("roles").select("id").where("name", "=", name).executeTakeFirstOrThrow();
  await trx
    .deleteFrom("role_permissions")
    .where("role_id", "=", id)
    .where("permission", "not in", OBJECT_PERMISSIONS)
    .execute();
  await trx
    .insertInto("role_permissions")
    .values(pairsOf(name).map(([permission, view]) => ({ role_id: id, permission, view })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
