import { sql } from "kysely";
import { typedError } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import type { RelatedColumn } from "../../server/http/related.ts";
import { permission } from "../../server/http/route.ts";
import { databaseRule } from "../../server/rights/databases.ts";
import { type Place, placeRule, readsEverything } from "../../server/rights/datasets.ts";
import type { Condition } from "../../server/rights/rule.ts";
import type { User } from "../../server/user.ts";
import { allDatabases } from "./store.ts";

export const VIEW = "Database";
export const READ = permission("can_read", VIEW);
export const WRITE = permission("can_write", VIEW);
export const EXPORT = permission("can_export", VIEW);

/** Whether the user may read everything in the place. */
export function canReadPlace(user: User, place: Place): boolean {
  return placeRule(user, place) !== undefined;
}

/** Whether the user sees the database by some right on it or on something within. */
export function canSeeDatabase(user: User, database: { id: number; database_name: string }): boolean {
  return databaseRule(user, database) !== undefined;
}

/** The condition that names the databases which the user sees in lists; undefined for all. */
export async function visibleDatabasesFor(app: App, user: User): Promise<Condition | undefined> {
  if (readsEverything(user)) return undefined;
  const databases = await allDatabases(app.db);
  const ids = databases.filter((database) => canSeeDatabase(user, database)).map((database) => database.id);
  return ids.length === 0 ? sql`(1 = 0)` : sql`databases.id in (${sql.join(ids)})`;
}

/** Pickers of databases, wherever a row refers to one. */
export const DATABASE_PICKER: RelatedColumn = {
  kind: "rows",
  table: "databases",
  text: "databases.database_name",
  visible: ({ app, user }) => visibleDatabasesFor(app, user),
};

/** Does not name it: not everybody who knows its number may know what it is called. */
export function databaseForbidden() {
  return typedError("DATABASE_SECURITY_ACCESS_ERROR", "You don't have access to the database.", {
    status: 403,
    level: "warning",
  });
}
