import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Recipient } from "../../model/report.ts";
import type { Condition } from "../../server/rights/rule.ts";
import { insertObject, updateObject } from "../../server/store/objects.ts";
import { changedBy, type Stamp } from "../../server/store/stamp.ts";
import type { NewRow, Row, RowChanges, Tables } from "../../server/store/tables.ts";

type Db = Kysely<Tables>;
export type ReportRecord = Row<"reports">;
type Stamps = "created_on" | "changed_on" | "created_by_fk" | "changed_by_fk";
export type ReportValues = Omit<NewRow<"reports">, "id" | "uuid" | Stamps>;

export async function reportsByIds(db: Db, ids: readonly number[], visible?: Condition): Promise<ReportRecord[]> {
  if (ids.length === 0) return [];
  const requested = db.selectFrom("reports").selectAll().where("id", "in", ids).orderBy("id");
  return (visible ? requested.where(visible) : requested).execute();
}

export async function isNameTaken(
  db: Db,
  { type, name }: { type: string; name: string },
  except?: number,
): Promise<boolean> {
  const rows = await db
    .selectFrom("reports")
    .select("id")
    .where("type", "=", type as "Alert")
    .where("name", "=", name)
    .execute();
  return rows.some((row) => row.id !== except);
}

export async function hasReportOf(
  db: Db,
  userId: number,
  { method, id }: { method: "charts" | "dashboards"; id: number },
): Promise<boolean> {
  const found = await db
    .selectFrom("reports")
    .select("id")
    .where("created_by_fk", "=", userId)
    .where("creation_method", "=", method)
    .where(method === "charts" ? "chart_id" : "dashboard_id", "=", id)
    .executeTakeFirst();
  return found !== undefined;
}

export async function insertReport(db: Db, values: ReportValues, stamp: Stamp): Promise<number> {
  return insertObject(db, "reports", { ...values, uuid: randomUUID() }, stamp);
}

export async function updateReport(db: Db, id: number, change: { values: RowChanges<"reports">; stamp: Stamp }) {
  await updateObject(db, "reports", id, { ...change.values, ...changedBy(change.stamp) });
}

export async function deleteReports(db: Db, ids: readonly number[]): Promise<void> {
  await db.deleteFrom("reports").where("id", "in", ids).execute();
}

export async function setRecipients(db: Db, reportId: number, recipients: readonly Recipient[]): Promise<void> {
  await db.deleteFrom("report_recipients").where("report_id", "=", reportId).execute();
  const rows = recipients.map(({ type, recipient_config_json }) => ({
    report_id: reportId,
    type,
    recipient_config_json: JSON.stringify(recipient_config_json),
  }));
  if (rows.length > 0) await db.insertInto("report_recipients").values(rows).execute();
}

export function recipientsOf(db: Db, reportIds: readonly number[]): Promise<Row<"report_recipients">[]> {
  if (reportIds.length === 0) return Promise.resolve([]);
  return db.selectFrom("report_recipients").selectAll().where("report_id", "in", reportIds).orderBy("id").execute();
}

export function logsByIds(db: Db, ids: readonly number[]): Promise<Row<"report_logs">[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return db.selectFrom("report_logs").selectAll().where("id", "in", ids).orderBy("id").execute();
}

export async function partsOf(db: Db, report: ReportRecord) {
  const { rows: charts } = await sql<{ id: number; slice_name: string; viz_type: string | null }>`
    select id, slice_name, viz_type from charts where id = ${report.chart_id}`.execute(db);
  const { rows: dashboards } = await sql<{ id: number; dashboard_title: string | null }>`
    select id, dashboard_title from dashboards where id = ${report.dashboard_id}`.execute(db);
  const { rows: databases } = await sql<{ id: number; database_name: string }>`
    select id, database_name from databases where id = ${report.database_id}`.execute(db);
  return { chart: charts[0], dashboard: dashboards[0], database: databases[0] };
}
