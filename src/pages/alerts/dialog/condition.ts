import { type Draft, validatorOf } from "./draft.ts";

export function conditionOf(draft: Draft) {
  const { type, database, sql, op, threshold } = draft;
  if (type === "Report" || !database || sql.trim() === "") return undefined;
  if (op !== "not null" && threshold === null) return undefined;
  return { database: database.id, sql, ...validatorOf(draft) };
}

const VERDICTS = {
  ">": ["is more than", "is not more than"],
  ">=": ["is at least", "is less than"],
  "<": ["is less than", "is not less than"],
  "<=": ["is at most", "is more than"],
  "==": ["equals", "does not equal"],
  "!=": ["does not equal", "equals"],
} as const;

export function verdictText({ op, threshold }: Pick<Draft, "op" | "threshold">, isTriggered: boolean): string {
  const end = isTriggered ? "would fire" : "would not fire";
  if (op === "not null") return isTriggered ? `counts as a value: ${end}` : `counts as no value: ${end}`;
  return `${VERDICTS[op][isTriggered ? 0 : 1]} ${threshold?.toLocaleString("en-US") ?? ""}: ${end}`;
}
