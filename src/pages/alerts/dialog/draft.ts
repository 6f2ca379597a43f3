import type { z } from "zod";
import type { CreateReport, ReportDetail } from "../../../api/report/contract.ts";
import { hasFilters, type SavedDashboardState } from "../../../features/email-report/report-state.ts";
import { userZone } from "../../../i18n/browser-zone.ts";
import { t } from "../../../i18n/translate.ts";
import { type ByValue, Recipient, type ReportExtra } from "../../../model/report.ts";
import { type PersonChoice, peopleOf } from "../../../web/components/PeopleSelect.tsx";
import type { Channel, ReportKind } from "../report-labels.tsx";

export interface Draft {
  type: ReportKind;
  name: string;
  description: string;
  active: boolean;
  database: Named | undefined;
  sql: string;
  op: Operator;
  threshold: number | null;
  byValue: ByValue | undefined;
  /** Instead of a query. */
  assertions: readonly Named[] | undefined;
  crontab: string;
  timezone: string;
  grace_period: number | null;
  working_timeout: number | null;
  log_retention: number;
  attached: "dashboard" | "chart";
  dashboard: Named | undefined;
  chart: Named | undefined;
  dashboardState: SavedDashboardState;
  includesFilters: boolean;
  report_format: Format;
  custom_width: number | null;
  email_subject: string;
  recipients: readonly RecipientDraft[];
  owners: readonly PersonChoice[];
}

export interface Named {
  id: number;
  name: string;
}

export type Operator = "<" | "<=" | ">" | ">=" | "==" | "!=" | "not null";
export type Format = "PNG" | "PDF" | "CSV" | "TEXT";

export interface RecipientDraft {
  key: number;
  type: Channel;
  to: readonly string[];
  cc: readonly string[];
  bcc: readonly string[];
}

export type Detail = Partial<z.output<typeof ReportDetail>>;
export type Body = Partial<CreateReport>;

/** Seconds, except for days of `log_retention`. */
const DEFAULTS = { grace_period: 14_400, working_timeout: 3600, log_retention: 90 } as const;

export const DAILY = "0 6 * * *";

export function newDraft(type: ReportKind, { id, name, email }: Named & { email: string }): Draft {
  return {
    ...{ type, name: "", description: "", active: true, database: undefined, sql: "", op: ">", threshold: null },
    ...{ byValue: undefined, assertions: undefined },
    ...{ crontab: DAILY, timezone: userZone(), ...DEFAULTS },
    ...{ attached: "dashboard", dashboard: undefined, chart: undefined, dashboardState: {}, includesFilters: false },
    ...{ report_format: "PNG", custom_width: null, email_subject: "" },
    recipients: [{ key: 0, type: "Email", to: isValidEmail(email) ? [email] : [], cc: [], bcc: [] }],
    owners: [{ id, name }],
  };
}

/** Account addresses may be invalid for mail servers. */
const isValidEmail = (target: string) =>
  Recipient.safeParse({ type: "Email", recipient_config_json: { target } }).success;

export function draftOf(detail: Detail): Draft {
  const dashboardState = (detail.extra as ReportExtra | undefined)?.dashboard ?? {};
  return {
    type: detail.type ?? "Report",
    ...textsOf(detail),
    ...conditionOf(detail),
    ...timesOf(detail),
    ...targetOf(detail),
    dashboardState,
    ...valuesOf(detail.extra as ReportExtra | undefined),
    includesFilters: hasFilters(dashboardState),
    active: detail.active ?? true,
    report_format: detail.report_format ?? "PNG",
    custom_width: detail.custom_width ?? null,
    recipients: (detail.recipients ?? []).map(recipientOf),
    owners: peopleOf(detail.owners),
  };
}

const valuesOf = (extra: ReportExtra | undefined) => ({
  byValue: extra?.by_value,
  assertions: extra?.assertion_ids?.map((id) => ({ id, name: `#${id}` })),
});

