import { queryOptions } from "@tanstack/react-query";
import * as api from "../../../api/dashboard/contract.ts";
import type { DataMaskMap } from "../../../model/data-mask.ts";
import { call } from "../../../web/client/client.ts";
import { toDashboard } from "./dashboard.ts";
import { parseStoredMasks, type UrlState } from "./url.ts";

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
  /** Masks by descending priority; the first existing one is used. */
  sources: (DataMaskMap | undefined)[];
  activeTabs: readonly string[];
  filterProblem: "gone" | "unreadable" | undefined;
}

/** Initial state from the URL: inline masks, then a permalink's, then those stored under a key. */
export function startQuery(reference: string, url: UrlState) {
  const filterProblem = url.isUnreadable ? "unreadable" : undefined;
  return queryOptions({
    queryKey: ["dashboard-start", reference, url.permalinkKey ?? null, url.nativeFiltersKey ?? null],
    queryFn: async ({ signal }): Promise<StartState> => {
      const [permalink, stored] = await Promise.all([
        url.permalinkKey
          ? nullOnError(call(api.showPermalink, { params: { key: url.permalinkKey } }, { signal }))
          : undefined,
        url.nativeFiltersKey
          ? nullOnError(call(api.showFilterState, { params: { id: reference, key: url.nativeFiltersKey } }, { signal }))
          : undefined,
      ]);
      return {
        sources: [
          url.nativeFilters,
          permalink?.state.dataMask ?? undefined,
          stored ? parseStoredMasks(stored.value) : undefined,
        ],
        activeTabs: permalink?.state.activeTabs ?? [],
        filterProblem: permalink === null || stored === null ? "gone" : filterProblem,
      };
    },
    // Without keys the URL has everything, and the dashboard renders without another request.
    initialData:
      url.permalinkKey || url.nativeFiltersKey
        ? undefined
        : { sources: [url.nativeFilters], activeTabs: [], filterProblem },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
}

async function nullOnError<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await request;
  } catch {
    return null;
  }
}
