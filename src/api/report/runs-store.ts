import { randomUUID } from "node:crypto";
import { type ExpressionBuilder, type Kysely, type SqlBool, sql } from "kysely";
import { msg, t } from "../../i18n/translate.ts";
import type { ReportState } from "../../model/report.ts";
import { ageMs, formatTimestamp, latestTime, parseTimestamp } from "../../server/clock.ts";
import { pruneOldest, QUOTAS } from "../../server/store/quotas.ts";
import type { Row, Tables } from "../../server/store/tables.ts";
import { endLease, isLeased, type Lease } from "./leases.ts";

/** The state of runs in the store. If several processes update a row, the first one continues. */

type Db = Kysely<Tables>;

export type Scheduled = Pick<
  Row<"reports">,
  "id" | "crontab" | "timezone" | "changed_on" | "last_scheduled_dttm" | "created_by_fk"
>;

export function activeSchedules(db: Db): Promise<Scheduled[]> {
  return db
    .selectFrom("reports")
    .select(["id", "crontab", "timezone", "changed_on", "last_scheduled_dttm", "created_by_fk"])
    .where("active", "=", true)
    .execute();
}

/** Each time runs once, also when the clock was set back: the last claimed time may lie ahead then. */
export async function claimTime(db: Db, { id, scheduled, now }: ScheduledTime): Promise<boolean> {
  const isLogged = (row: ExpressionBuilder<Tables, "reports">) =>
    row.exists(
      row
        .selectFrom("report_logs")
        .select("report_logs.id")
        .whereRef("report_logs.report_id", "=", "reports.id")
        .where("scheduled_dttm", "=", scheduled),
    );
  const updated = await db
    .updateTable("reports")
    .set({ last_scheduled_dttm: scheduled })
    .where("id", "=", id)
    .where("active", "=", true)
    .where((row) =>
      row.or([
        row("last_scheduled_dttm", "is", null),
        row.and([
          row.or([row("last_scheduled_dttm", "<", scheduled), row("last_scheduled_dttm", ">", latestTime(now))]),
          row.not(isLogged(row)),
        ]),
      ]),
    )
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

interface ScheduledTime {
  id: number;
  scheduled: string;
  now: number;
}

export async function releaseTime(db: Db, { reportId, scheduled }: RunRow): Promise<boolean> {
  const released = await db
    .updateTable("reports")
    .set({ last_scheduled_dttm: null })
    .where("id", "=", reportId)
    .where("last_scheduled_dttm", "=", scheduled)
    .executeTakeFirst();
  return released.numUpdatedRows > 0n;
}

/** False for a job that the queue delivers again. */
export async function isNewRun(db: Db, uuid: string): Promise<boolean> {
  const row = await db.selectFrom("report_logs").select("uuid").where("uuid", "=", uuid).executeTakeFirst();
  return row === undefined;
}

export interface RunRow {
  uuid: string;
  reportId: number;
  scheduled: string;
  now: string;
}

export function beginWork(db: Db, { uuid, reportId, scheduled, now }: RunRow, { owner }: Lease): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const updated = await trx
      .updateTable("reports")
      .set({ last_state: "Working", last_eval_dttm: now })
      .where("id", "=", reportId)
      .where((row) => row.or([row("last_state", "is", null), row("last_state", "!=", "Working")]))
      .executeTakeFirst();
    if (updated.numUpdatedRows === 0n) return false;
    await insertLog(trx, { uuid, report_id: reportId, scheduled_dttm: scheduled, start_dttm: now, state: "Working" });
    await trx
      .updateTable("running_reports")
      .set({ begun_on: now })
      .where("uuid", "=", uuid)
      .where("owner", "=", owner)
      .execute();
    return true;
  });
}

type LogValues = Pick<Row<"report_logs">, "uuid" | "report_id" | "scheduled_dttm" | "start_dttm" | "state"> &
  Partial<Row<"report_logs">>;

async function insertLog(db: Db, values: LogValues): Promise<void> {
  const row = { end_dttm: null, value: null, value_row_json: null, error_message: null, ...values };
  await db.insertInto("report_logs").values(row).execute();
  const where = sql<SqlBool>`report_id = ${values.report_id}`;
  const texts = ["value_row_json", "error_message"];
  await pruneOldest(db, { table: "report_logs", where, texts, newest: sql`id desc` }, QUOTAS.reportRuns);
}

export async function isWorking(db: Db, reportId: number, nowMs: number): Promise<boolean> {
  const row = await db
    .selectFrom("reports")
    .select(["last_state", "last_eval_dttm", "working_timeout"])
    .where("id", "=", reportId)
    .executeTakeFirst();
  if (row?.last_state !== "Working" || row.last_eval_dttm === null) return false;
  if (await isLeased(db, reportId, row.last_eval_dttm)) return true;
  return ageMs(row.last_eval_dttm, nowMs) <= row.working_timeout * 1000;
}

