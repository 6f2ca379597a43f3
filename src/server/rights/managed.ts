import { type Kysely, sql } from "kysely";
import { t } from "../../i18n/translate.ts";
import { forbidden } from "../../model/errors.ts";
import type { Tables } from "../store/tables.ts";

/** Objects that files outside of the server can manage. */
export const MANAGED_TABLES = {
  chart: "charts",
  dashboard: "dashboards",
  dataset: "datasets",
  database: "databases",
} as const;
export type ManagedNoun = keyof typeof MANAGED_TABLES;

export const MANAGED_NAMES = {
  chart: "slice_name",
  dashboard: "dashboard_title",
  dataset: "table_name",
  database: "database_name",
} as const;

interface Change {
  is_managed_externally?: boolean | null | undefined;
}

export async function managedAmong(
  db: Kysely<Tables>,
  { noun, ids }: { noun: ManagedNoun; ids: readonly number[] },
): Promise<{ id: number; name: string | null; external_url: string | null }[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom(MANAGED_TABLES[noun])
    .select(["id", "external_url", sql.ref<string | null>(MANAGED_NAMES[noun]).as("name")])
    .where("id", "in", [...ids])
    .where("is_managed_externally", "=", true)
    .orderBy("id")
    .execute();
}

/**
 * Throws a 403 for objects that are edited in files, unless the change sets that flag: then it comes from the program
 * that manages them, or detaches them.
 */
export async function assertUnmanaged(
  db: Kysely<Tables>,
  objects: { noun: ManagedNoun; ids: readonly number[] },
  change: Change = {},
): Promise<void> {
  if (typeof change.is_managed_externally === "boolean") return;
  const [managed] = await managedAmong(db, objects);
  if (!managed) return;
  const { name, external_url: place } = managed;
  throw forbidden(
    place
      ? t("{name} is edited in {place}. Edit it there, or detach it first.", { name: name ?? "", place })
      : t("{name} is edited in files. Detach it first to edit it here.", { name: name ?? "" }),
  );
}
