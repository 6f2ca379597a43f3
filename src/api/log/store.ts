import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { ObjectKind } from "../../model/audit.ts";
import type { App } from "../../server/app.ts";
import { currentAuditedRequest } from "../../server/audit/audited-request.ts";
import { type Entry, recordEntries, recordedColumns } from "../../server/audit/entries.ts";
import { formatTimestamp } from "../../server/clock.ts";
import type { WireRow } from "../../server/http/resource-list.ts";
import { chartRules } from "../../server/rights/charts.ts";
import { openDashboardRules } from "../../server/rights/dashboards.ts";
import { anyOf } from "../../server/rights/rule.ts";
import type { Actor } from "../../server/store/stamp.ts";
import type { NewRow } from "../../server/store/tables.ts";
import type { User } from "../../server/user.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const YEAR_MS = 365 * DAY_MS;

export async function addEntries(app: App, entries: readonly NewRow<"logs">[]): Promise<void> {
  if (entries.length > 0) await app.db.insertInto("logs").values(entries).execute();
}

/** Of a handler, with what the server knows of its request. */
interface HandlerEntry extends NewRow<"logs"> {
  object_kind?: ObjectKind | null;
}

/**
 * In the transaction of what it records. Within the request of a route that is recorded `by-handler`, the entry also
 * says who did it, from where and to what.
 * `noted` has names that only administrators may see.
 */
export async function addLogEntry({ db }: Pick<App, "db">, entry: HandlerEntry, noted: object = {}): Promise<void> {
  const audited = currentAuditedRequest();
  if (audited?.audit.recorded !== "by-handler") {
    await addEntry({ db }, entry);
    return;
  }
  const { action, object_id = null, object_name = null, object_kind = audited.audit.kind ?? null, json } = entry;
  const details = { ...(json ? (JSON.parse(json) as Record<string, unknown>) : {}), ...noted };
  const { address, requestId: request_id, user } = audited;
  const known = { user_id: user?.id || null, username: user?.username || null, address, request_id };
  const written = { action, verb: audited.audit.verb, ...known, object_kind, object_id, object_name, details };
  const whole: Entry = { ...written, result: "ok", status: 200, duration_ms: entry.duration_ms ?? null };
  await addEntry({ db }, { ...entry, ...recordedColumns(whole) });
  audited.written.push(whole);
}

export async function addEntry({ db }: Pick<App, "db">, entry: NewRow<"logs">): Promise<number> {
  return (await db.insertInto("logs").values(entry).returning("id").executeTakeFirstOrThrow()).id;
}

const BATCH_ROWS = 10_000;

/** Views for `TESSERA_LOG_DAYS`, what the server records for `TESSERA_AUDIT_DAYS`. */
export async function pruneLog(app: App): Promise<void> {
  const { logDays, auditDays } = app.config.retention;
  const views = await pruneOlder(app, logDays, "is");
  const recorded = await pruneOlder(app, auditDays, "is not");
  const count = views + recorded;
  if (count > 0)
    await recordEntries(app, [
      { action: "log_pruned", verb: "clear", object_kind: "log", result: "ok", details: { count } },
    ]);
}

async function pruneOlder({ db, clock }: App, days: number | undefined, isNull: "is" | "is not"): Promise<number> {
  if (days === undefined) return 0;
  const before = formatTimestamp(clock.now() - days * DAY_MS);
  const old = db
    .selectFrom("logs")
    .select("id")
    .where("dttm", "<", before)
    .where("result", isNull, null)
    .limit(BATCH_ROWS);
  let total = 0;
  for (let dropped = BATCH_ROWS; dropped === BATCH_ROWS; total += dropped) {
    const { numDeletedRows } = await db.deleteFrom("logs").where("id", "in", old).executeTakeFirst();
    dropped = Number(numDeletedRows);
  }
  return total;
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
  distinct: boolean;
  limit: number;
  offset: number;
}

const ENTRIES_EACH = 20;

