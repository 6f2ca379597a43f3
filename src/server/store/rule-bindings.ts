import { type Kysely, sql } from "kysely";
import type { User } from "../user.ts";
import type { Row, Tables } from "./tables.ts";

/**
 * Row-level security rules are bound to the tables of their datasets, and to their template parameters, when a user who
 * can edit rules saves the rule or the dataset. Later changes to datasets by other users affect neither.
 */

type Db = Kysely<Tables>;
type DatasetRow = Row<"datasets">;

export function canWriteRules(user: User | null): boolean {
  return user === null || user.can("can_write", "Row Level Security");
}

export const isPhysical = ({ sql: text }: { sql?: string | null | undefined }) => !text?.trim();

/**
 * Replaces the rule's datasets and binds it to their tables. Tables of removed datasets are released; those of changed
 * or deleted datasets stay until `releasePlaces`.
 */
export async function linkDatasets(db: Db, ruleId: number, datasetIds: readonly number[]): Promise<void> {
  const links = await db.selectFrom("row_level_security_tables").selectAll().where("rule_id", "=", ruleId).execute();
  const removed = links.map((link) => link.dataset_id).filter((id) => !datasetIds.includes(id));
  for (const table of ["row_level_security_tables", "row_level_security_places"] as const)
    await db
      .deleteFrom(table)
      .where("rule_id", "=", ruleId)
      .where("dataset_id", "in", [...removed, -1])
      .execute();
  const known = new Map(links.map((link) => [link.dataset_id, link]));
  for (const row of await datasetsOf(db, datasetIds)) {
    const link = known.get(row.id) ?? { rule_id: ruleId, template_params: row.template_params };
    if (!known.has(row.id))
      await db
        .insertInto("row_level_security_tables")
        .values({ ...link, dataset_id: row.id, is_bound: true })
        .execute();
    await bindPlace(db, link, row);
  }
}

export async function bindParams(db: Db, ruleId: number): Promise<void> {
  const links = await db.selectFrom("row_level_security_tables").selectAll().where("rule_id", "=", ruleId).execute();
  for (const row of await datasetsOf(
    db,
    links.map((link) => link.dataset_id),
  ))
    await bindParamsOf(db, row, [ruleId]);
}

/** Releases tables that none of the rule's datasets uses any more, except `usedIds`. */
export async function releasePlaces(db: Db, ruleId: number, usedIds: readonly number[]): Promise<void> {
  const links = await db.selectFrom("row_level_security_tables").selectAll().where("rule_id", "=", ruleId).execute();
  const rows = await datasetsOf(
    db,
    links.map((link) => link.dataset_id),
  );
  await db
    .deleteFrom("row_level_security_places")
    .where("rule_id", "=", ruleId)
    .where("id", "not in", [...usedIds, -1])
    .execute();
  for (const row of rows) {
    const link = links.find((each) => each.dataset_id === row.id);
    if (link) await bindPlace(db, link, row);
  }
}

/** Call it in the transaction in which `user` has saved the dataset. */
export async function bindSavedDataset(db: Db, user: User | null, before: DatasetRow): Promise<void> {
  if (!canWriteRules(user)) return;
  const [row] = await datasetsOf(db, [before.id]);
  if (!row) return;
  const links = await linksOf(db, row.id);
  if (row.template_params !== before.template_params)
    await bindParamsOf(
      db,
      row,
      links.map((link) => link.rule_id),
    );
  if (!isPhysical(before) || !isSamePlace(row, before))
    for (const link of await linksOf(db, row.id)) await bindPlace(db, link, row);
}

/**
 * Call it in the transaction in which `user` restored the dataset. Unbound links are bound for any user, because the
 * rule applied to the table when it was deleted.
 */
export async function bindRestoredDataset(db: Db, user: User | null, id: number): Promise<void> {
  const [row] = await datasetsOf(db, [id]);
  if (!row) return;
  const links = await linksOf(db, id);
  const unbound = links.filter((link) => !link.is_bound);
  for (const link of unbound) await bindPlace(db, { ...link, template_params: row.template_params }, row);
  await db
    .updateTable("row_level_security_tables")
    .set({ template_params: row.template_params, is_bound: true })
    .where("dataset_id", "=", id)
    .where("is_bound", "=", false)
    .execute();
  if (canWriteRules(user)) for (const link of links) if (link.is_bound) await bindPlace(db, link, row);
}

const linksOf = (db: Db, datasetId: number) =>
  db.selectFrom("row_level_security_tables").selectAll().where("dataset_id", "=", datasetId).execute();

const datasetsOf = (db: Db, ids: readonly number[]): Promise<DatasetRow[]> =>
  db
    .selectFrom("datasets")
    .selectAll()
    .where("id", "in", [...ids, -1])
    .orderBy("id")
    .execute();

interface Binding {
  rule_id: number;
  template_params: string | null;
}

async function bindPlace(db: Db, { rule_id, template_params }: Binding, row: DatasetRow): Promise<void> {
  if (!isPhysical(row)) return;
  const { id: dataset_id, database_id, catalog, schema, table_name } = row;
  const { numUpdatedRows } = await placeOf(db, row)
    .set({ dataset_id, template_params })
    .where("rule_id", "=", rule_id)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  await db
    .insertInto("row_level_security_places")
    .values({ rule_id, dataset_id, database_id, catalog, schema, table_name, template_params })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function bindParamsOf(db: Db, row: DatasetRow, ruleIds: readonly number[]): Promise<void> {
  const { template_params } = row;
  const ids = [...ruleIds, -1];
  await db
    .updateTable("row_level_security_tables")
    .set({ template_params, is_bound: true })
    .where("dataset_id", "=", row.id)
    .where("rule_id", "in", ids)
    .execute();
  await placeOf(db, row)
    .set({ template_params })
    .where("dataset_id", "=", row.id)
    .where("rule_id", "in", ids)
    .execute();
}

const placeOf = (db: Db, { database_id, catalog, schema, table_name }: DatasetRow) =>
  db
    .updateTable("row_level_security_places")
    .where("database_id", "=", database_id)
    .where("table_name", "=", table_name)
    .where(sql<boolean>`coalesce(catalog, '') = ${catalog ?? ""}`)
    .where(sql<boolean>`coalesce("schema", '') = ${schema ?? ""}`);

type Place = Pick<DatasetRow, "database_id" | "catalog" | "schema" | "table_name">;

export const isSamePlace = (a: Place, b: Place) =>
  a.database_id === b.database_id &&
  a.table_name === b.table_name &&
  (a.catalog || null) === (b.catalog || null) &&
  (a.schema || null) === (b.schema || null);
