import type { ConditionalRule } from "../../chart-kit/table/conditional.ts";

export function isTwoSided(operator: string): boolean {
  return operator.includes("x");
}

/** For example `rate > 10` or `3 ≤ rate < 5`. `nameOf` returns the label of a column. */
export function ruleText(rule: ConditionalRule, nameOf = (column: string) => column): string {
  const column = nameOf(rule.column ?? "");
  const operator = rule.operator ?? "None";
  if (operator === "None") return `${column}: all values`;
  if (operator.startsWith("is ")) return `${column} ${operator}`;
  if (!isTwoSided(operator)) return `${column} ${operator} ${rule.targetValue ?? ""}`;
  const [left = "", right = ""] = operator.split("x").map((part) => part.trim());
  return `${rule.targetValueLeft ?? ""} ${left} ${column} ${right} ${rule.targetValueRight ?? ""}`;
}
