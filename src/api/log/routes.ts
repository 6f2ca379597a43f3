import { type SqlBool, sql } from "kysely";
import { msg, t } from "../../i18n/translate.ts";
import { dashboardUrl } from "../../model/dashboard.ts";
import { notFound, TesseraError } from "../../model/errors.ts";
import { AttemptSketch } from "../../server/attempt-sketch.ts";
import { agoText, parseTimestamp } from "../../server/clock.ts";
import { networkOf } from "../../server/fair-share.ts";
import { anyColumnContains } from "../../server/http/list-filters.ts";
import { collectionRoutes, firstNameOf, type ListDefinition } from "../../server/http/resource-list.ts";
import {
  audited,
  type Context,
  permission,
  RawReply,
  type Resource,
  route,
  unaudited,
  withOptions,
} from "../../server/http/route.ts";
import * as contract from "./contract.ts";
import { csvReply } from "./csv.ts";
import { entriesOf, withOwnViews } from "./reported.ts";
import { addEntries, addEntry, entriesByIds, type Opened, pruneLog, recentlyOpened } from "./store.ts";
import { usage } from "./usage.ts";

const DEFAULT_ACTIONS = ["mount_explorer", "mount_dashboard"];
const DEFAULT_PAGE_SIZE = 20;
const MAX_PAGE_SIZE = 100;
const MAX_PAGE = 100_000;
const HOUR_MS = 60 * 60 * 1000;
const REPORT_BYTES = 1024 * 1024;

/** All other entries record what someone changed or sent. */
const VIEWS = ["log", "load_dashboard", "mount_dashboard", "mount_explorer", "table_preview", "public_link_opened"];

const TEXTS = ["logs.action", "logs.json", "logs.address"];

/** Only administrators see the names of everything. */
const NAMES = ["logs.object_name", "logs.details", "logs.username"];

const LIST: ListDefinition = {
  view: "Log",
  title: msg("List Log"),
  table: "logs",
  permissions: ["can_read", "can_write", "can_recent_activity"],
  columns: [
    "user.first_name",
    "user.last_name",
    "user.username",
    "user_id",
    "action",
    "dttm",
    "json",
    "slice_id",
    "dashboard_id",
    "duration_ms",
    "referrer",
    "slice_name",
    "dashboard_title",
    "verb",
    "username",
    "address",
    "request_id",
    "object_kind",
    "object_id",
    "object_name",
    "details",
    "result",
    "status",
  ],
  search: {
    user: { type: "one", column: "logs.user_id" },
    user_id: { type: "number", column: "logs.user_id" },
    action: { type: "text", column: "logs.action" },
    dttm: { type: "date", column: "logs.dttm" },
    json: { type: "text", column: "logs.json" },
    slice_id: { type: "number", column: "logs.slice_id" },
    dashboard_id: { type: "number", column: "logs.dashboard_id" },
    duration_ms: { type: "number", column: "logs.duration_ms" },
    referrer: { type: "text", column: "logs.referrer" },
    username: { type: "text", column: "logs.username" },
    address: { type: "text", column: "logs.address" },
    request_id: { type: "text", column: "logs.request_id" },
    verb: { type: "text", column: "logs.verb" },
    object_kind: { type: "text", column: "logs.object_kind" },
    object_id: { type: "text", column: "logs.object_id" },
    result: { type: "text", column: "logs.result" },
    status: { type: "number", column: "logs.status" },
  },
  filters: {
    "action:log_all_text": (value, ctx) => anyColumnContains(ctx.user.isAdmin ? [...TEXTS, ...NAMES] : TEXTS)(value),
    "action:log_kind": (value) => {
      const isView = sql<SqlBool>`logs.action in (${sql.join(VIEWS)})`;
      return value === "views" ? isView : sql<SqlBool>`not ${isView}`;
    },
    "action:log_verb": (value) => sql<SqlBool>`logs.verb = ${String(value)}`,
    "action:log_dashboard": (value) => sql<SqlBool>`logs.dashboard_id = ${Number(value) || 0}`,
    "action:log_chart": (value) => sql<SqlBool>`logs.slice_id = ${Number(value) || 0}`,
  },
  order: {
    action: "logs.action",
    dttm: "logs.dttm",
    json: "logs.json",
    "user.username": { via: "logs.user_id", table: "users", name: "username" },
    "user.first_name": firstNameOf("logs.user_id"),
    "user.last_name": { via: "logs.user_id", table: "users", name: "last_name" },
    user_id: "logs.user_id",
    slice_id: "logs.slice_id",
    dashboard_id: "logs.dashboard_id",
    duration_ms: "logs.duration_ms",
    referrer: "logs.referrer",
    result: "logs.result",
    object_kind: "logs.object_kind",
  },
  baseOrder: { column: "dttm", direction: "desc" },
  present: entriesByIds,
  texts: () => ["json", "details"],
  related: { user: { kind: "users" } },
  createBody: contract.CreateLog,
};

