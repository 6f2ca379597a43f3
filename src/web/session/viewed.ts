import { useEffect } from "react";
import { logEvent } from "./event-log.ts";

/** Tells the server that this dashboard or chart was opened; Home's "Viewed" is made of it. Once per opening. */
export function useViewed(kind: "dashboard" | "chart", id: number | undefined): void {
  useEffect(() => {
    if (id === undefined) return;
    if (kind === "chart") logEvent({ kind: "slice", id }, "mount_explorer");
    else logEvent({ kind: "dashboard", id }, "mount_dashboard");
  }, [kind, id]);
}
