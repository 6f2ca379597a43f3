import { type RawBuilder, sql } from "kysely";
import type { Condition } from "../rights/rule.ts";
import { allOf } from "./list-filters.ts";

/** The ways to find one page of a list and the number of all its rows, as common tables `page` and `counted(n)`. */
export interface PageParts {
  /** What a page needs of all rows for which the conditions hold: `id` and `sort_key` in lists. */
  rows(conditions: readonly Condition[]): RawBuilder<unknown>;
  conditions: readonly Condition[];
  /** The number of these rows, in a parenthesis. */
  count: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
  window: RawBuilder<unknown>;
}

/** Without filters: rows are read in their order until the page is full. */
export function plainParts({ rows, conditions, count, order, window }: PageParts): RawBuilder<unknown> {
  return sql`page as materialized (${rows(conditions)} ${order} ${window}), counted as (select ${count} as n)`;
}

/** Filters may be much work: each row is asked once. */
export function foundParts({ rows, conditions, order, window }: PageParts): RawBuilder<unknown> {
  return sql`found as materialized (${rows(conditions)}), counted as (select count(*) as n from found),
    page as (select * from found ${order} ${window})`;
}

export function whereOf(conditions: readonly Condition[]): RawBuilder<unknown> {
  return conditions.length > 0 ? sql`where ${allOf(conditions)}` : sql``;
}
