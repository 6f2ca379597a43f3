import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import * as links from "../../api/public-link/contract.ts";
import { date } from "../../i18n/intl.ts";
import { t } from "../../i18n/translate.ts";
import { call } from "../../web/client/client.ts";
import { parseMoment } from "../../web/client/clock.ts";

export type { PublicLink } from "../../api/public-link/contract.ts";

export const PUBLIC_LINKS_PATH = "/public-links/";
export const PUBLIC_LINKS_KEY = "public-links";

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_SHOWN = 100;

export function usePublicLinkSettings() {
  return useQuery({
    queryKey: [PUBLIC_LINKS_KEY, "settings"],
    queryFn: async ({ signal }) => (await call(links.settings, {}, { signal })).result,
  });
}

/** Active links of a dashboard that the user can revoke. */
export function useDashboardLinks(dashboardId: number) {
  return useQuery({
    queryKey: [PUBLIC_LINKS_KEY, "dashboard", dashboardId],
    queryFn: async ({ signal }) => {
      const filters = [
        { col: "dashboard", opr: "rel_o_m", value: dashboardId },
        { col: "status", opr: "public_link_status", value: "active" },
      ];
      const q = { filters, order_column: "created_on", order_direction: "desc" as const, page_size: MAX_SHOWN };
      return (await call(links.list, { q }, { signal })).result;
    },
  });
}

export function useRefreshLinks(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries({ queryKey: [PUBLIC_LINKS_KEY] }), [queries]);
}

export const linkName = ({ name, dashboard }: links.PublicLink): string =>
  name || dashboard?.dashboard_title || t("Public link");

export const dayText = (moment: string): string => date(new Date(parseMoment(moment)));

/** Of a date input, in the browser's time zone. */
export function dayIn(days: number, now: number): string {
  const day = new Date(now + days * DAY_MS);
  const pad = (part: number) => String(part).padStart(2, "0");
  return `${day.getFullYear()}-${pad(day.getMonth() + 1)}-${pad(day.getDate())}`;
}

export const endOfDay = (day: string): string => new Date(`${day}T23:59:59`).toISOString();
