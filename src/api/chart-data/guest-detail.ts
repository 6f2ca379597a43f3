import type { QueryContext, QueryObject } from "../../model/query-context.ts";
import type { User } from "../../server/auth/user.ts";

/** What a guest may say of the rows behind a dashboard's charts: which of them, by values of columns, and which page. */
const OWN = new Set(["filters", "granularity", "time_range", "row_limit", "row_offset", "result_type", "is_rowcount"]);

/**
 * Whether a guest whose role may drill asks for nothing but rows of a dataset as they are, and how many there are. No
 * text of SQL and no column of their own making is theirs to send.
 */
export function isPlainDetail(user: User, { form_data, queries, result_type }: QueryContext): boolean {
  if (!user.can("can_drill", "Dashboard")) return false;
  if (form_data?.slice_id !== undefined || form_data?.type !== undefined) return false;
  return queries.every((query) => {
    const type = query.result_type ?? result_type ?? "full";
    const isRows = type === "drill_detail" || type === "samples" || (type === "full" && query.is_rowcount === true);
    return isRows && isPlain(query);
  });
}

function isPlain(query: QueryObject): boolean {
  const given = Object.entries(query).filter(([, value]) => !isNothing(value));
  return given.every(([name]) => OWN.has(name)) && (query.filters ?? []).every(({ col }) => typeof col === "string");
}

function isNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === "" || value === false) return true;
  return typeof value === "object" && Object.values(value).every(isNothing);
}
