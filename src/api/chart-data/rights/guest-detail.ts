import type { QueryContext, QueryObject } from "../../../model/query-context.ts";
import type { App } from "../../../server/app.ts";
import type { User } from "../../../server/user.ts";
import { chartQueries, maySeeRows } from "./guest-payload.ts";

/** What a guest may say of the rows behind a dashboard's charts: which of them, by values of columns, and which page. */
const OWN = new Set([
  "filters",
  "granularity",
  "time_range",
  "row_limit",
  "row_offset",
  "result_type",
  "is_rowcount",
  "url_params",
]);

/**
 * Whether a guest whose role may drill asks for nothing but rows of a dataset as they are, and how many there are. No
 * text of SQL and no column of their own making is theirs to send, but that of a saved filter of the chart in
 * `slice_id`, which has been found on their dashboard.
 */
export async function isPlainDetail(app: App, user: User, context: QueryContext): Promise<boolean> {
  if (!maySeeRows(user)) return false;
  const { form_data, queries, result_type } = context;
  if (form_data?.type !== undefined || form_data?.slice_id === 0) return false;
  const asksRows = queries.every((query) => {
    const type = query.result_type ?? result_type ?? "full";
    return type === "drill_detail" || type === "samples" || (type === "full" && query.is_rowcount === true);
  });
  if (!asksRows) return false;
  const hasOwnSql = queries.some(({ extras }) => !isNothing(extras?.where));
  const saved = hasOwnSql && form_data ? await chartQueries(app, form_data) : [];
  const savedSql = new Set(saved.map(({ extras }) => extras?.where));
  return queries.every(({ extras, ...query }) => {
    const { where, ...rest } = extras ?? {};
    return isPlain({ ...query, extras: rest }) && (isNothing(where) || savedSql.has(where));
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
