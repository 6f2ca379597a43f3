import { type Kysely, type RawBuilder, sql } from "kysely";
import { type Clock, formatTimestamp } from "../clock.ts";
import type { Tables } from "./tables.ts";

const WINDOW_MS = 30 * 24 * 60 * 60 * 1000;

export const viewsSince = (clock: Clock): string => formatTimestamp(clock.now() - WINDOW_MS);

export type ViewedNoun = "dashboard" | "chart";

/** The actions are literals, so that the databases use the partial indexes of views. */
const VIEWS = {
  dashboard: { object: sql.ref("logs.dashboard_id"), isView: sql`logs.action = 'mount_dashboard'` },
  chart: { object: sql.ref("logs.slice_id"), isView: sql`logs.action = 'mount_explorer'` },
};

/** More views of an object in the window aren't counted. */
export const MOST_VIEWS = 10_000;

export interface Usage {
  id: number;
  /** Up to `MOST_VIEWS` + 1. */
  views: number;
  /** Signed-in users. */
  viewers: number;
  /** At any time, not only since the start of the window. */
  last_viewed: string | null;
}

interface Viewed {
  noun: ViewedNoun;
  ids: readonly number[];
  /** Timestamp. */
  since: string;
}

export async function usageOf(db: Kysely<Tables>, { noun, ids, since }: Viewed): Promise<Usage[]> {
  if (ids.length === 0) return [];
  const each = ids.map((id) => usageQuery(noun, id, since));
  const { rows } = await sql<Usage>`${sql.join(each, sql` union all `)}`.execute(db);
  return rows.map(({ id, views, viewers, last_viewed }) => ({
    id: Number(id),
    views: Number(views),
    viewers: Number(viewers),
    last_viewed,
  }));
}

function usageQuery(noun: ViewedNoun, id: number, since: string) {
  const { object, isView } = VIEWS[noun];
  const recent = sql`select logs.user_id from logs where ${isView} and ${object} = ${id} and logs.dttm >= ${since}
    order by logs.dttm desc limit ${sql.lit(MOST_VIEWS + 1)}`;
  const last = sql`select max(logs.dttm) from logs where ${isView} and ${object} = ${id}`;
  return sql`select cast(${id} as integer) as id, count(*) as views, count(distinct user_id) as viewers, (${last}) as last_viewed
    from (${recent}) as recent`;
}

/** To sort by; `id` is the column of the object's id. */
export function viewCount(noun: ViewedNoun, id: string, since: string): RawBuilder<unknown> {
  const { object, isView } = VIEWS[noun];
  return sql`(select count(*) from (select 1 from logs where ${isView} and ${object} = ${sql.ref(id)}
    and logs.dttm >= ${since} limit ${sql.lit(MOST_VIEWS + 1)}) as recent)`;
}

/** To sort by; objects without views come before all others. */
export function lastViewed(noun: ViewedNoun, id: string): RawBuilder<unknown> {
  const { object, isView } = VIEWS[noun];
  return sql`coalesce((select max(logs.dttm) from logs where ${isView} and ${object} = ${sql.ref(id)}), '')`;
}

/** Of all dashboards viewed since then, most viewed first. */
export async function dashboardViews(db: Kysely<Tables>, since: string): Promise<{ id: number; views: number }[]> {
  const { object, isView } = VIEWS.dashboard;
  const { rows } = await sql<{ id: number; views: number | string }>`select ${object} as id, count(*) as views
    from logs where ${isView} and logs.dttm >= ${since} and ${object} is not null
    group by ${object} order by count(*) desc, ${object}`.execute(db);
  return rows.map(({ id, views }) => ({ id, views: Number(views) }));
}
