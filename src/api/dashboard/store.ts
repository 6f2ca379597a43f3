import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Condition } from "../../server/rights/rule.ts";
import { byIds } from "../../server/store/by-ids.ts";
import { insertObject, updateObject } from "../../server/store/objects.ts";
import { assertStoredSizes } from "../../server/store/sizes.ts";
import type { Stamp } from "../../server/store/stamp.ts";
import type { NewRow, Row, RowChanges, Tables } from "../../server/store/tables.ts";

export type DashboardRecord = Row<"dashboards">;
type Stamps = "created_on" | "changed_on" | "created_by_fk" | "changed_by_fk";
export type DashboardValues = Omit<NewRow<"dashboards">, "id" | "uuid" | Stamps> & { uuid?: string | undefined };

export async function findDashboard(db: Kysely<Tables>, reference: string): Promise<DashboardRecord | undefined> {
  if (/^\d+$/.test(reference)) {
    const found = await findDashboardById(db, Number(reference));
    if (found) return found;
  }
  return db
    .selectFrom("dashboards")
    .selectAll()
    .where((e) => e.or([e("uuid", "=", reference), e("slug", "=", reference)]))
    .orderBy((e) => e("uuid", "=", reference), "desc")
    .executeTakeFirst();
}

export async function findDashboardById(db: Kysely<Tables>, id: number): Promise<DashboardRecord | undefined> {
  if (!Number.isSafeInteger(id) || id > 2_147_483_647) return undefined;
  return db.selectFrom("dashboards").selectAll().where("id", "=", id).executeTakeFirst();
}

export function findDashboardByUuid(db: Kysely<Tables>, uuid: string): Promise<DashboardRecord | undefined> {
  return db.selectFrom("dashboards").selectAll().where("uuid", "=", uuid).executeTakeFirst();
}

export const dashboardsByIds = byIds<DashboardRecord>(
  (db, ids) =>
    db
      .selectFrom("dashboards")
      .selectAll()
      .where("id", "in", [...ids])
      .orderBy("id")
      .compile(),
  { table: "dashboards", columns: ["json_metadata", "position_json", "css", "description"] },
);

const LISTED = [
  "id",
  "uuid",
  "dashboard_title",
  "slug",
  "published",
  "certified_by",
  "certification_details",
  "is_managed_externally",
  "external_url",
  "created_on",
  "changed_on",
  "created_by_fk",
  "changed_by_fk",
] as const satisfies readonly (keyof DashboardRecord)[];

export type ListedDashboard = Pick<DashboardRecord, (typeof LISTED)[number]>;

export const listedDashboards = byIds<ListedDashboard>((db, ids) =>
  db
    .selectFrom("dashboards")
    .select(LISTED)
    .where("id", "in", [...ids])
    .orderBy("id")
    .compile(),
);

export async function isSlugTaken(db: Kysely<Tables>, slug: string, except?: number): Promise<boolean> {
  const found = await db.selectFrom("dashboards").select("id").where("slug", "=", slug).executeTakeFirst();
  return found !== undefined && found.id !== except;
}

export async function insertDashboard(db: Kysely<Tables>, values: DashboardValues, stamp: Stamp): Promise<number> {
  assertStoredSizes(values);
  return insertObject(db, "dashboards", { ...values, uuid: values.uuid ?? randomUUID() }, stamp);
}

export async function updateDashboard(db: Kysely<Tables>, id: number, values: RowChanges<"dashboards">): Promise<void> {
  assertStoredSizes(values);
  const saved = "changed_by_fk" in values ? { is_orphaned: false } : {};
  await updateObject(db, "dashboards", id, { ...values, ...saved });
}

export interface DashboardCharts {
  id: number;
  chartIds: readonly number[];
  allowed?: Condition | undefined;
}

export async function setDashboardCharts(
  db: Kysely<Tables>,
  { id, chartIds, allowed }: DashboardCharts,
): Promise<void> {
  const requested = db
    .selectFrom("charts")
    .select("charts.id")
    .where("charts.id", "in", [...chartIds, -1]);
  const known = await (allowed ? requested.where(allowed) : requested).execute();
  // Unchanged rows aren't written, as every write invalidates visibility caches.
  const stored = known.map((chart) => chart.id);
  await db
    .deleteFrom("dashboard_charts")
    .where("dashboard_id", "=", id)
    .where("chart_id", "not in", [...stored, -1])
    .execute();
  const rows = stored.map((chart_id) => ({ dashboard_id: id, chart_id }));
  if (rows.length === 0) return;
  await db
    .insertInto("dashboard_charts")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function datasetIdsOf(db: Kysely<Tables>, dashboardId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("charts")
    .innerJoin("dashboard_charts", "dashboard_charts.chart_id", "charts.id")
    .select("charts.datasource_id")
    .distinct()
    .where("dashboard_charts.dashboard_id", "=", dashboardId)
    .orderBy("charts.datasource_id")
    .execute();
  return rows.flatMap((row) => (row.datasource_id === null ? [] : [row.datasource_id]));
}

export async function rolesOf(db: Kysely<Tables>, id: number): Promise<DashboardRole[]> {
  return (await rolesByDashboard(db, [id])).get(id) ?? [];
}

type DashboardRole = { id: number; name: string };

const restricting = byIds((db, ids) =>
  db
    .selectFrom("roles")
    .innerJoin("dashboard_roles", "dashboard_roles.role_id", "roles.id")
    .select(["dashboard_roles.dashboard_id", "roles.id", "roles.name"])
    .where("dashboard_roles.dashboard_id", "in", [...ids])
    .orderBy("roles.id")
    .compile(),
);

export async function rolesByDashboard(
  db: Kysely<Tables>,
  ids: readonly number[],
): Promise<Map<number, DashboardRole[]>> {
  const found = new Map<number, DashboardRole[]>();
  const rows = await restricting(db, ids);
  for (const { dashboard_id, ...role } of rows) found.set(dashboard_id, [...(found.get(dashboard_id) ?? []), role]);
  return found;
}

export async function setRoles(db: Kysely<Tables>, id: number, roleIds: readonly number[]): Promise<boolean> {
  const uniqueIds = [...new Set(roleIds)];
  const known =
    uniqueIds.length > 0 ? await db.selectFrom("roles").select("id").where("id", "in", uniqueIds).execute() : [];
  if (known.length < uniqueIds.length) return false;
  await db.deleteFrom("dashboard_roles").where("dashboard_id", "=", id).execute();
  const rows = uniqueIds.map((role_id) => ({ dashboard_id: id, role_id }));
  if (rows.length > 0) await db.insertInto("dashboard_roles").values(rows).execute();
  return true;
}
