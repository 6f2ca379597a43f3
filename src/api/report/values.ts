import type { Kysely } from "kysely";
import { t } from "../../i18n/translate.ts";
import { unprocessable } from "../../model/errors.ts";
import { type AlertState, type ByValue, ReportExtra, textOfLabel } from "../../model/report.ts";
import { ageMs, parseTimestamp } from "../../server/clock.ts";
import type { Row, Tables } from "../../server/store/tables.ts";
import { type Condition, type Labeled, type Outcome, outcomeOfCell } from "./condition.ts";

/** The states of the values of an alert by value: pure rules, and their rows in the store. */

type Db = Kysely<Tables>;

export const MAX_VALUES = 1000;
const DAY_MS = 24 * 60 * 60_000;

function storedByValue({ type, extra_json }: Pick<Row<"reports">, "type" | "extra_json">): ByValue | undefined {
  return type === "Alert" && extra_json ? ReportExtra.parse(JSON.parse(extra_json)).by_value : undefined;
}

/** Empty for alerts with a query. */
export function assertionIdsOf({ type, extra_json }: Pick<Row<"reports">, "type" | "extra_json">): number[] {
  return type === "Alert" && extra_json ? (ReportExtra.parse(JSON.parse(extra_json)).assertion_ids ?? []) : [];
}

/** Of an alert about assertions, which are its values. */
const EACH_AT_ONCE: ByValue = { pending_minutes: 0, sends_recovered: true };

export function byValueOf(report: Pick<Row<"reports">, "type" | "extra_json">): ByValue | undefined {
  return storedByValue(report) ?? (assertionIdsOf(report).length > 0 ? EACH_AT_ONCE : undefined);
}

export interface CheckedValue {
  /** JSON array of the columns before the last. */
  label: string;
  outcome: Outcome;
}

/** Throws 422 for more than 1,000 values and for values that occur twice. */
export function checkedValues(rows: readonly Labeled[], condition: Condition): CheckedValue[] {
  if (rows.length > MAX_VALUES)
    throw unprocessable(t("Alert query returned more than {count, number} values.", { count: MAX_VALUES }));
  const known = new Set<string>();
  return rows.map(({ label, cell }) => {
    if (known.has(label))
      throw unprocessable(t("Alert query returned {value} more than once.", { value: textOfLabel(label) }));
    known.add(label);
    return { label, outcome: { ...outcomeOfCell(cell, condition), rowCount: rows.length } };
  });
}

export type AlertValue = Omit<Row<"alert_values">, "report_id">;

export interface Rules extends ByValue {
  now: string;
  graceSeconds: number;
  isSilenced(label: string): boolean;
}

export interface Step {
  values: AlertValue[];
  /** Labels to send now. */
  firing: string[];
  recovered: string[];
  /** True if something would be sent if it weren't silenced. */
  isHeldBack: boolean;
}

/** Values that the query no longer returns count as not met, and are forgotten when they are OK. */
export function nextStep(before: readonly AlertValue[], checked: readonly CheckedValue[], rules: Rules): Step {
  const known = new Map(before.map((row) => [row.label, row]));
  const returned = new Map(checked.map(({ label, outcome }) => [label, outcome]));
  const step: Step = { values: [], firing: [], recovered: [], isHeldBack: false };
  for (const label of new Set([...returned.keys(), ...known.keys()])) {
    const outcome = returned.get(label);
    const row = { ...next(known.get(label), outcome, rules), label };
    if (outcome === undefined && row.state === "OK") continue;
    const isSilenced = rules.isSilenced(label);
    if (isDueNow(row, rules)) {
      if (isSilenced) step.isHeldBack = true;
      else step[row.state === "Firing" ? "firing" : "recovered"].push(label);
    }
    const isAnswered = row.state === "Recovered" && (isSilenced || !rules.sends_recovered);
    step.values.push(isAnswered ? { ...row, sent_on: null } : row);
  }
  return step;
}

