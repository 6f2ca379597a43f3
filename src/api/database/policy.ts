import { sql } from "kysely";
import { typedError } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { seesAllData, type User } from "../../server/auth/user.ts";
import type { Condition } from "../../server/http/list-filters.ts";
import { permission } from "../../server/http/route.ts";
import { allDatabases } from "./store.ts";

export const VIEW = "Database";
export const READ = permission("can_read", VIEW);
export const WRITE = permission("can_write", VIEW);
export const EXPORT = permission("can_export", VIEW);

/** Where a table stands, as rights on data name it. */
export interface Place {
  databaseId: number;
  databaseName: string;
  catalog?: string | null;
  schema?: string | null;
}

/** Whether the user may read everything in the place. */
export function canReadPlace(user: User, place: Place): boolean {
  const { databaseName: name, catalog, schema } = place;
  if (user.isAdmin || seesAllData(user)) return true;
  if (user.can("database_access", `[${name}].(id:${place.databaseId})`)) return true;
  if (catalog && user.can("catalog_access", `[${name}].[${catalog}]`)) return true;
  if (!schema) return false;
  const isGranted = catalog ? user.can("schema_access", `[${name}].[${catalog}].[${schema}]`) : false;
  return isGranted || user.can("schema_access", `[${name}].[${schema}]`);
}

/** Whether the user sees the database by some right on it or on something within. */
export function canSeeDatabase(user: User, database: { id: number; database_name: string }): boolean {
  if (canReadPlace(user, { databaseId: database.id, databaseName: database.database_name })) return true;
  const prefix = `[${database.database_name}].`;
  const isWithin = ([name, view]: readonly [string, string]) =>
    /^(catalog|schema|datasource)_access$/.test(name) && view.startsWith(prefix);
  return user.roles.some((role) => role.pairs.some(isWithin));
}

/** The condition that names the databases which the user sees in lists; undefined for all. */
export async function visibleDatabasesFor(app: App, user: User): Promise<Condition | undefined> {
  if (user.isAdmin || seesAllData(user)) return undefined;
  const databases = await allDatabases(app.db);
  const ids = databases.filter((database) => canSeeDatabase(user, database)).map((database) => database.id);
  return ids.length === 0 ? sql`(1 = 0)` : sql`databases.id in (${sql.join(ids)})`;
}

export function databaseForbidden(name: string) {
  return typedError("DATABASE_SECURITY_ACCESS_ERROR", `You don't have access to the database "${name}".`, {
    status: 403,
    level: "warning",
    extra: { database: name },
  });
}
