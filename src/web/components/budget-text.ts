import { number } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import type { BudgetExcess, BudgetKey } from "../../model/performance-budget.ts";

const MB = 1_000_000;

const unit = (value: number, name: "second" | "kilobyte" | "megabyte") =>
  number(value, { style: "unit", unit: name, unitDisplay: "narrow", maximumSignificantDigits: 3 });

const FORMATS: Readonly<Record<BudgetKey, (value: number) => string>> = {
  p95_ms: (value) => unit(value / 1000, "second"),
  rows: (value) => number(value),
  bytes: (value) => (value < MB ? unit(value / 1000, "kilobyte") : unit(value / MB, "megabyte")),
};

function excessText({ key, value, limit }: BudgetExcess): string {
  const values = { value: FORMATS[key](value), limit: FORMATS[key](limit) };
  switch (key) {
    case "p95_ms":
      return t("Load time: {value} (budget: {limit})", values);
    case "rows":
      return t("Rows: {value} (budget: {limit})", values);
    case "bytes":
      return t("Data: {value} (budget: {limit})", values);
  }
}

export function budgetText({ views, excess }: { views: number; excess: readonly BudgetExcess[] }): string {
  const basis = t("95th percentile of {views, plural, one {# view} other {# views}} in 7 days", { views });
  return [...excess.map(excessText), basis].join(" · ");
}
