import type { ConditionalRule } from "../../chart-kit/table/conditional.ts";
import { t } from "../../i18n/translate.ts";

export function isTwoSided(operator: string): boolean {
  return operator.includes("x");
}

const UNARY: Readonly<Record<string, (column: string) => string>> = {
  "is true": (column) => t("{column} is true", { column }),
  "is false": (column) => t("{column} is false", { column }),
  "is null": (column) => t("{column} is null", { column }),
  "is not null": (column) => t("{column} is not null", { column }),
};

export function ruleText(rule: ConditionalRule, nameOf = (column: string) => column): string {
  const column = nameOf(rule.column ?? "");
  const operator = rule.operator ?? "None";
  if (operator === "None") return t("{column}: all values", { column });
  const unary = UNARY[operator];
  if (unary) return unary(column);
  if (!isTwoSided(operator)) return `${column} ${operator} ${rule.targetValue ?? ""}`;
  const [left = "", right = ""] = operator.split("x").map((part) => part.trim());
  return `${rule.targetValueLeft ?? ""} ${left} ${column} ${right} ${rule.targetValueRight ?? ""}`;
}
