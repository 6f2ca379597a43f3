import { z } from "zod";
import type { ObjectKind } from "../../../model/audit.ts";
import type { Agent } from "./agent.ts";

export const FoundType = z.enum(["dashboard", "chart", "dataset", "database"]);
export type FoundType = z.infer<typeof FoundType>;

export const Id = z
  .number()
  .int()
  .positive()
  .max(2 ** 31 - 1);

export function linkTo({ origin }: Agent, type: FoundType, id: number): string {
  switch (type) {
    case "dashboard":
      return `${origin}/superset/dashboard/${id}/`;
    case "chart":
      return `${origin}/explore/?slice_id=${id}`;
    case "dataset":
      return `${origin}/explore/?datasource_type=table&datasource_id=${id}`;
    case "database":
      return `${origin}/databaseview/list/`;
  }
}

export const subjectOf = ({ type, id }: { type: ObjectKind; id: number }) => ({ kind: type, id });

/** Without what is empty, which tells an agent nothing. */
export function filled<T extends object>(fields: T): Partial<T> {
  const isFilled = (value: unknown) =>
    value !== null && value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => isFilled(value))) as Partial<T>;
}

export function objectIn(text: unknown): Record<string, unknown> {
  if (typeof text !== "string" || text === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}
