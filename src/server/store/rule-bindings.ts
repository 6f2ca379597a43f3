import { type Kysely, sql } from "kysely";
import type { User } from "../user.ts";
import type { Row, Tables } from "./tables.ts";

/**
 * Rules of row-level security are bound to the tables that their datasets read when somebody who may write rules saved
 * the rule or the dataset, and to the template parameters of that moment. What other people do to the datasets later
 * changes neither.
 */

type Db = Kysely<Tables>;
type DatasetRow = Row<"datasets">;

/** Null: the server itself. */
export function canWriteRules(user: User | null): boolean {
  return user === null || user.can("can_write", "Row Level Security");
}

export const isPhysical = ({ sql: text }: { sql?: string | null | undefined }) => !text?.trim();

/**
 * Links a rule to exactly these datasets, and binds it to their tables. Tables of datasets that are unlinked are
 * released; those of datasets that changed or were deleted stay until they are named to `releasePlaces`.
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

/** Gives the clause of a rule the parameters that its datasets have now. */
export async function bindParams(db: Db, ruleId: number): Promise<void> {
  const links = await db.selectFrom("row_level_security_tables").selectAll().where("rule_id", "=", ruleId).execute();
  for (const row of await datasetsOf(
    db,
    links.map((link) => link.dataset_id),
  ))
    await bindParamsOf(db, row, [ruleId]);
}

/** Releases tables of a rule that none of its datasets reads any more, except the ones with these ids. */
export async function releasePlaces(db: Db, ruleId: number, keptIds: readonly number[]): Promise<void> {
  const links = await db.selectFrom("row_level_security_tables").selectAll().where("rule_id", "=", ruleId).execute();
  const rows = await datasetsOf(
    db,
    links.map((link) => link.dataset_id),
  );
  await db
    .deleteFrom("row_level_security_places")
    .where("rule_id", "=", ruleId)
    .where("id", "not in", [...keptIds, -1])
    .execute();
  for (const row of rows) {
    const link = links.find((each) => each.dataset_id === row.id);
    if (link) await bindPlace(db, link, row);
  }
}

/** To be called in the transaction in which `user` has saved the dataset that was `before`. */
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
 * To be called in the transaction in which `user` has brought the dataset back. Links that were never bound are bound
 * for everybody: the rule held for the table of the dataset when that was deleted.
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

/** Nothing for a virtual dataset, which is no table. */
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
