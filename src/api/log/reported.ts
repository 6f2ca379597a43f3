import { t } from "../../i18n/translate.ts";
import { badRequest } from "../../model/errors.ts";
import { readJson } from "../../model/json-text.ts";
import { viewOf } from "../../model/performance-budget.ts";
import { AttemptSketch } from "../../server/attempt-sketch.ts";
import { networkOf } from "../../server/fair-share.ts";
import type { Context } from "../../server/http/route.ts";
import { chartRules } from "../../server/rights/charts.ts";
import { openDashboardRules } from "../../server/rights/dashboards.ts";
import { allowedAmong } from "../../server/rights/rule.ts";
import type { NewRow } from "../../server/store/tables.ts";
import { LARGEST_ID } from "./contract.ts";

/** Counted as usage, and in performance budgets. */
const VIEWS = ["load_dashboard", "mount_dashboard", "mount_explorer"];

const isView = (action: unknown): action is string => typeof action === "string" && VIEWS.includes(action);

const MAX_EVENTS = 1024;

interface Reported {
  events?: string | Record<string, unknown>[] | undefined;
  dashboard_id?: string | number | null | undefined;
  slice_id?: string | number | null | undefined;
}

export function entriesOf(ctx: Context, report: Reported): NewRow<"logs">[] {
  const referrer = ctx.request.headers.referer?.slice(0, 1000) ?? null;
  return eventsOf(report.events).map((event) => ({
    action: isView(event.event_name) ? event.event_name : "log",
    user_id: ctx.user.isAnonymous ? null : ctx.user.id,
    dashboard_id: idOf(event.dashboard_id ?? report.dashboard_id ?? sourceOf(event, "dashboard")),
    slice_id: idOf(event.slice_id ?? report.slice_id ?? sourceOf(event, "slice", "explore")),
    json: JSON.stringify(event),
    dttm: ctx.app.clock.timestamp(),
    duration_ms: Number.isFinite(event.duration) ? Number(event.duration) : null,
    referrer,
  }));
}

type Entry = NewRow<"logs">;

/** Views of what the caller can't open, and implausible or too many measured ones, become other events. */
export async function withOwnViews(ctx: Context, entries: readonly Entry[]): Promise<Entry[]> {
  const views = entries.filter(({ action }) => isView(action));
  const { db } = ctx.app;
  const dashboardIds = views.flatMap(({ dashboard_id }) => dashboard_id ?? []);
  const chartIds = views.flatMap(({ slice_id }) => slice_id ?? []);
  const dashboards = await allowedAmong(db, { table: "dashboards", rules: openDashboardRules(ctx.user) }, dashboardIds);
  const charts = await allowedAmong(db, { table: "charts", rules: chartRules(ctx.user) }, chartIds);
  const isOpen = ({ dashboard_id, slice_id }: Entry) =>
    (dashboard_id == null || dashboards.has(dashboard_id)) && (slice_id == null || charts.has(slice_id));
  const isOwn = (entry: Entry) => isOpen(entry) && (entry.action !== "load_dashboard" || isMeasured(ctx, entry));
  return entries.map((entry) => (isView(entry.action) && !isOwn(entry) ? { ...entry, action: "log" } : entry));
}

/** Of a dashboard, per user, or per network for anonymous callers. */
const MEASURED_PER_HOUR = 20;
const measuredCounter = () => new AttemptSketch();

function isMeasured({ app, user, request }: Context, { dashboard_id, duration_ms, json }: Entry): boolean {
  if (!viewOf(duration_ms, json)) return false;
  const viewer = user.isAnonymous ? `network ${networkOf(request.ip)}` : `user ${user.id}`;
  // The sketch counts the last 60 steps of its clock: minutes here.
  const rate = { allowed: MEASURED_PER_HOUR, nowMs: app.clock.elapsed() / 60 };
  return app.once(measuredCounter).attempt(`${viewer} dashboard ${dashboard_id}`, rate) === 0;
}

function eventsOf(reported: Reported["events"]): Record<string, unknown>[] {
  const events = typeof reported === "string" ? parsed(reported) : (reported ?? []);
  const isList = Array.isArray(events) && events.every((event) => typeof event === "object" && event !== null);
  if (!isList || events.length > MAX_EVENTS) throw badRequest(t("events is not a list of events"));
  return events;
}

function parsed(text: string): unknown {
  try {
    return readJson(text === "" ? "[]" : text);
  } catch {
    throw badRequest(t("events is not a list of events"));
  }
}

function sourceOf(event: Record<string, unknown>, ...sources: string[]): unknown {
  return typeof event.source === "string" && sources.includes(event.source) ? event.source_id : undefined;
}

function idOf(value: unknown): number | null {
  const id = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof id === "number" && Number.isInteger(id) && id > 0 && id <= LARGEST_ID ? id : null;
}
