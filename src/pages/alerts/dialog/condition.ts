import { type Draft, validatorOf } from "./draft.ts";

export function conditionOf(draft: Draft) {
  const { type, database, sql, op, threshold, byValue } = draft;
  if (type === "Report" || !database || sql.trim() === "") return undefined;
  if (op !== "not null" && threshold === null) return undefined;
  return { database: database.id, sql, ...validatorOf(draft), ...(byValue && { by_value: true }) };
}
