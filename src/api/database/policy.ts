import { sql } from "kysely";
import { t } from "../../i18n/translate.ts";
import { typedError } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import type { RelatedColumn } from "../../server/http/related.ts";
import { permission } from "../../server/http/route.ts";
import { canReadAllData, type DataLocation, databaseRule, locationRule } from "../../server/rights/datasets.ts";
import type { Condition } from "../../server/rights/rule.ts";
import type { User } from "../../server/user.ts";
import { allDatabases, type DatabaseRecord } from "./store.ts";

export const VIEW = "Database";
export const READ = permission("can_read", VIEW);
export const WRITE = permission("can_write", VIEW);
export const EXPORT = permission("can_export", VIEW);

export function canReadPlace(user: User, place: DataLocation): boolean {
  return locationRule(user, place) !== undefined;
}

/** True with a permission on the database or on anything in it. */
export function canSeeDatabase(user: User, database: { id: number; database_name: string }): boolean {
  return databaseRule(user, database) !== undefined;
}

export async function visibleDatabasesFor(app: App, user: User): Promise<Condition | undefined> {
  if (canReadAllData(user)) return undefined;
  const databases = await allDatabases(app.db);
  const ids = databases.filter((database) => canSeeDatabase(user, database)).map((database) => database.id);
  return ids.length === 0 ? sql`(1 = 0)` : sql`databases.id in (${sql.join(ids)})`;
}

export const DATABASE_PICKER: RelatedColumn = {
  kind: "rows",
  table: "databases",
  text: "databases.database_name",
  visible: ({ app, user }) => visibleDatabasesFor(app, user),
};

/** Leaves out the name: users may know an id without being allowed to know its name. */
export function databaseForbidden() {
  return typedError("DATABASE_SECURITY_ACCESS_ERROR", t("You don't have access to the database."), {
    status: 403,
    level: "warning",
  });
}

export const UPLOAD = permission("can_upload", VIEW);

function listedUploadSchemas(record: DatabaseRecord): readonly string[] {
  const { schemas_allowed_for_file_upload: named } = JSON.parse(record.extra || "{}") as {
    schemas_allowed_for_file_upload?: unknown;
  };
  return Array.isArray(named) ? named.filter((name): name is string => typeof name === "string") : [];
}

export function canUploadTo(user: User, record: DatabaseRecord, schema: string | null): boolean {
  if (!record.allow_file_upload) return false;
  const named = listedUploadSchemas(record);
  const place = { databaseId: record.id, databaseName: record.database_name };
  if (named.length === 0) return canReadPlace(user, { ...place, schema: null });
  return schema !== null && named.includes(schema) && canReadPlace(user, { ...place, schema });
}

export function uploadSchemas(user: User, record: DatabaseRecord): string[] {
  return listedUploadSchemas(record).filter((schema) => canUploadTo(user, record, schema));
}
