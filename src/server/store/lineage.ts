import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import { type Clock, formatTimestamp } from "../clock.ts";
import type { Tables } from "./tables.ts";

/**
 * The edges `e` of charts to a column or metric that their dataset doesn't have, or to what can't be queried since a
 * table lost a column. Columns in expressions that the dataset doesn't list (role `sql`) may exist all the same. Edges
 * of charts that were saved since say nothing.
 */
const IS_MISSING = sql<SqlBool>`(not exists (select 1 from lineage_changes
    where lineage_changes.kind = e.owner_kind and lineage_changes.object_id = e.owner_id) and (
  (e.target_kind = 'column' and e.role <> 'sql' and not exists (select 1 from dataset_columns
    where dataset_columns.dataset_id = e.target_id and dataset_columns.column_name = e.target_name))
  or (e.target_kind = 'metric' and not exists (select 1 from dataset_metrics
    where dataset_metrics.dataset_id = e.target_id and dataset_metrics.metric_name = e.target_name))
  or exists (select 1 from lineage_lost where lineage_lost.kind = e.target_kind
    and lineage_lost.dataset_id = e.target_id and lineage_lost.name = e.target_name)))`;

/** For lists; `id` is the column of the chart's id. */
export const isBrokenChart = (id: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select 1 from lineage_edges e where e.kind = 'chart' and e.object_id = ${sql.ref(id)}
    and ${IS_MISSING})`;

const CHUNK = 1000;

/** The columns and metrics that each of the charts is missing; charts that miss none are left out. */
export async function brokenAmong(db: Kysely<Tables>, ids: readonly number[]): Promise<Map<number, string[]>> {
  const found = new Map<number, Set<string>>();
  for (let start = 0; start < ids.length; start += CHUNK) {
    const { rows } = await sql<{ id: number; name: string }>`
      select e.object_id as id, coalesce((select min(lineage_lost.cause) from lineage_lost
        where lineage_lost.kind = e.target_kind and lineage_lost.dataset_id = e.target_id
        and lineage_lost.name = e.target_name), e.target_name) as name
      from lineage_edges e where e.kind = 'chart' and e.object_id in (${sql.join(ids.slice(start, start + CHUNK))})
      and ${IS_MISSING} order by e.object_id, name`.execute(db);
    for (const { id, name } of rows) found.set(Number(id), (found.get(Number(id)) ?? new Set<string>()).add(name));
  }
  return new Map([...found].map(([id, names]) => [id, [...names]]));
}

const UNUSED_MS = 90 * 24 * 60 * 60 * 1000;

/** Items that were created before and that nobody has opened or been sent since are unused. */
export const unusedSince = (clock: Clock): string => formatTimestamp(clock.now() - UNUSED_MS);

const isOpened = (dashboard: RawBuilder<unknown>, since: string) => sql<SqlBool>`(exists (select 1 from logs
    where logs.action = 'mount_dashboard' and logs.dashboard_id = ${dashboard} and logs.dttm >= ${since})
  or exists (select 1 from public_links
    where public_links.dashboard_id = ${dashboard} and public_links.last_opened_on >= ${since})
  or exists (select 1 from reports where reports.dashboard_id = ${dashboard} and reports.active))`;

const isDrawn = (chart: RawBuilder<unknown>, since: string) => sql<SqlBool>`(exists (select 1 from logs
    where logs.action = 'mount_explorer' and logs.slice_id = ${chart} and logs.dttm >= ${since})
  or exists (select 1 from reports where reports.chart_id = ${chart} and reports.active)
  or exists (select 1 from dashboard_charts where dashboard_charts.chart_id = ${chart}
    and ${isOpened(sql.ref("dashboard_charts.dashboard_id"), since)}))`;

/** Of the list's own rows. */
export const isUnused = {
  dashboard: (since: string) =>
    sql<SqlBool>`(dashboards.created_on < ${since} and not ${isOpened(sql.ref("dashboards.id"), since)})`,
  chart: (since: string) =>
    sql<SqlBool>`(charts.created_on < ${since} and not ${isDrawn(sql.ref("charts.id"), since)})`,
  dataset: (since: string) => sql<SqlBool>`(datasets.created_on < ${since}
    and not exists (select 1 from charts used where used.datasource_id = datasets.id
      and (used.created_on >= ${since} or ${isDrawn(sql.ref("used.id"), since)}))
    and not exists (select 1 from lineage_edges e where e.target_kind = 'dataset' and e.target_id = datasets.id
      and e.kind = 'filter' and ${isOpened(sql.ref("e.object_id"), since)}))`,
};