const textsOf = ({ name, description, email_subject }: Detail) => ({
  name: name ?? "",
  description: description ?? "",
  email_subject: email_subject ?? "",
});

const timesOf = ({ crontab, timezone, grace_period, working_timeout, log_retention }: Detail) => ({
  crontab: crontab ?? "",
  timezone: timezone ?? "UTC",
  grace_period: grace_period ?? DEFAULTS.grace_period,
  working_timeout: working_timeout ?? DEFAULTS.working_timeout,
  log_retention: log_retention ?? DEFAULTS.log_retention,
});

function conditionOf({ database, sql, validator_type, validator_config_json }: Detail) {
  const { op, threshold } = jsonOf(validator_config_json) as { op?: Operator; threshold?: number };
  return {
    database: database ? { id: database.id, name: database.database_name } : undefined,
    sql: sql ?? "",
    op: validator_type === "not null" ? ("not null" as const) : (op ?? ">"),
    threshold: threshold ?? null,
  };
}

const targetOf = ({ dashboard, chart }: Detail) => ({
  attached: chart ? ("chart" as const) : ("dashboard" as const),
  dashboard: dashboard
    ? { id: dashboard.id, name: dashboard.dashboard_title || t("[ untitled dashboard ]") }
    : undefined,
  chart: chart ? { id: chart.id, name: chart.slice_name } : undefined,
});

function recipientOf(recipient: { id: number; type: string; recipient_config_json: string }): RecipientDraft {
  const { target, ccTarget, bccTarget } = jsonOf(recipient.recipient_config_json) as Record<string, string | undefined>;
  const type = recipient.type as Channel;
  const parts = (text: string | undefined) => (type === "Webhook" ? [text ?? ""] : partsOf(text ?? ""));
  return { key: recipient.id, type, to: parts(target), cc: partsOf(ccTarget ?? ""), bcc: partsOf(bccTarget ?? "") };
}

const partsOf = (text: string) => text.split(/[,;]/).flatMap((part) => part.trim() || []);