/** Per user, or per network for anonymous callers: events, or kB. */
const EVENTS_PER_MINUTE = 2000;
const eventCounter = () => new AttemptSketch();

interface StoredTexts {
  action?: string | null | undefined;
  json?: string | null | undefined;
  referrer?: string | null | undefined;
}

const ROW_BYTES = 100;
const bytesOf = ({ action, json, referrer }: StoredTexts) =>
  [action, json, referrer].reduce((sum, text) => sum + Buffer.byteLength(text ?? ""), ROW_BYTES);

function assertRate({ app, user, request }: Context, entries: readonly StoredTexts[]): void {
  const key = user.isAnonymous ? `network ${networkOf(request.ip)}` : `user ${user.id}`;
  const attempts = entries.reduce((sum, entry) => sum + Math.ceil(bytesOf(entry) / 1000), 0);
  const rate = { allowed: EVENTS_PER_MINUTE, nowMs: app.clock.elapsed(), attempts };
  const waitSeconds = app.once(eventCounter).attempt(key, rate);
  if (waitSeconds === 0) return;
  const message = t(
    "Too many events: the limit is {limit, number} per minute. Try again in {seconds, plural, one {# second} other {# seconds}}.",
    { limit: EVENTS_PER_MINUTE, seconds: waitSeconds },
  );
  throw new TesseraError(429, { message });
}

const record = route(
  contract.record,
  unaudited(permission("can_log", "Superset"), "is an entry of the log itself"),
  async (ctx, { query, body }) => {
    const entries = entriesOf(ctx, { ...query, ...body });
    assertRate(ctx, entries);
    await addEntries(ctx.app, await withOwnViews(ctx, entries));
    return new RawReply("", { "content-type": "text/plain" });
  },
);

const create = route(
  contract.create,
  unaudited(permission("can_write", "Log"), "is an entry of the log itself"),
  async (ctx, { body }) => {
    const { app, user } = ctx;
    assertRate(ctx, [body]);
    const none = { dashboard_id: null, slice_id: null, json: null, duration_ms: null, referrer: null };
    const id = await addEntry(app, { ...none, ...body, user_id: user.id, dttm: app.clock.timestamp() });
    return { id, result: body };
  },
);

const recentActivity = route(contract.recentActivity, permission("can_recent_activity", "Log"), async (ctx, { q }) => {
  const requested = Math.trunc(q.page_size ?? DEFAULT_PAGE_SIZE);
  const limit = requested < 1 || requested > MAX_PAGE_SIZE ? MAX_PAGE_SIZE : requested;
  const page = Math.min(Math.max(0, Math.trunc(q.page ?? 0)), MAX_PAGE);
  const opened = await recentlyOpened(ctx.app, {
    user: ctx.user,
    actions: q.actions ?? DEFAULT_ACTIONS,
    distinct: q.distinct ?? true,
    limit,
    offset: page * limit,
  });
  return { result: opened.map((entry) => presentRecent(ctx, entry)) };
});

function presentRecent(ctx: Context, entry: Opened) {
  const isChart = entry.slice_id !== null;
  const item_type: "dashboard" | "slice" = isChart ? "slice" : "dashboard";
  return {
    action: entry.action,
    item_type,
    item_url: isChart
      ? `/explore/?slice_id=${entry.slice_id}`
      : dashboardUrl({ id: Number(entry.dashboard_id), slug: entry.slug }),
    item_title: (isChart ? entry.slice_name : entry.dashboard_title) ?? "",
    time: parseTimestamp(entry.dttm),
    time_delta_humanized: agoText(entry.dttm, ctx.app.clock.now()),
  };
}

const csv = route(
  contract.csv,
  audited(permission("can_read", LIST.view), { action: "LogRestApi.csv", verb: "export", kind: "log" }),
  (ctx, { q }) => csvReply(ctx, LIST, q ?? {}),
);

const show = route(contract.show, permission("can_read", "Log"), async (ctx, { params }) => {
  const [entry] = await entriesByIds(ctx, [params.id]);
  if (!entry) throw notFound();
  return { id: params.id, result: entry as never };
});

export const log: Resource = {
  name: "log",
  routes: [
    withOptions(record, { acceptsForm: true, bodyLimit: REPORT_BYTES }),
    recentActivity,
    usage,
    ...collectionRoutes({ list: contract.list, info: contract.info, related: contract.related }, LIST),
    csv,
    show,
    withOptions(create, { invalidStatus: 422 }),
  ],
  periodic: [{ name: "drop-old-log", everyMs: HOUR_MS, isRetention: true, run: pruneLog }],
};