export async function recentlyOpened(app: App, query: OpenedQuery): Promise<Opened[]> {
  if (query.actions.length === 0) return [];
  const since = formatTimestamp(app.clock.now() - YEAR_MS);
  const mine = sql`select id, dashboard_id, slice_id from logs where user_id = ${query.user.id}
    and action in (${sql.join(query.actions)}) and (dashboard_id is not null or slice_id is not null)
    ${query.distinct ? sql`and dttm >= ${since}` : sql``}`;
  const latest = ENTRIES_EACH * (query.offset + query.limit);
  const inOrder = sql`${mine} order by dttm desc, id desc limit`;
  const found = await openedAmong(query, sql`${inOrder} ${latest}`).execute(app.db);
  if (found.rows.length === query.limit) return found.rows;
  const { rows: more } = await sql`${inOrder} 1 offset ${latest}`.execute(app.db);
  return more.length === 0 ? found.rows : (await openedAmong(query, mine).execute(app.reads)).rows;
}

function openedAmong(query: OpenedQuery, mine: RawBuilder<unknown>): RawBuilder<Opened> {
  const picked = query.distinct
    ? sql`select max(id) as id from (${mine}) as mine
        group by case when slice_id is null then dashboard_id end, slice_id`
    : sql`select id from (${mine}) as mine`;
  const charts = anyOf(chartRules(query.user));
  const dashboards = anyOf(openDashboardRules(query.user));
  return sql<Opened>`
    select logs.action, logs.dashboard_id, logs.slice_id, logs.dttm,
      dashboards.dashboard_title, dashboards.slug, charts.slice_name
    from logs
    left join charts on charts.id = logs.slice_id ${charts ? sql`and ${charts}` : sql``}
    left join dashboards on dashboards.id = logs.dashboard_id and logs.slice_id is null
      ${dashboards ? sql`and ${dashboards}` : sql``}
    where logs.id in (${picked}) and (charts.id is not null or dashboards.id is not null)
    order by logs.dttm desc, logs.id desc limit ${query.limit} offset ${query.offset}`;
}

/** Names only of charts and dashboards that the user can open; administrators see the names of everything. */
export async function entriesByIds({ app, user }: Actor, ids: readonly number[]): Promise<WireRow[]> {
  const charts = readable(user, "Chart", anyOf(chartRules(user)));
  const dashboards = readable(user, "Dashboard", anyOf(openDashboardRules(user)));
  const rows = await app.db
    .selectFrom("logs")
    .leftJoin("users", "users.id", "logs.user_id")
    .leftJoin("charts", (join) => join.onRef("charts.id", "=", "logs.slice_id").on(charts))
    .leftJoin("dashboards", (join) => join.onRef("dashboards.id", "=", "logs.dashboard_id").on(dashboards))
    .selectAll("logs")
    .select(["users.first_name", "users.last_name", "users.username as account"])
    .select(["charts.slice_name", "dashboards.dashboard_title"])
    .where("logs.id", "in", ids)
    .execute();
  return rows.map(({ first_name, last_name, account, ...entry }) => ({
    ...(user.isAdmin ? entry : withoutNames(entry)),
    user: account === null ? null : { first_name, last_name, username: account },
  }));
}

const readable = (user: User, view: string, rule: RawBuilder<SqlBool> | undefined) =>
  user.can("can_read", view) ? (rule ?? sql<SqlBool>`1 = 1`) : sql<SqlBool>`1 = 0`;

interface Named {
  object_kind?: string | null;
  object_name?: string | null;
  details?: string | null;
  slice_name: string | null;
  dashboard_title: string | null;
}

function withoutNames<T extends Named>(entry: T): T {
  const { object_kind: kind, slice_name, dashboard_title } = entry;
  const object_name = kind === "chart" ? slice_name : kind === "dashboard" ? dashboard_title : null;
  const { fields } = JSON.parse(entry.details ?? "{}") as { fields?: unknown };
  return { ...entry, object_name, details: fields === undefined ? null : JSON.stringify({ fields }) };
}
