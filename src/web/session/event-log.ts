import { record } from "../../api/log/contract.ts";
import { addressOf, call } from "../client/client.ts";
import { later, nowMs } from "../client/clock.ts";
import { guestToken } from "../client/guest.ts";
import { queryClient } from "../client/query.ts";
import { can } from "./session.ts";

/**
 * What people do with a dashboard or chart, for the action log of this server and nobody else. Events are gathered until
 * nothing has happened for a second, and told by a beacon, which outlives the page, when it is left before.
 */

/** Of one report: as many as the server takes. */
const MOST = 1024;
const REST_MS = 1000;

export interface Place {
  kind: "dashboard" | "slice";
  id: number;
}

interface LoggedEvent extends Record<string, unknown> {
  event_name: string;
  source: Place["kind"];
  source_id: number;
  /** Epoch milliseconds. */
  ts: number;
}

let gathered: LoggedEvent[] = [];
let stopWaiting: (() => void) | undefined;

export function logEvent(place: Place, event_name: string, detail: object = {}): void {
  if (!can("can_log", "Superset")) return;
  watchForLeaving();
  gathered.push({ event_name, source: place.kind, source_id: place.id, ts: nowMs(), ...detail });
  stopWaiting?.();
  if (gathered.length >= MOST) tell(post);
  else stopWaiting = later(REST_MS, () => tell(post));
}

/** A report is about one dashboard or chart. */
function tell(by: (events: readonly LoggedEvent[]) => void): void {
  stopWaiting?.();
  const places = new Map<string, LoggedEvent[]>();
  for (const event of gathered) {
    const place = `${event.source} ${event.source_id}`;
    places.set(place, [...(places.get(place) ?? []), event]);
  }
  gathered = [];
  for (const events of places.values()) by(events);
}

function aboutOf([first]: readonly LoggedEvent[]) {
  return { explode: "events", [first?.source === "slice" ? "slice_id" : "dashboard_id"]: first?.source_id };
}

function post(events: readonly LoggedEvent[]): void {
  call(record, { query: aboutOf(events), body: { events: [...events] } })
    .then(() => {
      const isOpening = events.some(({ event_name }) => event_name.startsWith("mount_"));
      if (isOpening) void queryClient.invalidateQueries({ queryKey: ["recents"] });
    })
    .catch(() => {
      // A missing line in a log is no trouble worth telling.
    });
}

/** A beacon has no headers, so a guest's token is a field of its form. Refused when it is too large. */
function beacon(events: readonly LoggedEvent[]): void {
  const form = new FormData();
  form.set("events", JSON.stringify(events));
  const token = guestToken();
  if (token !== undefined) form.set("guest_token", token);
  if (!navigator.sendBeacon(addressOf(record, { query: aboutOf(events) }), form)) post(events);
}

let isWatching = false;

function watchForLeaving(): void {
  if (isWatching) return;
  isWatching = true;
  const handleLeaving = () => tell(beacon);
  window.addEventListener("pagehide", handleLeaving);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") handleLeaving();
  });
}