export async function isWorkingSince(db: Db, { reportId, now }: RunRow): Promise<boolean> {
  const row = await db
    .selectFrom("reports")
    .select("id")
    .where("id", "=", reportId)
    .where("last_state", "=", "Working")
    .where("last_eval_dttm", "=", now)
    .executeTakeFirst();
  return row !== undefined;
}

export interface RunEnd {
  state: ReportState;
  at: string;
  value?: number | null;
  valueText?: string | null;
  error?: string | null;
}

/** False if another process has the run. The report's own state changes only if this run is still the current one. */
export async function endWork(db: Db, run: RunRow, { end, lease }: { end: RunEnd; lease: Lease }): Promise<boolean> {
  const { state, at, value, valueText, error = null } = end;
  const values = value === undefined ? {} : { value, value_row_json: valueText ?? null };
  const last = value === undefined ? {} : { last_value: value, last_value_row_json: valueText ?? null };
  return db.transaction().execute(async (trx) => {
    if (!(await endLease(trx, lease))) return false;
    await trx
      .updateTable("reports")
      .set({ last_state: state, ...last, ...(state === "Success" ? { last_success_dttm: at } : {}) })
      .where("id", "=", run.reportId)
      .where("last_state", "=", "Working")
      .where("last_eval_dttm", "=", run.now)
      .execute();
    await trx
      .updateTable("report_logs")
      .set({ state, end_dttm: at, error_message: error, ...values })
      .where("uuid", "=", run.uuid)
      .execute();
    return true;
  });
}

export async function logRun(db: Db, { uuid, reportId, scheduled, now }: RunRow, end: RunEnd): Promise<void> {
  const own = { uuid, report_id: reportId, scheduled_dttm: scheduled, start_dttm: now };
  await insertLog(db, { ...own, end_dttm: end.at, state: end.state, error_message: end.error ?? null });
}

export function failStuckRun(
  db: Db,
  run: RunRow,
  before: { evaluated: string | null; error: string },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const stuck = trx
      .updateTable("reports")
      .set({ last_state: "Error" })
      .where("id", "=", run.reportId)
      .where("last_state", "=", "Working");
    const same =
      before.evaluated === null
        ? stuck.where("last_eval_dttm", "is", null)
        : stuck.where("last_eval_dttm", "=", before.evaluated);
    if ((await same.executeTakeFirst()).numUpdatedRows === 0n) return false;
    await trx
      .updateTable("report_logs")
      .set({ state: "Error", end_dttm: run.now, error_message: before.error })
      .where("report_id", "=", run.reportId)
      .where("state", "=", "Working")
      .where("end_dttm", "is", null)
      .execute();
    return true;
  });
}

export async function setInGracePeriod(db: Db, { reportId, now }: RunRow): Promise<void> {
  await db
    .updateTable("reports")
    .set({ last_state: "On Grace", last_eval_dttm: now })
    .where("id", "=", reportId)
    .where("last_state", "in", ["Success", "On Grace"])
    .execute();
}

export async function claimErrorMail(
  db: Db,
  { reportId, now }: Pick<RunRow, "reportId" | "now">,
  cutoff: string,
): Promise<boolean> {
  const updated = await db
    .updateTable("reports")
    .set({ last_error_mail_dttm: now })
    .where("id", "=", reportId)
    .where((row) =>
      row.or([
        row("last_error_mail_dttm", "is", null),
        row("last_error_mail_dttm", "<", cutoff),
        row("last_error_mail_dttm", ">", latestTime(parseTimestamp(now))),
      ]),
    )
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

export async function releaseErrorMail(db: Db, { reportId, now }: Pick<RunRow, "reportId" | "now">): Promise<void> {
  await db
    .updateTable("reports")
    .set({ last_error_mail_dttm: null })
    .where("id", "=", reportId)
    .where("last_error_mail_dttm", "=", now)
    .execute();
}

const NOTIFIED = msg("Notification sent with error");

export async function logErrorMail(db: Db, { reportId, scheduled }: RunRow, at: string): Promise<void> {
  const own = { uuid: randomUUID(), report_id: reportId, scheduled_dttm: scheduled, start_dttm: at, end_dttm: at };
  await insertLog(db, { ...own, state: "Error", error_message: t(NOTIFIED) });
}

const DAY_MS = 24 * 60 * 60_000;
const LEAST_MS = 60 * 60_000;

export async function pruneLogs(db: Db, nowMs: number): Promise<void> {
  const retained = await db.selectFrom("reports").select("log_retention").distinct().execute();
  for (const { log_retention: days } of retained) {
    const cutoff = formatTimestamp(nowMs - Math.max(Math.min(days * DAY_MS, nowMs), LEAST_MS));
    await db
      .deleteFrom("report_logs")
      .where("report_id", "in", db.selectFrom("reports").select("id").where("log_retention", "=", days))
      .where("scheduled_dttm", "<", cutoff)
      .execute();
  }
}
