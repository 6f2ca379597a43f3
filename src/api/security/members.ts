import { type Kysely, sql } from "kysely";
import { msg, t } from "../../i18n/translate.ts";
import { ADMIN_ROLE } from "../../model/built-in-roles.ts";
import { forbidden, invalidFields, typedError } from "../../model/errors.ts";
import type { Context } from "../../server/http/route.ts";
import type { Tables } from "../../server/store/tables.ts";

export function assertAdministrator({ user }: Context): void {
  if (!user.isAdmin) throw forbidden();
}

export function changeMembers<T>(
  { app }: Pick<Context, "app">,
  change: (db: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  return app.db.transaction().execute(async (trx) => {
    // Serializes concurrent changes: two administrators can't remove each other.
    await trx.updateTable("roles").set({ name: ADMIN_ROLE }).where("name", "=", ADMIN_ROLE).execute();
    const result = await change(trx);
    if (!(await hasAdministrator(trx))) {
      throw typedError("GENERIC_COMMAND_ERROR", t("At least one active administrator must remain."), { status: 422 });
    }
    return result;
  });
}

async function hasAdministrator(db: Kysely<Tables>): Promise<boolean> {
  const role = db.selectFrom("roles").select("id").where("name", "=", ADMIN_ROLE);
  const own = db.selectFrom("user_roles").select("user_id").where("role_id", "in", role);
  const throughGroups = db
    .selectFrom("user_groups")
    .innerJoin("group_roles", "group_roles.group_id", "user_groups.group_id")
    .select("user_groups.user_id")
    .where("group_roles.role_id", "in", role);
  const found = await db
    .selectFrom("users")
    .select("id")
    .where("active", "=", true)
    .where((user) => user.or([user("id", "in", own), user("id", "in", throughGroups)]))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

type Members = "user_roles" | "user_groups" | "group_roles";
type MemberColumn = "user_id" | "role_id" | "group_id";

export interface MemberList {
  readonly table: Members;
  readonly own: MemberColumn;
  readonly other: MemberColumn;
}

export async function setMembers(
  db: Kysely<Tables>,
  { table, own, other }: MemberList,
  { id, others }: { id: number; others: readonly number[] | undefined },
): Promise<void> {
  if (!others) return;
  await sql`delete from ${sql.table(table)} where ${sql.ref(own)} = ${id}`.execute(db);
  for (const each of new Set(others)) {
    await sql`insert into ${sql.table(table)} (${sql.ref(own)}, ${sql.ref(other)}) values (${id}, ${each})`.execute(db);
  }
}

const MISSING = {
  roles: msg("Some roles do not exist"),
  groups: msg("Some groups do not exist"),
  users: msg("Some users do not exist"),
};

export async function assertAllExist(
  db: Kysely<Tables>,
  field: "roles" | "groups" | "users",
  ids: readonly number[] | undefined,
): Promise<void> {
  const requested = [...new Set(ids)];
  if (requested.length === 0) return;
  const possible = requested.filter((id) => id > 0 && id < 2 ** 31);
  const rows = await db
    .selectFrom(field)
    .select("id")
    .where("id", "in", [...possible, -1])
    .execute();
  if (rows.length < requested.length) throw invalidFields({ [field]: [t(MISSING[field])] }, 422);
}
