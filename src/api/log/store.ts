import { sql } from "kysely";
import type { App } from "../../server/app.ts";
import type { User } from "../../server/auth/user.ts";
import { formatTimestamp } from "../../server/clock.ts";
import type { WireRow } from "../../server/http/resource-list.ts";
import { chartRules } from "../../server/rights/charts.ts";
import { openDashboardRules } from "../../server/rights/dashboards.ts";
import { anyOf } from "../../server/rights/rule.ts";
import type { NewRow } from "../../server/store/tables.ts";

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

export async function addEntries(app: App, entries: readonly NewRow<"logs">[]): Promise<void> {
  if (entries.length > 0) await app.db.insertInto("logs").values(entries).execute();
}

export async function addEntry({ db }: App, entry: NewRow<"logs">): Promise<number> {
  return (await db.insertInto("logs").values(entry).returning("id").executeTakeFirstOrThrow()).id;
}

export interface Opened {
  action: string;
  dashboard_id: number | null;
  slice_id: number | null;
  dttm: string;
  dashboard_title: string | null;
  slug: string | null;
  slice_name: string | null;
}

export interface OpenedQuery {
  user: User;
  actions: readonly string[];
  /** One per object, the latest, of the last year. */
  distinct: boolean;
  limit: number;
  offset: number;
}

/** What a user opened, and is still there and theirs to open, latest first. */
export async function openedBy(app: App, query: OpenedQuery): Promise<Opened[]> {
  if (query.actions.length === 0) return [];
  const since = formatTimestamp(app.clock.now() - YEAR_MS);
  const mine = sql`from logs where user_id = ${query.user.id} and action in (${sql.join(query.actions)})
    and (dashboard_id is not null or slice_id is not null)`;
  const picked = query.distinct
    ? sql`select max(id) as id ${mine} and dttm >= ${since}
        group by case when slice_id is null then dashboard_id end, slice_id`
    : sql`select id ${mine}`;
  const charts = anyOf(chartRules(query.user));
  const dashboards = anyOf(openDashboardRules(query.user));
  const { rows } = await sql<Opened>`
    select logs.action, logs.dashboard_id, logs.slice_id, logs.dttm,
      dashboards.dashboard_title, dashboards.slug, charts.slice_name
    from logs
    left join charts on charts.id = logs.slice_id ${charts ? sql`and ${charts}` : sql``}
    left join dashboards on dashboards.id = logs.dashboard_id and logs.slice_id is null
      ${dashboards ? sql`and ${dashboards}` : sql``}
    where logs.id in (${picked}) and (charts.id is not null or dashboards.id is not null)
    order by logs.dttm desc, logs.id desc limit ${query.limit} offset ${query.offset}`.execute(app.db);
  return rows;
}

export async function entriesByIds(app: App, ids: readonly number[]): Promise<WireRow[]> {
  const rows = await app.db
    .selectFrom("logs")
    .leftJoin("users", "users.id", "logs.user_id")
    .selectAll("logs")
    .select(["users.first_name", "users.last_name", "users.username"])
    .where("logs.id", "in", ids)
    .execute();
  return rows.map(({ first_name, last_name, username, ...entry }) => ({
    ...entry,
    user: username === null ? null : { first_name, last_name, username },
  }));
}
