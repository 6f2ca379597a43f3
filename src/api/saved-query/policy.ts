import { sql } from "kysely";
import type { User } from "../../server/auth/user.ts";
import { permission } from "../../server/http/route.ts";
import { always, anyOf, type Rule } from "../../server/rights/rule.ts";
import type { SavedQueryRecord } from "./store.ts";

export const VIEW = "SavedQuery";
export const READ = permission("can_read", VIEW);
export const WRITE = permission("can_write", VIEW);

/** Whose a saved query is, nobody else sees it: not even an administrator. */
export const isOwn = (user: User, query: SavedQueryRecord) => user.id > 0 && query.created_by_fk === user.id;

export function savedQueryRules(user: User): Rule[] {
  if (user.id <= 0) return [always("owner", false)];
  return [{ by: "owner", when: sql`saved_queries.created_by_fk = ${user.id}` }];
}

export const visibleTo = (user: User) => anyOf(savedQueryRules(user));
