import { createHash } from "node:crypto";
import type { Transaction } from "kysely";
import { PUBLIC_ROLE } from "../../model/built-in-roles.ts";
import type { App } from "../app.ts";
import { ConfigError } from "../config/config-error.ts";
import { PROGRAM } from "../store/migrations/index.ts";
import { catalogObjects, catalogPairs } from "../store/object-pairs.ts";
import { compareVersions } from "../store/store-version.ts";
import type { Tables } from "../store/tables.ts";
import type { Pair } from "../user.ts";
import { allPairs, BUILT_IN_ROLES, OBJECT_PERMISSIONS, pairsOf, viewerPairs } from "./role-matrix.ts";

const SETTING = "built_in_roles";
const SEEDED_BY = "built_in_roles_version";

/**
 * Creates the built-in roles, and updates them when this version has other permissions than the store. Public changes
 * only if configured. During an update, an older server doesn't take back what a newer one has changed.
 */
export async function seedRoles(app: App): Promise<void> {
  const publicRoleLike = app.config.publicRoleLike ?? null;
  const version = createHash("sha256")
    .update(JSON.stringify([BUILT_IN_ROLES.map((role) => [role, pairsOf(role)]), viewerPairs(), publicRoleLike]))
    .digest("hex");
  const settings = await app.db.selectFrom("settings").selectAll().where("name", "in", [SETTING, SEEDED_BY]).execute();
  const known = new Map(settings.map(({ name, value }) => [name, value]));
  if (known.get(SETTING) === version || isNewer(known.get(SEEDED_BY) ?? "0.0.0")) return;
  await app.db.transaction().execute(async (trx) => {
    await catalogPairs(trx, allPairs());
    await catalogObjects(trx);
    for (const role of BUILT_IN_ROLES) await seedRole(trx, role, publicRoleLike);
    await keepSetting(trx, SETTING, version);
    await keepSetting(trx, SEEDED_BY, PROGRAM.version);
  });
  app.events.changed("role");
}

const isNewer = (version: string) => compareVersions(version, PROGRAM.version) > 0;

async function keepSetting(trx: Transaction<Tables>, name: string, value: string): Promise<void> {
  await trx
    .insertInto("settings")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}

async function seedRole(trx: Transaction<Tables>, name: string, publicLike: string | null): Promise<void> {
  await trx
    .insertInto("roles")
    .values({ name })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  if (name !== PUBLIC_ROLE) await grantExactly(trx, name, pairsOf(name));
  else if (publicLike !== null) await grantExactly(trx, name, await pairsLike(trx, publicLike));
}

async function pairsLike(trx: Transaction<Tables>, role: string): Promise<Pair[]> {
  if (role === PUBLIC_ROLE) return viewerPairs();
  const found = await trx.selectFrom("roles").select("id").where("name", "=", role).executeTakeFirst();
  if (!found) throw new ConfigError(`TESSERA_PUBLIC_ROLE_LIKE names a role that doesn't exist: "${role}".`);
  const rows = await trx
    .selectFrom("role_permissions")
    .select(["permission", "view"])
    .where("role_id", "=", found.id)
    .where("permission", "not in", OBJECT_PERMISSIONS)
    .execute();
  return rows.map(({ permission, view }) => [permission, view]);
}

async function grantExactly(trx: Transaction<Tables>, role: string, pairs: readonly Pair[]): Promise<void> {
  const { id } = await trx.selectFrom("roles").select("id").where("name", "=", role).executeTakeFirstOrThrow();
  await trx
    .deleteFrom("role_permissions")
    .where("role_id", "=", id)
    .where("permission", "not in", OBJECT_PERMISSIONS)
    .execute();
  if (pairs.length === 0) return;
  await trx
    .insertInto("role_permissions")
    .values(pairs.map(([permission, view]) => ({ role_id: id, permission, view })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
