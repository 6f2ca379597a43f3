import { record } from "../../api/log/contract.ts";
import { addressOf, call } from "../client/client.ts";
import { later, nowMs } from "../client/clock.ts";
import { guestToken } from "../client/guest.ts";
import { queryClient } from "../client/query.ts";
import { can } from "./session.ts";

/**
 * User activity on dashboards and charts, for the action log of this server only. Events are batched for a second, and
 * sent by beacon when the page is left, as that outlives it.
 */

const MAX_EVENTS = 1024;
const BATCH_WINDOW_MS = 1000;

export interface Place {
  kind: "dashboard" | "slice";
  id: number;
}

interface LoggedEvent extends Record<string, unknown> {
  event_name: string;
  source: Place["kind"];
  source_id: number;
  ts: number;
}

let pending: LoggedEvent[] = [];
let cancelTimer: (() => void) | undefined;

export function logEvent(place: Place, event_name: string, detail: object = {}): void {
  if (!can("can_log", "Superset")) return;
  watchForLeaving();
  pending.push({ event_name, source: place.kind, source_id: place.id, ts: nowMs(), ...detail });
  cancelTimer?.();
  if (pending.length >= MAX_EVENTS) flush(post);
  else cancelTimer = later(BATCH_WINDOW_MS, () => flush(post));
}

/** A request covers one dashboard or chart. */
function flush(by: (events: readonly LoggedEvent[]) => void): void {
  cancelTimer?.();
  const places = new Map<string, LoggedEvent[]>();
  for (const event of pending) {
    const place = `${event.source} ${event.source_id}`;
    places.set(place, [...(places.get(place) ?? []), event]);
  }
  pending = [];
  for (const events of places.values()) by(events);
}

function queryOf([first]: readonly LoggedEvent[]) {
  return { explode: "events", [first?.source === "slice" ? "slice_id" : "dashboard_id"]: first?.source_id };
}

function post(events: readonly LoggedEvent[]): void {
  call(record, { query: queryOf(events), body: { events: [...events] } })
    .then(() => {
      const isOpening = events.some(({ event_name }) => event_name.startsWith("mount_"));
      if (isOpening) void queryClient.invalidateQueries({ queryKey: ["recents"] });
    })
    .catch(() => {
      // Losing log entries is acceptable.
    });
}

/** Beacons have no headers, so the guest token is a form field. The browser rejects large ones. */
function beacon(events: readonly LoggedEvent[]): void {
  const form = new FormData();
  form.set("events", JSON.stringify(events));
  const token = guestToken();
  if (token !== undefined) form.set("guest_token", token);
  if (!navigator.sendBeacon(addressOf(record, { query: queryOf(events) }), form)) post(events);
}

let isWatching = false;

function watchForLeaving(): void {
  if (isWatching) return;
  isWatching = true;
  const handleLeaving = () => flush(beacon);
  window.addEventListener("pagehide", handleLeaving);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") handleLeaving();
  });
}
