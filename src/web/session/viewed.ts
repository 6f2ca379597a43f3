import { useEffect } from "react";
import { logEvent } from "./event-log.ts";

export function useViewed(kind: "dashboard" | "chart", id: number | undefined): void {
  useEffect(() => {
    if (id === undefined) return;
    if (kind === "chart") logEvent({ kind: "slice", id }, "mount_explorer");
    else logEvent({ kind: "dashboard", id }, "mount_dashboard");
  }, [kind, id]);
}
