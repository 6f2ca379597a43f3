import type { ConditionalRule } from "../../../chart-kit/table/conditional.ts";
import { t } from "../../../i18n/translate.ts";
import { GENERIC_TYPE } from "../../../model/query-context.ts";
import { isTwoSided } from "../../../web/control-words/rule-words.ts";

const NUMERIC = ["None", ">", "<", "≥", "≤", "=", "≠", "< x <", "≤ x ≤", "≤ x <", "< x ≤"];
const TEXT = ["None", "=", "begins with", "ends with", "containing", "not containing"];
const BOOLEAN = ["is null", "is true", "is false", "is not null"];

export function operatorsOfType(type: number): readonly string[] {
  if (type === GENERIC_TYPE.BOOLEAN) return BOOLEAN;
  return type === GENERIC_TYPE.STRING ? TEXT : NUMERIC;
}

const OPERATOR_NAMES: Readonly<Record<string, string>> = {
  None: t("Any value"),
  "begins with": t("begins with"),
  "ends with": t("ends with"),
  containing: t("containing"),
  "not containing": t("not containing"),
  "is null": t("is null"),
  "is true": t("is true"),
  "is false": t("is false"),
  "is not null": t("is not null"),
};

export const operatorName = (operator: string): string => OPERATOR_NAMES[operator] ?? operator;

function isUnset(value: unknown): boolean {
  return value === null || value === undefined || value === "";
}

export function ruleProblem(rule: ConditionalRule): string | undefined {
  if (!rule.column) return t("Choose a column");
  const operator = rule.operator ?? "None";
  if (operator === "None" || operator.startsWith("is ")) return undefined;
  if (!isTwoSided(operator)) return isUnset(rule.targetValue) ? t("Enter a value") : undefined;
  if (isUnset(rule.targetValueLeft) || isUnset(rule.targetValueRight)) return t("Enter both values");
  return Number(rule.targetValueLeft) < Number(rule.targetValueRight) ? undefined : t("From must be less than To");
}
