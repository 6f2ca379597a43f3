import { type SqlBool, sql } from "kysely";
import type { User } from "../user.ts";
import { always, type Rule } from "./rule.ts";

export type RuledNoun = "dataset" | "chart" | "dashboard" | "report";

/** Who may change an object: its owners, and administrators. Whoever changes it also needs the pair to write. */
export function changeRules(user: User, noun: RuledNoun): Rule[] {
  return [always("admin", user.isAdmin), ownerRule(user, noun)];
}

export function ownerRule(user: User, noun: RuledNoun): Rule {
  if (user.id <= 0) return always("owner", false);
  const owners = sql.table(`${noun}_owners`);
  const own = sql.ref(`${noun}_owners.${noun}_id`);
  const when = sql<SqlBool>`exists (select 1 from ${owners} where ${own} = ${sql.ref(`${noun}s.id`)}
    and ${sql.ref(`${noun}_owners.user_id`)} = ${user.id})`;
  const ids = sql`select ${own} from ${owners} where ${sql.ref(`${noun}_owners.user_id`)} = ${user.id}`;
  return { by: "owner", when, ids };
}
