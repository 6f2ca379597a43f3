import type { ConditionalRule } from "../../../chart-kit/table/conditional.ts";
import { GENERIC_TYPE } from "../../../model/query-context.ts";
import { isTwoSided } from "../../../web/control-words/rule-words.ts";

const NUMERIC = ["None", ">", "<", "≥", "≤", "=", "≠", "< x <", "≤ x ≤", "≤ x <", "< x ≤"];
const TEXT = ["None", "=", "begins with", "ends with", "containing", "not containing"];
const BOOLEAN = ["is null", "is true", "is false", "is not null"];

export function operatorsOfType(type: number): readonly string[] {
  if (type === GENERIC_TYPE.BOOLEAN) return BOOLEAN;
  return type === GENERIC_TYPE.STRING ? TEXT : NUMERIC;
}

function isUnset(value: unknown): boolean {
  return value === null || value === undefined || value === "";
}

export function ruleProblem(rule: ConditionalRule): string | undefined {
  if (!rule.column) return "Choose a column";
  const operator = rule.operator ?? "None";
  if (operator === "None" || operator.startsWith("is ")) return undefined;
  if (!isTwoSided(operator)) return isUnset(rule.targetValue) ? "Enter a value" : undefined;
  if (isUnset(rule.targetValueLeft) || isUnset(rule.targetValueRight)) return "Enter both values";
  return Number(rule.targetValueLeft) < Number(rule.targetValueRight) ? undefined : "From must be less than To";
}