function next(before: AlertValue | undefined, outcome: Outcome | undefined, rules: Rules): Omit<AlertValue, "label"> {
  const { state: last = "OK", since = rules.now, sent_on = null } = before ?? {};
  const state = outcome?.isTriggered ? metState(last, since, rules) : unmetState(last, since, rules);
  const value = typeof outcome?.value === "number" ? outcome.value : null;
  return { state, since: state === last ? since : rules.now, sent_on, value };
}

function metState(last: AlertState, since: string, { now, pending_minutes }: Rules): AlertState {
  if (last === "Firing") return "Firing";
  const waitedMs = last === "Pending" ? ageMs(since, parseTimestamp(now)) : 0;
  return waitedMs >= pending_minutes * 60_000 ? "Firing" : "Pending";
}

function unmetState(last: AlertState, since: string, { now }: Rules): AlertState {
  if (last === "Firing") return "Recovered";
  return last === "Recovered" && ageMs(since, parseTimestamp(now)) < DAY_MS ? "Recovered" : "OK";
}

function isDueNow({ state, sent_on }: AlertValue, { now, graceSeconds, sends_recovered }: Rules): boolean {
  if (state === "Firing") return sent_on === null || ageMs(sent_on, parseTimestamp(now)) >= graceSeconds * 1000;
  return state === "Recovered" && sent_on !== null && sends_recovered;
}

const MAX_LISTED = 50;

/** Of the message: a line for each value. */
export function messageOf({ firing, recovered }: Step, checked: readonly CheckedValue[]): string {
  const texts = new Map(checked.map(({ label, outcome }) => [label, outcome.text]));
  const linesOf = (title: string, labels: readonly string[]) => {
    if (labels.length === 0) return [];
    const lines = labels
      .slice(0, MAX_LISTED)
      .map((label) => `• ${textOfLabel(label)}: ${texts.get(label) ?? t("no longer returned")}`);
    const more = labels.length - MAX_LISTED;
    return [[title, ...lines, ...(more > 0 ? [t("and {count, number} more", { count: more })] : [])].join("\n")];
  };
  const titles = [
    t("{count, plural, one {# value is firing} other {# values are firing}}", { count: firing.length }),
    t("{count, plural, one {# value has recovered} other {# values have recovered}}", { count: recovered.length }),
  ] as const;
  return [...linesOf(titles[0], firing), ...linesOf(titles[1], recovered)].join("\n\n");
}

export function valuesOfAlert(db: Db, reportId: number): Promise<AlertValue[]> {
  return db
    .selectFrom("alert_values")
    .select(["label", "state", "since", "value", "sent_on"])
    .where("report_id", "=", reportId)
    .orderBy("label")
    .execute();
}

export function setValues(db: Db, reportId: number, values: readonly AlertValue[]): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await trx.deleteFrom("alert_values").where("report_id", "=", reportId).execute();
    const rows = values.map((value) => ({ ...value, report_id: reportId }));
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
      await trx
        .insertInto("alert_values")
        .values(rows.slice(at, at + ROWS_AT_ONCE))
        .execute();
  });
}

const ROWS_AT_ONCE = 100;

/** After the message, so that values are sent again if it fails. */
export function markSent({ values, firing, recovered }: Step, now: string): AlertValue[] {
  const [fired, ended] = [new Set(firing), new Set(recovered)];
  return values.map((value) => {
    if (fired.has(value.label)) return { ...value, sent_on: now };
    return ended.has(value.label) ? { ...value, sent_on: null } : value;
  });
}

export interface Silence {
  id: number;
  label: string | null;
  ends_on: string;
  comment: string | null;
}

export function silencesOf(db: Db, reportId: number, now: string): Promise<Silence[]> {
  return db
    .selectFrom("alert_silences")
    .select(["id", "label", "ends_on", "comment"])
    .where("report_id", "=", reportId)
    .where("ends_on", ">", now)
    .orderBy("id")
    .execute();
}

export const silencing = (silences: readonly Silence[]) => (label: string) =>
  silences.some((silence) => silence.label === null || silence.label === label);
