import type { Kysely } from "kysely";
import { insertObject, updateObject } from "../../server/store/objects.ts";
import { bindParams, linkDatasets, releasePlaces } from "../../server/store/rule-bindings.ts";
import { changedBy, type Stamp } from "../../server/store/stamp.ts";
import type { Row, RowChanges, Tables } from "../../server/store/tables.ts";

export type RuleRow = Row<"row_level_security">;

export interface RuleValues {
  name: string;
  description: string | null;
  filter_type: "Regular" | "Base";
  clause: string;
  group_key: string | null;
}

export interface RuleLinks {
  tables?: readonly number[] | undefined;
  roles?: readonly number[] | undefined;
  bound_tables?: readonly number[] | undefined;
}

export function findRules(db: Kysely<Tables>, ids?: readonly number[]): Promise<RuleRow[]> {
  const rules = db.selectFrom("row_level_security").selectAll().orderBy("id");
  if (!ids) return rules.execute();
  return ids.length === 0 ? Promise.resolve([]) : rules.where("id", "in", [...ids]).execute();
}

export async function isNameTaken(db: Kysely<Tables>, name: string, except?: number): Promise<boolean> {
  const found = await db.selectFrom("row_level_security").select("id").where("name", "=", name).executeTakeFirst();
  return found !== undefined && found.id !== except;
}

export function linksOfRules(db: Kysely<Tables>, ids?: readonly number[]) {
  const query = db
    .selectFrom("row_level_security_tables as links")
    .innerJoin("datasets", "datasets.id", "links.dataset_id")
    .select([
      "links.rule_id",
      "links.dataset_id",
      "links.template_params",
      "datasets.database_id",
      "datasets.catalog",
      "datasets.schema",
      "datasets.table_name",
      "datasets.sql",
    ])
    .orderBy("datasets.id");
  return (ids ? query.where("rule_id", "in", [...ids, -1]) : query).execute();
}

export function placesOfRules(db: Kysely<Tables>, ids?: readonly number[]) {
  const query = db
    .selectFrom("row_level_security_places as places")
    .innerJoin("databases", "databases.id", "places.database_id")
    .selectAll("places")
    .select("databases.database_name")
    .orderBy("places.id");
  return (ids ? query.where("rule_id", "in", [...ids, -1]) : query).execute();
}

export function datasetPlaces(db: Kysely<Tables>, ids: readonly number[]) {
  return db
    .selectFrom("datasets")
    .select(["id", "database_id", "catalog", "schema", "table_name", "sql", "template_params"])
    .where("id", "in", [...ids, -1])
    .execute();
}

export function rolesOfRules(db: Kysely<Tables>, ids?: readonly number[]) {
  const query = db
    .selectFrom("row_level_security_roles")
    .innerJoin("roles", "roles.id", "row_level_security_roles.role_id")
    .select(["row_level_security_roles.rule_id", "roles.id", "roles.name"])
    .orderBy("roles.id");
  return (ids ? query.where("rule_id", "in", [...ids, -1]) : query).execute();
}

export async function countExisting(
  db: Kysely<Tables>,
  table: "datasets" | "roles",
  ids: readonly number[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const rows = await db
    .selectFrom(table)
    .select("id")
    .where("id", "in", [...ids])
    .execute();
  return rows.length;
}

export async function insertRule(
  db: Kysely<Tables>,
  { values, links }: { values: RuleValues; links: RuleLinks },
  stamp: Stamp,
): Promise<number> {
  const id = await insertObject(db, "row_level_security", values, stamp);
  await setLinks(db, id, links);
  return id;
}

export interface RuleChange {
  values: RowChanges<"row_level_security">;
  links: RuleLinks;
  stamp: Stamp;
  isOtherClause: boolean;
}

export async function updateRule(
  db: Kysely<Tables>,
  id: number,
  { values, links, stamp, isOtherClause }: RuleChange,
): Promise<void> {
  await updateObject(db, "row_level_security", id, { ...values, ...changedBy(stamp) });
  await setLinks(db, id, links);
  if (isOtherClause) await bindParams(db, id);
}

async function setLinks(
  db: Kysely<Tables>,
  ruleId: number,
  { tables, roles, bound_tables: bound }: RuleLinks,
): Promise<void> {
  if (tables) await linkDatasets(db, ruleId, tables);
  if (bound) await releasePlaces(db, ruleId, bound);
  if (roles) {
    await db.deleteFrom("row_level_security_roles").where("rule_id", "=", ruleId).execute();
    const rows = [...new Set(roles)].map((role_id) => ({ rule_id: ruleId, role_id }));
    if (rows.length > 0) await db.insertInto("row_level_security_roles").values(rows).execute();
  }
}

export async function deleteRules(db: Kysely<Tables>, ids: readonly number[]): Promise<void> {
  await db
    .deleteFrom("row_level_security")
    .where("id", "in", [...ids])
    .execute();
}
