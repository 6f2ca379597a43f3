import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { changedBy, createdBy, type Stamp } from "../../server/store/stamp.ts";
import type { Row, Tables } from "../../server/store/tables.ts";

export type EmbeddingRecord = Row<"embedded_dashboards">;

export function embeddingOf(db: Kysely<Tables>, dashboardId: number): Promise<EmbeddingRecord | undefined> {
  return db.selectFrom("embedded_dashboards").selectAll().where("dashboard_id", "=", dashboardId).executeTakeFirst();
}

export function findEmbedding(db: Kysely<Tables>, uuid: string): Promise<EmbeddingRecord | undefined> {
  return db.selectFrom("embedded_dashboards").selectAll().where("uuid", "=", uuid).executeTakeFirst();
}

/** Keeps its key when it is there already. */
export async function saveEmbedding(
  db: Kysely<Tables>,
  { dashboardId, domains }: { dashboardId: number; domains: readonly string[] },
  stamp: Stamp,
): Promise<void> {
  const allowed_domains = JSON.stringify(domains);
  await db
    .insertInto("embedded_dashboards")
    .values({ uuid: randomUUID(), dashboard_id: dashboardId, allowed_domains, ...createdBy(stamp) })
    .onConflict((conflict) => conflict.column("dashboard_id").doUpdateSet({ allowed_domains, ...changedBy(stamp) }))
    .execute();
}

export async function deleteEmbedding(db: Kysely<Tables>, dashboardId: number): Promise<void> {
  await db.deleteFrom("embedded_dashboards").where("dashboard_id", "=", dashboardId).execute();
}

/** Those of the names that name an embedding by its key, or an embedded dashboard by its id. */
export async function embeddedAmong(db: Kysely<Tables>, names: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom("embedded_dashboards").select(["uuid", "dashboard_id"]).execute();
  const known = new Set(rows.flatMap((row) => [row.uuid, String(row.dashboard_id)]));
  return new Set(names.filter((name) => known.has(name)));
}
