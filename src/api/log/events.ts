import { badRequest } from "../../model/errors.ts";
import { readJson } from "../../model/json-text.ts";
import type { Context } from "../../server/http/route.ts";
import type { NewRow } from "../../server/store/tables.ts";
import { LARGEST_ID } from "./contract.ts";

/** Events that the recents of the home page are made of keep their name; the others are entries of the action `log`. */
const NAMED = new Set(["mount_dashboard", "mount_explorer"]);
/** What browsers gather before they report. */
const MAX_EVENTS = 1024;

interface Reported {
  events?: string | Record<string, unknown>[] | undefined;
  dashboard_id?: string | number | null | undefined;
  slice_id?: string | number | null | undefined;
}

/** The entries of a report, each with what the whole report is about. Throws a 400 when it is not a list of objects. */
export function entriesOf(ctx: Context, report: Reported): NewRow<"logs">[] {
  const referrer = ctx.request.headers.referer?.slice(0, 1000) ?? null;
  return eventsOf(report.events).map((event) => ({
    action: typeof event.event_name === "string" && NAMED.has(event.event_name) ? event.event_name : "log",
    user_id: ctx.user.isAnonymous ? null : ctx.user.id,
    dashboard_id: idOf(event.dashboard_id ?? report.dashboard_id ?? sourceOf(event, "dashboard")),
    slice_id: idOf(event.slice_id ?? report.slice_id ?? sourceOf(event, "slice", "explore")),
    json: JSON.stringify(event),
    dttm: ctx.app.clock.timestamp(),
    duration_ms: typeof event.duration === "number" ? event.duration : null,
    referrer,
  }));
}

function eventsOf(given: Reported["events"]): Record<string, unknown>[] {
  const events = typeof given === "string" ? parsed(given) : (given ?? []);
  const isList = Array.isArray(events) && events.every((event) => typeof event === "object" && event !== null);
  if (!isList || events.length > MAX_EVENTS) throw badRequest("events is not a list of events");
  return events;
}

function parsed(text: string): unknown {
  try {
    return readJson(text === "" ? "[]" : text);
  } catch {
    throw badRequest("events is not a list of events");
  }
}

/** Events name what they happened on by `source` and `source_id` where they hold no id of their own. */
function sourceOf(event: Record<string, unknown>, ...sources: string[]): unknown {
  return typeof event.source === "string" && sources.includes(event.source) ? event.source_id : undefined;
}

function idOf(value: unknown): number | null {
  const id = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof id === "number" && Number.isInteger(id) && id > 0 && id <= LARGEST_ID ? id : null;
}
