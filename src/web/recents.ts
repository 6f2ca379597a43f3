import { useQuery } from "@tanstack/react-query";
import { z } from "zod";
import { operation } from "../model/operation.ts";
import { call } from "./client.ts";

/** What the user looked at lately, as the server's log has it. */
export interface RecentItem {
  kind: "dashboard" | "chart";
  title: string;
  url: string;
  /** Epoch milliseconds. */
  at: number;
}

const recentActivity = operation({
  id: "session_recent_activity",
  method: "GET",
  path: "/api/v1/log/recent_activity/",
  summary: "Dashboards and charts the caller opened",
  q: z.looseObject({ page: z.number().optional(), page_size: z.number().optional() }),
  response: z.object({
    result: z.array(
      z.looseObject({
        item_type: z.string().nullish(),
        item_url: z.string().nullish(),
        item_title: z.string().nullish(),
        time: z.number(),
      }),
    ),
  }),
});

/** One entry per thing, newest first. */
export function useRecents() {
  return useQuery({
    queryKey: ["recents"],
    queryFn: async ({ signal }): Promise<RecentItem[]> => {
      const { result } = await call(recentActivity, { q: { page: 0, page_size: 24 } }, { signal });
      return result
        .filter((entry) => entry.item_url)
        .map((entry) => ({
          kind: entry.item_type === "dashboard" ? "dashboard" : "chart",
          title: entry.item_title ?? "Untitled",
          url: pathOf(entry.item_url ?? ""),
          at: entry.time,
        }));
    },
  });
}

/** Addresses of the log may be absolute. */
function pathOf(url: string): string {
  const at = new URL(url, window.location.origin);
  return at.pathname + at.search;
}
