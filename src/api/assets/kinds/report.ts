import { z } from "zod";
import { REPORT_FORMATS, REPORT_TYPES } from "../../../model/report.ts";
import { type ReportRecord, recipientsOf, visibleReports } from "../../report/index.ts";
import { callOperation } from "../call.ts";
import type { References } from "../references.ts";
import { assetKind, listOf } from "./kind.ts";

const uuid = z.guid().toLowerCase();

/** Other fields are checked by the call that saves it. */
const Report = z.looseObject({
  type: z.enum(REPORT_TYPES),
  name: z.string().min(1),
  uuid,
  crontab: z.string(),
  report_format: z.enum(REPORT_FORMATS).optional(),
  chart_uuid: uuid.nullish(),
  dashboard_uuid: uuid.nullish(),
  database_uuid: uuid.nullish(),
  assertion_uuids: listOf(uuid).nullish(),
});
type Report = z.infer<typeof Report>;

const COPIED = [
  "description",
  "email_subject",
  "context_markdown",
  "active",
  "timezone",
  "sql",
  "validator_type",
  "log_retention",
  "grace_period",
  "working_timeout",
  "report_format",
  "force_screenshot",
  "custom_width",
] as const;

export const reports = assetKind({
  kind: "report",
  folder: "reports",
  calls: { create: "report.create", change: "report.update", remove: "report.remove" },
  schema: Report,
  keyOf: (file) => file.uuid,
  nameOf: ({ name }) => name,
  list: async ({ app, user }, references) => {
    if (!user.can("can_read", "ReportSchedule")) return [];
    const visible = visibleReports(user);
    const found = app.db.selectFrom("reports").selectAll().orderBy("id");
    const rows = await (visible ? found.where(visible) : found).execute();
    const recipients = await recipientsOf(
      app.db,
      rows.map((row) => row.id),
    );
    const byReport = Map.groupBy(recipients, (one) => one.report_id);
    return rows.map((row) => {
      const own = (byReport.get(row.id) ?? []).map(({ type, recipient_config_json }) => ({
        type,
        recipient_config_json: JSON.parse(recipient_config_json) as unknown,
      }));
      return { id: row.id, key: row.uuid, name: row.name, value: { ...fileOf(row, references), recipients: own } };
    });
  },
  save: async ({ ctx, file, stored, references }) => {
    const body = bodyOf(file, references);
    if (stored) return void (await callOperation(ctx, "report.update", { params: { id: stored.id }, body }));
    const { id } = await callOperation<{ id: number }>(ctx, "report.create", { body });
    await ctx.app.db.updateTable("reports").set({ uuid: file.uuid }).where("id", "=", id).execute();
  },
  remove: (ctx, id) => callOperation(ctx, "report.remove", { params: { id } }),
});

function fileOf(row: ReportRecord, references: References) {
  return {
    type: row.type,
    name: row.name,
    uuid: row.uuid,
    crontab: row.crontab,
    ...Object.fromEntries(COPIED.map((name) => [name, row[name]])),
    validator_config_json: row.validator_config_json && (JSON.parse(row.validator_config_json) as unknown),
    ...extraOf(row, references),
    chart_uuid: references.keyOf("chart", row.chart_id),
    dashboard_uuid: references.keyOf("dashboard", row.dashboard_id),
    database_uuid: references.keyOf("database", row.database_id),
  };
}

/** Assertions have other ids on other servers. */
function extraOf({ extra_json }: ReportRecord, references: References) {
  if (!extra_json) return { extra: extra_json };
  const { assertion_ids: ids, ...extra } = JSON.parse(extra_json) as { assertion_ids?: number[] };
  if (!ids) return { extra };
  return { extra, assertion_uuids: ids.flatMap((id) => references.keyOf("assertion", id) ?? []) };
}

function bodyOf(file: Report, references: References) {
  const { uuid: _, version: __, chart_uuid, dashboard_uuid, database_uuid, assertion_uuids, extra, ...fields } = file;
  const idOf = (noun: "chart" | "dashboard" | "database", key: string | null | undefined) =>
    key ? references.idOf(noun, key) : null;
  const assertionIds = assertion_uuids?.length
    ? { assertion_ids: assertion_uuids.map((each) => references.idOf("assertion", each)) }
    : undefined;
  return {
    ...fields,
    ...(extra || assertionIds ? { extra: { ...(extra as object), ...assertionIds } } : {}),
    chart: idOf("chart", chart_uuid),
    dashboard: idOf("dashboard", dashboard_uuid),
    database: idOf("database", database_uuid),
  };
}
