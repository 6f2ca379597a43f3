import { permission } from "../../server/http/route.ts";
import type { User } from "../../server/user.ts";
import { canReadPlace, VIEW } from "./policy.ts";
import type { DatabaseRecord } from "./store.ts";

export const UPLOAD = permission("can_upload", VIEW);

/** The schemas that the database's `extra` opens to uploads; empty: all of them, for people who may read it all. */
function namedSchemas(record: DatabaseRecord): readonly string[] {
  const { schemas_allowed_for_file_upload: named } = JSON.parse(record.extra || "{}") as {
    schemas_allowed_for_file_upload?: unknown;
  };
  return Array.isArray(named) ? named.filter((name): name is string => typeof name === "string") : [];
}

/** Whether the user may put tables into the schema: the database takes files, and the user may read the place. */
export function mayUploadTo(user: User, record: DatabaseRecord, schema: string | null): boolean {
  if (!record.allow_file_upload) return false;
  const named = namedSchemas(record);
  const place = { databaseId: record.id, databaseName: record.database_name };
  if (named.length === 0) return canReadPlace(user, { ...place, schema: null });
  return schema !== null && named.includes(schema) && canReadPlace(user, { ...place, schema });
}

/** The schemas named for uploads that the user may put tables into. */
export function uploadSchemas(user: User, record: DatabaseRecord): string[] {
  return namedSchemas(record).filter((schema) => mayUploadTo(user, record, schema));
}
