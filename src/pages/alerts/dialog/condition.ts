import { type Draft, validatorOf } from "./draft.ts";

export function conditionOf(draft: Draft) {
  const { type, database, sql, op, threshold, byValue, assertions } = draft;
  if (type === "Report" || assertions || !database || sql.trim() === "") return undefined;
  if (op !== "not null" && threshold === null) return undefined;
  return { database: database.id, sql, ...validatorOf(draft), ...(byValue && { by_value: true }) };
}
