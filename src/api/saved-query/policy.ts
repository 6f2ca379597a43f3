import { sql } from "kysely";
import { always, anyOf, type Rule } from "../../server/rights/rule.ts";
import type { User } from "../../server/user.ts";
import type { SavedQueryRecord } from "./store.ts";

export const isOwn = (user: User, { created_by_fk: owner }: Pick<SavedQueryRecord, "created_by_fk">) =>
  user.id > 0 && (owner === null ? user.isAdmin : owner === user.id);

export function savedQueryRules(user: User): Rule[] {
  if (user.id <= 0) return [always("owner", false)];
  const own: Rule = { by: "owner", when: sql`saved_queries.created_by_fk = ${user.id}` };
  return user.isAdmin ? [own, { by: "admin", when: sql`saved_queries.created_by_fk is null` }] : [own];
}

export const visibleTo = (user: User) => anyOf(savedQueryRules(user));
