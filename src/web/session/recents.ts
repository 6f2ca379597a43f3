import { useQuery } from "@tanstack/react-query";
import { recentActivity } from "../../api/log/contract.ts";
import { call } from "../client/client.ts";
import { isVisitor } from "./session.ts";

export interface RecentItem {
  kind: "dashboard" | "chart";
  title: string;
  url: string;
  at: number;
}

export function useRecents() {
  return useQuery({
    queryKey: ["recents"],
    queryFn: async ({ signal }): Promise<RecentItem[]> => {
      if (isVisitor()) return [];
      const { result } = await call(recentActivity, { q: { page: 0, page_size: 24 } }, { signal });
      return result.map((entry) => ({
        kind: entry.item_type === "dashboard" ? "dashboard" : "chart",
        title: entry.item_title,
        url: pathOf(entry.item_url),
        at: entry.time,
      }));
    },
  });
}

/** URLs in the log may be absolute. */
function pathOf(url: string): string {
  const at = new URL(url, window.location.origin);
  return at.pathname + at.search;
}
