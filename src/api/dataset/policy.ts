import { forbidden, typedError } from "../../model/errors.ts";
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

/** Whether a role of the user opens the dataset; owners see it without. */
export function isGranted(user: User, place: Omit<DatasetFacts, "ownerIds">): boolean {
  return datasetRule(user, { ...place, ownerIds: [] }) !== undefined;
}

/** Whether the user may see the dataset and read its rows, wherever they ask from. */
export function canAccessDataset(user: User, record: DatasetRecord): boolean {
  return datasetRule(user, record) !== undefined;
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
  if (!canReadPlace(user, statement?.trim() ? place : { ...place, catalog, schema })) throw databaseForbidden();
}

/** Throws the typed 403 unless the user may read the dataset's rows. */
export function assertDatasetAccess(user: User, record: DatasetRecord): void {
  if (!canAccessDataset(user, record)) throw datasetForbidden(record);
}

/** Tells nothing about the dataset but whom to ask: whoever may not read it may not know what it is called either. */
export function datasetForbidden(record: Pick<DatasetRecord, "id">, owners: readonly Owner[] = []) {
  return typedError("DATASOURCE_SECURITY_ACCESS_ERROR", "You don't have access to the dataset.", {
    status: 403,
    level: "warning",
    extra: { datasource: record.id, ...(owners.length > 0 ? { owners } : {}) },
  });
}

/**
 * Throws 403 for a dataset that a program outside manages, as the dialog says, unless the change says itself whether it
 * is managed so: that is the program's own.
 */
export function assertEditable(
  { is_managed_externally }: { is_managed_externally: boolean },
  change: { is_managed_externally?: boolean | null | undefined } = {},
): void {
  if (!is_managed_externally || typeof change.is_managed_externally === "boolean") return;
  throw forbidden("This dataset is managed externally, and can't be edited here");
}

/** The typed 403 with the owners, who can give access, and their addresses to ask at. Visitors and guests of other sites are told of nobody. */
export async function refusalOf({ db }: App, user: User, { id }: DatasetRecord) {
  const owners = user.isAnonymous ? undefined : await ownersWithEmail(db, "dataset", id);
  return datasetForbidden({ id }, owners);
}
