import { queryOptions } from "@tanstack/react-query";
import * as api from "../../../api/dashboard/contract.ts";
import type { DataMaskMap } from "../../../model/data-mask.ts";
import { call } from "../../../web/client/client.ts";
import { toDashboard } from "./dashboard.ts";
import { parseStoredMasks, type UrlState } from "./url.ts";

/** A dashboard by id, uuid or slug: its three parts are asked for together. */
export function dashboardQuery(reference: string) {
  return queryOptions({
    queryKey: ["dashboard", reference],
    queryFn: async ({ signal }) => {
      const params = { id: reference };
      const [detail, charts, datasets] = await Promise.all([
        call(api.show, { params }, { signal }),
        call(api.charts, { params }, { signal }),
        call(api.datasets, { params }, { signal }),
      ]);
      return toDashboard({ detail: detail.result, charts: charts.result, datasets: datasets.result });
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
}

export interface StartState {
  /** Masks by falling priority; the first that is there counts. */
  sources: (DataMaskMap | undefined)[];
  activeTabs: readonly string[];
  /** Why filters that the address names could not be had. */
  lost: "gone" | "unreadable" | undefined;
}

/** What an address asks the page to start with: inline masks, then a permalink's, then those kept under a key. */
export function startQuery(reference: string, url: UrlState) {
  const lost = url.isUnreadable ? "unreadable" : undefined;
  return queryOptions({
    queryKey: ["dashboard-start", reference, url.permalinkKey ?? null, url.nativeFiltersKey ?? null],
    queryFn: async ({ signal }): Promise<StartState> => {
      const [permalink, kept] = await Promise.all([
        url.permalinkKey
          ? forgiving(call(api.showPermalink, { params: { key: url.permalinkKey } }, { signal }))
          : undefined,
        url.nativeFiltersKey
          ? forgiving(call(api.showFilterState, { params: { id: reference, key: url.nativeFiltersKey } }, { signal }))
          : undefined,
      ]);
      return {
        sources: [
          url.nativeFilters,
          permalink?.state.dataMask ?? undefined,
          kept ? parseStoredMasks(kept.value) : undefined,
        ],
        activeTabs: permalink?.state.activeTabs ?? [],
        lost: permalink === null || kept === null ? "gone" : lost,
      };
    },
    // An address that names neither says it all itself, so the dashboard is drawn without a round before.
    initialData:
      url.permalinkKey || url.nativeFiltersKey ? undefined : { sources: [url.nativeFilters], activeTabs: [], lost },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
}

/** A link or key that has gone leaves the dashboard with its defaults. */
async function forgiving<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch {
    return null;
  }
}