function jsonOf(text: string | null | undefined): Record<string, unknown> {
  try {
    return (JSON.parse(text || "{}") ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
}

export function bodyOf(draft: Draft): Body {
  return {
    type: draft.type,
    name: draft.name.trim(),
    description: draft.description.trim() || null,
    active: draft.active,
    ...queryOf(draft),
    ...(draft.assertions ? NO_VALIDATOR : validatorOf(draft)),
    crontab: draft.crontab.trim(),
    timezone: draft.timezone,
    grace_period: draft.grace_period ?? undefined,
    working_timeout: draft.working_timeout ?? undefined,
    log_retention: draft.log_retention,
    ...attachedOf(draft),
    report_format: formatIn(draft),
    custom_width: draft.custom_width,
    email_subject: draft.email_subject.trim() || null,
    recipients: draft.recipients.map(toRecipient),
    owners: draft.owners.map(({ id }) => id),
  };
}

const NO_VALIDATOR = { validator_type: null, validator_config_json: null };

function queryOf({ type, database, sql, assertions }: Draft): Pick<Body, "database" | "sql"> {
  return type === "Alert" && !assertions ? { database: database?.id ?? null, sql } : { database: null, sql: null };
}

function attachedOf(draft: Draft): Pick<Body, "dashboard" | "chart" | "extra"> {
  const { byValue, assertions } = draft.type === "Alert" ? draft : {};
  const extra = {
    ...(byValue ? { by_value: byValue } : {}),
    ...(assertions ? { assertion_ids: assertions.map(({ id }) => id) } : {}),
  };
  return draft.attached === "dashboard"
    ? { dashboard: draft.dashboard?.id ?? null, chart: null, extra: { ...extra, dashboard: sentState(draft) } }
    : { dashboard: null, chart: draft.chart?.id ?? null, extra };
}

export function validatorOf({ type, op, threshold }: Pick<Draft, "type" | "op" | "threshold">) {
  if (type === "Report") return NO_VALIDATOR;
  if (op === "not null") return { validator_type: "not null" as const, validator_config_json: {} };
  return { validator_type: "operator" as const, validator_config_json: threshold === null ? {} : { op, threshold } };
}

export function sentState({
  dashboardState,
  includesFilters,
}: Pick<Draft, "dashboardState" | "includesFilters">): SavedDashboardState {
  const { dataMask: _, nativeFilters: __, ...rest } = dashboardState;
  return includesFilters ? dashboardState : rest;
}

function toRecipient({ type, to, cc, bcc }: RecipientDraft): Recipient {
  const target = to.join(", ").trim();
  if (type !== "Email") return { type, recipient_config_json: { target } };
  return {
    type,
    recipient_config_json: {
      target,
      ...(cc.length > 0 ? { ccTarget: cc.join(", ") } : {}),
      ...(bcc.length > 0 ? { bccTarget: bcc.join(", ") } : {}),
    },
  };
}

export function formatsOf({ attached }: Pick<Draft, "attached">): readonly Format[] {
  return attached === "dashboard" ? ["PNG", "PDF"] : ["PNG", "PDF", "CSV", "TEXT"];
}

export const formatIn = (draft: Draft): Format =>
  formatsOf(draft).includes(draft.report_format) ? draft.report_format : "PNG";

export function changesBetween(before: Draft, now: Draft): Body {
  const [was, is] = [bodyOf(before), bodyOf(now)];
  const names = (Object.keys(is) as (keyof Body)[]).filter(
    (name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]),
  );
  return Object.fromEntries(names.map((name) => [name, is[name]]));
}

const REQUIRED = t("This is a required field");

/** Keyed by the field names of server errors. */
export function problemsOf(draft: Draft): Record<string, string> {
  const missing: [string, boolean, string][] = [
    ["name", draft.name.trim() === "", REQUIRED],
    ["working_timeout", draft.working_timeout === null, REQUIRED],
    ["grace_period", draft.grace_period === null, REQUIRED],
    [draft.attached, draft[draft.attached] === undefined, t("Must choose either a chart or a dashboard")],
    ["recipients", draft.recipients.length === 0, t("Choose at least one recipient.")],
    ...(draft.type === "Alert" ? missingInCondition(draft) : []),
    ...draft.recipients.map(({ to }, index): [string, boolean, string] => [
      `recipients.${index}.target`,
      to.join("").trim() === "",
      REQUIRED,
    ]),
  ];
  return Object.fromEntries(missing.flatMap(([name, isWrong, text]) => (isWrong ? [[name, text]] : [])));
}

function missingInCondition({ database, sql, op, threshold, assertions }: Draft): [string, boolean, string][] {
  if (assertions) return [["assertions", assertions.length === 0, REQUIRED]];
  return [
    ["database", database === undefined, t("Database is required for alerts")],
    ["sql", sql.trim() === "", REQUIRED],
    ["validator_config_json", op !== "not null" && threshold === null, REQUIRED],
  ];
}

const FIELD_NAMES: Readonly<Record<string, string>> = {
  name: t("Name"),
  database: t("Database"),
  sql: "SQL",
  assertions: t("Assertions"),
  validator_config_json: t("Threshold"),
  grace_period: t("Wait after firing"),
  working_timeout: t("Stop a run after"),
  dashboard: t("Dashboard"),
  chart: t("Chart"),
};

/** Names of the fields that have to be filled in before the report can be saved, in the order of the dialog. */
export function missingFields(draft: Draft): string[] {
  const problems = problemsOf(draft);
  const named = Object.keys(FIELD_NAMES).flatMap((field) => (problems[field] ? [FIELD_NAMES[field] ?? ""] : []));
  const lacksRecipient = Object.keys(problems).some((field) => field.startsWith("recipients"));
  return lacksRecipient ? [...named, t("Recipients")] : named;
}
