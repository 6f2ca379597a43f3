import type { User } from "../user.ts";
import { placeRule, viewsOf } from "./datasets.ts";
import type { RuleName } from "./rule.ts";

const WITHIN = ["catalog_access", "schema_access", "datasource_access"];

/** By which rule the user sees the database: a right on it, or on something within. */
export function databaseRule(user: User, database: { id: number; database_name: string }): RuleName | undefined {
  const whole = placeRule(user, { databaseId: database.id, databaseName: database.database_name });
  if (whole) return whole;
  const prefix = `[${database.database_name}].`;
  const isWithin = WITHIN.some((permission) => viewsOf(user, permission).some((view) => view.startsWith(prefix)));
  return isWithin ? "within" : undefined;
}
