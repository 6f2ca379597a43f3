import { sql } from "kysely";
import { typedError } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { seesAllData, type User } from "../../server/auth/user.ts";
import type { Condition } from "../../server/http/list-filters.ts";
import { permission } from "../../server/http/route.ts";
import { canReadPlace, type DatabaseRecord, databaseForbidden } from "../database/index.ts";
import type { DatasetRecord } from "./record.ts";
import type { Source } from "./source.ts";
import { datasetIdsOwnedBy, datasetPlaces } from "./store.ts";

export const VIEW = "Dataset";
export const READ = permission("can_read", VIEW);
export const WRITE = permission("can_write", VIEW);
export const EXPORT = permission("can_export", VIEW);
export const FETCH_METADATA = permission("can_fetch_datasource_metadata", "Superset");
export const GET_OR_CREATE = permission("can_get_or_create_dataset", VIEW);

interface DatasetPlace {
  id: number;
  table_name: string;
  schema?: string | null;
  catalog?: string | null;
  databaseId: number;
  databaseName: string;
}

/** Whether a role of the user opens the dataset; owners see it without. */
export function isGranted(user: User, place: DatasetPlace): boolean {
  if (canReadPlace(user, place)) return true;
  return user.can("datasource_access", `[${place.databaseName}].[${place.table_name}](id:${place.id})`);
}

export function canAccessDataset(user: User, record: DatasetRecord): boolean {
  return isGranted(user, record) || (user.id > 0 && record.ownerIds.includes(user.id));
}

/**
 * Throws the typed 403 unless the user may make a dataset of the source: of a table, with a right on its place; of SQL,
 * which may read everything, with a right on the whole database.
 */
export function assertSourceAccess(
  user: User,
  database: DatabaseRecord,
  source: Omit<Source, "databaseId" | "template_params">,
): void {
  const place = { databaseId: database.id, databaseName: database.database_name };
  const { catalog = null, schema = null, sql: statement } = source;
  if (!canReadPlace(user, statement?.trim() ? place : { ...place, catalog, schema }))
    throw databaseForbidden(database.database_name);
}

/** Throws the typed 403 unless the user may read the dataset's rows. */
export function assertDatasetAccess(user: User, record: DatasetRecord): void {
  if (canAccessDataset(user, record)) return;
  throw typedError("DATASOURCE_SECURITY_ACCESS_ERROR", `You don't have access to the dataset "${record.table_name}".`, {
    status: 403,
    level: "warning",
    extra: { datasource: record.id, datasource_name: record.table_name },
  });
}

/** Ids of the datasets whose rows the user may read, or `all`. */
export async function accessibleDatasetIds(app: App, user: User): Promise<"all" | number[]> {
  if (user.isAdmin || seesAllData(user)) return "all";
  const owned = new Set(await datasetIdsOwnedBy(app.db, user.id));
  const places = await datasetPlaces(app.db);
  return places.filter((place) => owned.has(place.id) || isGranted(user, place)).map((place) => place.id);
}

/** The condition that a column holds the id of a dataset the user may read; undefined for all of them. */
export async function accessibleDatasets(app: App, user: User, column: string): Promise<Condition | undefined> {
  const ids = await accessibleDatasetIds(app, user);
  if (ids === "all") return undefined;
  return ids.length === 0 ? sql`(1 = 0)` : sql`${sql.ref(column)} in (${sql.join(ids)})`;
}
