import { useEffect } from "react";
import { record } from "../api/log/contract.ts";
import { call } from "./client.ts";
import { nowMs } from "./clock.ts";
import { isGuest } from "./guest.ts";
import { queryClient } from "./query.ts";

const EVENTS = { dashboard: "mount_dashboard", chart: "mount_explorer" } as const;
const SOURCES = { dashboard: "dashboard", chart: "slice" } as const;

/** Tells the server that this dashboard or chart was opened; Home's "Viewed" is made of it. Once per opening. */
export function useViewed(kind: keyof typeof EVENTS, id: number | undefined): void {
  useEffect(() => {
    if (id === undefined || isGuest()) return;
    const events = [{ event_name: EVENTS[kind], source: SOURCES[kind], source_id: id, ts: nowMs() }];
    call(record, { query: { explode: "events" }, body: { events } })
      .then(() => queryClient.invalidateQueries({ queryKey: ["recents"] }))
      .catch(() => {
        // A missing line in one's own history is no trouble worth telling.
      });
  }, [kind, id]);
}
