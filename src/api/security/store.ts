import type { WireRow } from "../../server/http/resource-list.ts";
import type { Context } from "../../server/http/route.ts";

/** Users as administrators and pickers see them; never their digests. */
export async function presentUsers({ app }: Context, ids: readonly number[]): Promise<WireRow[]> {
  const people = await app.db
    .selectFrom("users")
    .select(["id", "username", "first_name", "last_name", "email", "active"])
    .select(["last_login", "login_count", "fail_login_count", "created_on", "changed_on"])
    .select(["created_by_fk", "changed_by_fk"])
    .where("id", "in", ids)
    .execute();
  const held = await app.db
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
  return people.map(({ created_by_fk, changed_by_fk, ...person }) => ({
    ...person,
    created_by: created_by_fk === null ? null : { id: created_by_fk },
    changed_by: changed_by_fk === null ? null : { id: changed_by_fk },
    groups: joined.filter((group) => group.user_id === person.id).map(({ user_id: _, ...group }) => group),
    roles: held.filter((role) => role.user_id === person.id).map(({ id, name }) => ({ id, name })),
  }));
}
