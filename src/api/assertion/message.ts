import { date, list, number } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import { type AssertionCheck, assertionMetric } from "../../model/assertion.ts";
import type { Names } from "./names.ts";
import type { AssertionRecord } from "./store.ts";

type Shown = Pick<AssertionRecord, "state" | "value" | "compared">;

/** A sentence in the reader's language; without the value if they can't see it. */
export function messageOf(check: AssertionCheck, shown: Shown | Pick<Shown, "state">, names: Names): string {
  const isShown = "value" in shown && (shown.state === "passed" || shown.state === "failed");
  return isShown ? withValue(check, shown, names) : stateText(shown.state);
}

export function stateText(state: Shown["state"]): string {
  if (state === "unchecked") return t("Not checked yet");
  if (state === "error") return t("Couldn't be checked");
  return state === "passed" ? t("Passed") : t("Failed");
}

function withValue(check: AssertionCheck, shown: Shown, names: Names): string {
  switch (check.kind) {
    case "not_null":
    case "unique":
    case "accepted_values":
    case "sql":
      return shown.state === "passed" ? t("Passed") : violations(check, shown, names);
    case "freshness":
      return latestText(check.params, shown, names);
    case "sum_equals":
    case "equals_dataset":
    case "change":
    case "range":
      return ofMetric(check, shown, names);
  }
}

function latestText({ column, hours }: { column: string; hours: number }, { state, value }: Shown, names: Names) {
  const name = names.column(column);
  if (value === null) return t("{name} has no value", { name });
  const latest = { column: name, time: timeText(value), hours };
  return state === "failed"
    ? t("Latest {column}: {time}, older than {hours, number} h", latest)
    : t("Latest {column}: {time}", latest);
}

/** As stored, not in the reader's time zone. */
const timeText = (value: string) => date(new Date(value), { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

function violations(check: AssertionCheck, { value, compared }: Shown, names: Names): string {
  const count = Number(value);
  switch (check.kind) {
    case "not_null":
      return t("{count, plural, one {# row has} other {# rows have}} no {column}", {
        count,
        column: names.column(check.params.column),
      });
    case "unique":
      return t(
        "{count, plural, one {# value of {columns} occurs} other {# values of {columns} occur}} more than once",
        {
          count,
          columns: list(check.params.columns.map(names.column)),
        },
      );
    case "accepted_values": {
      const found = { count, column: names.column(check.params.column), values: unexpected(compared) };
      return found.values === ""
        ? t("{count, plural, one {# row has} other {# rows have}} an unexpected {column}", found)
        : t("{count, plural, one {# row has} other {# rows have}} an unexpected {column}, such as {values}", found);
    }
    default:
      return t("The query returned {count, plural, one {# row} other {# rows}}", { count });
  }
}

/** Blank ones are quoted, so that they can be seen. */
function unexpected(compared: string | null): string {
  const values = compared === null ? [] : (JSON.parse(compared) as string[]);
  return list(
    values.map((text) => (text.trim() === "" ? JSON.stringify(text) : text)),
    "commas",
  );
}

function ofMetric(check: AssertionCheck, { value, compared }: Shown, names: Names): string {
  const name = names.metric(assertionMetric(check) ?? "");
  const shown = { name, value: numberText(value), other: numberText(compared) };
  if (check.kind === "change" && compared !== null && value !== null)
    return t("{name} changed by {value}% from {other}", shown);
  if (value === null) return t("{name} has no value", { name });
  if (check.kind === "range") return rangeText(check.params, Number(value), name);
  return names.other
    ? t("{name} is {value}, compared with {other} in {dataset}", { ...shown, dataset: names.other })
    : t("{name} is {value}, compared with {other}", shown);
}

function rangeText({ min, max }: { min?: number | undefined; max?: number | undefined }, value: number, name: string) {
  const shown = { name, value: number(value, EXACT) };
  if (min !== undefined && value < min)
    return t("{name} is {value}, less than {limit}", { ...shown, limit: number(min, EXACT) });
  if (max !== undefined && value > max)
    return t("{name} is {value}, more than {limit}", { ...shown, limit: number(max, EXACT) });
  return t("{name} is {value}", shown);
}

const EXACT = { maximumSignificantDigits: 15 } as const;

const numberText = (value: string | null) =>
  value === null ? "–" : number(Number(value), { maximumSignificantDigits: 6 });
