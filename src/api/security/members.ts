import { type Kysely, sql } from "kysely";
import { forbidden, invalidFields, typedError } from "../../model/errors.ts";
import type { Context } from "../../server/http/route.ts";
import type { Tables } from "../../server/store/tables.ts";
import { ADMIN_ROLE } from "../../server/user.ts";

/** Who belongs to which role and group, and what must hold of it after every change. */

/** Whoever can change accounts could make themselves administrators: the pair alone is not enough. Throws a 403. */
export function assertAdministrator({ user }: Context): void {
  if (!user.isAdmin) throw forbidden();
}

/** Runs a change that leaves at least one active administrator. Throws a 422, and changes nothing, where none would be. */
export function changeMembers<T>(
  { app }: Pick<Context, "app">,
  change: (db: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  return app.db.transaction().execute(async (trx) => {
    // Changes at the same time wait for each other here: two administrators cannot remove one another.
    await trx.updateTable("roles").set({ name: ADMIN_ROLE }).where("name", "=", ADMIN_ROLE).execute();
    const result = await change(trx);
    if (!(await hasAdministrator(trx))) {
      throw typedError("GENERIC_COMMAND_ERROR", "The last active administrator must stay one.", { status: 422 });
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

/** One side of a table of pairs. */
export interface MemberList {
  readonly table: Members;
  readonly own: MemberColumn;
  readonly other: MemberColumn;
}

/** Replaces what an object is joined with; left as it is when `others` is undefined. */
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

/** Throws a 422 for ids that no row of the table has. */
export async function assertAllExist(
  db: Kysely<Tables>,
  field: "roles" | "groups" | "users",
  ids: readonly number[] | undefined,
): Promise<void> {
  const asked = [...new Set(ids)];
  if (asked.length === 0) return;
  const possible = asked.filter((id) => id > 0 && id < 2 ** 31);
  const rows = await db
    .selectFrom(field)
    .select("id")
    .where("id", "in", [...possible, -1])
    .execute();
  if (rows.length < asked.length) throw invalidFields({ [field]: [`Some ${field} do not exist`] }, 422);
}
