import { type Kysely, type SqlBool, sql } from "kysely";
import type { z } from "zod";
import { t } from "../../i18n/translate.ts";
import { unprocessable } from "../../model/errors.ts";
import { formatTimestamp } from "../../server/clock.ts";
import type { Context } from "../../server/http/route.ts";
import { assertRoom, QUOTAS } from "../../server/store/quotas.ts";
import type { Tables } from "../../server/store/tables.ts";
import type { NewSilence } from "./contract.ts";
import type { ReportRecord } from "./store.ts";
import { type Silence, valuesOfAlert } from "./values.ts";

const MAX_DAYS = 366;
const DAY_MS = 24 * 60 * 60_000;

/** Throws 422 for an end that has passed or is more than a year away, and for a value that the alert doesn't have. */
export async function addSilence(
  { app, user }: Context,
  report: ReportRecord,
  { label = null, ends_on, comment }: z.infer<typeof NewSilence>,
): Promise<{ id: number; result: Silence }> {
  const endMs = Date.parse(ends_on);
  const nowMs = app.clock.now();
  if (endMs <= nowMs || endMs > nowMs + MAX_DAYS * DAY_MS)
    throw unprocessable({ ends_on: [t("The end must be within a year.")] });
  if (report.type !== "Alert") throw unprocessable(t("Only alerts can be silenced."));
  if (label !== null && !(await valuesOfAlert(app.db, report.id)).some((value) => value.label === label))
    throw unprocessable({ label: [t("The alert doesn't have this value.")] });
  const silence = { label, ends_on: formatTimestamp(endMs), comment: comment?.trim() || null };
  const created_on = app.clock.timestamp();
  const id = await app.db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom("alert_silences")
      .where("report_id", "=", report.id)
      .where((row) => row.or([row("ends_on", "<=", created_on), row("label", label === null ? "is" : "=", label)]))
      .execute();
    const where = sql<SqlBool>`report_id = ${report.id}`;
    const adds = { rows: 1, bytes: 0 };
    await assertRoom(trx, { table: "alert_silences", where, texts: [], adds }, QUOTAS.silences);
    const row = { ...silence, report_id: report.id, created_on, created_by_fk: user.id };
    return (await trx.insertInto("alert_silences").values(row).returning("id").executeTakeFirstOrThrow()).id;
  });
  return { id, result: { id, ...silence } };
}

export async function deleteSilence(db: Kysely<Tables>, reportId: number, id: number): Promise<boolean> {
  const deleted = await db
    .deleteFrom("alert_silences")
    .where("id", "=", id)
    .where("report_id", "=", reportId)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}
