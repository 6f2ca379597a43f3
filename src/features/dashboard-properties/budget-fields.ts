import { number } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import type { BudgetKey } from "../../model/performance-budget.ts";

export interface BudgetField {
  key: BudgetKey;
  label: string;
  /** A limit is stored in milliseconds, rows and bytes. */
  unit: number;
}

export const BUDGET_FIELDS: readonly BudgetField[] = [
  { key: "p95_ms", label: t("Load time, ms"), unit: 1 },
  { key: "rows", label: t("Rows"), unit: 1 },
  { key: "bytes", label: t("Data, MB"), unit: 1_000_000 },
];

const MAX_LIMIT = 1e12;
const MIN_BYTES = 1000;

type Metadata = Readonly<Record<string, unknown>>;

/** As entered: limits may be invalid. */
export function budgetOf({ performance_budget: budget }: Metadata): Metadata {
  return typeof budget === "object" && budget !== null ? (budget as Metadata) : {};
}

export function budgetProblems(metadata: Metadata): Partial<Record<BudgetKey, string>> {
  const budget = budgetOf(metadata);
  const problems = BUDGET_FIELDS.map((field) => [field.key, problemOf(field, budget[field.key])] as const);
  return Object.fromEntries(problems.filter(([, problem]) => problem !== undefined));
}

function problemOf({ label, unit }: BudgetField, limit: unknown): string | undefined {
  if (limit === undefined || limit === null) return undefined;
  const isNumber = typeof limit === "number";
  if (unit === 1) {
    const isValid = isNumber && Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT;
    return isValid
      ? undefined
      : t("{label} must be a whole number from 1 to {most, number}", { label, most: MAX_LIMIT });
  }
  if (!isNumber || limit < MIN_BYTES) return t("{value} or more", { value: number(MIN_BYTES / unit) });
  return limit > MAX_LIMIT ? t("Too large: the limit is {limit}.", { limit: number(MAX_LIMIT / unit) }) : undefined;
}
