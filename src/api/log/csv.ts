import { csvCell } from "../../model/cell-text.ts";
import type { ListQuery } from "../../model/resource.ts";
import { type ListDefinition, matchingIds } from "../../server/http/resource-list.ts";
import { type Context, RawReply } from "../../server/http/route.ts";
import { entriesByIds } from "./store.ts";

const MAX_ROWS = 10_000;
const BATCH = 500;

const COLUMNS = [
  ...["dttm", "user_id", "username", "action", "verb", "object_kind", "object_id", "object_name", "result", "status"],
  ...["address", "duration_ms", "request_id", "dashboard_id", "slice_id", "details", "json"],
];

/** At most 10,000 rows; the header `x-row-limit-reached` says whether there are more. */
export async function csvReply(ctx: Context, list: ListDefinition, query: ListQuery): Promise<RawReply> {
  const all = { ...query, page: 0, page_size: MAX_ROWS };
  const { count, ids } = await matchingIds(ctx, { ...list, maxPageSize: MAX_ROWS }, all);
  const lines = [lineOf(COLUMNS)];
  for (let from = 0; from < ids.length; from += BATCH) {
    const some = ids.slice(from, from + BATCH);
    const rows = new Map((await entriesByIds(ctx, some)).map((row) => [row.id, row as Record<string, unknown>]));
    for (const id of some) {
      const row = rows.get(id);
      if (row) lines.push(lineOf(COLUMNS.map((column) => row[column])));
    }
  }
  return new RawReply(lines.join(""), {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": "attachment; filename=action_log.csv",
    "cache-control": "no-store",
    "x-row-limit": String(MAX_ROWS),
    "x-row-limit-reached": String(count > MAX_ROWS),
  });
}

const lineOf = (values: readonly unknown[]) =>
  `${values.map((value) => (value === null || value === undefined ? "" : csvCell(String(value)))).join(",")}\r\n`;
