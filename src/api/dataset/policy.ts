import { t } from "../../i18n/translate.ts";
import { typedError } from "../../model/errors.ts";
import type { App } from "../../server/app.ts";
import { permission } from "../../server/http/route.ts";
import { type DatasetFacts, datasetRule } from "../../server/rights/datasets.ts";
import { type Owner, ownersWithEmail } from "../../server/rights/owners.ts";
import type { User } from "../../server/user.ts";
import { canReadPlace, type DatabaseRecord, databaseForbidden } from "../database/index.ts";
import type { DatasetRecord } from "./record.ts";
import type { Source } from "./source.ts";

export const VIEW = "Dataset";
export const READ = permission("can_read", VIEW);
export const WRITE = permission("can_write", VIEW);
export const EXPORT = permission("can_export", VIEW);
export const FETCH_METADATA = permission("can_fetch_datasource_metadata", "Superset");
export const GET_OR_CREATE = permission("can_get_or_create_dataset", VIEW);

export function isGranted(user: User, place: Omit<DatasetFacts, "ownerIds">): boolean {
  return datasetRule(user, { ...place, ownerIds: [] }) !== undefined;
}

export function canAccessDataset(user: User, record: DatasetRecord): boolean {
  return datasetRule(user, record) !== undefined;
}

/**
 * Typed 403 unless the user can create a dataset from the source: a table needs access to its place, SQL to every table
 * it may read.
 */
export function assertSourceAccess(
  user: User,
  database: DatabaseRecord,
  source: Omit<Source, "databaseId" | "template_params">,
): void {
  const place = { databaseId: database.id, databaseName: database.database_name };
  const { catalog = null, schema = null, sql: statement } = source;
  if (!canReadPlace(user, statement?.trim() ? place : { ...place, catalog, schema })) throw databaseForbidden();
}

export function assertDatasetAccess(user: User, record: DatasetRecord): void {
  if (!canAccessDataset(user, record)) throw datasetForbidden(record);
}

/** Has only the owners to ask: without access the name is secret too. */
export function datasetForbidden(record: Pick<DatasetRecord, "id">, owners: readonly Owner[] = []) {
  return typedError("DATASOURCE_SECURITY_ACCESS_ERROR", t("You don't have access to the dataset."), {
    status: 403,
    level: "warning",
    extra: { datasource: record.id, ...(owners.length > 0 ? { owners } : {}) },
  });
}

/** Typed 403 with the owners to ask for access. Visitors and guests see no owners. */
export async function refusalOf({ db }: App, user: User, { id }: DatasetRecord) {
  const owners = user.isAnonymous ? undefined : await ownersWithEmail(db, "dataset", id);
  return datasetForbidden({ id }, owners);
}
