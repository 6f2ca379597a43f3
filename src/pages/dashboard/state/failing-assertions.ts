import { type QueryClient, QueryObserver } from "@tanstack/react-query";
import { ofDashboard } from "../../../api/assertion/contract.ts";
import { call } from "../../../web/client/client.ts";
import { later } from "../../../web/client/clock.ts";
import type { DashboardStore } from "./store.ts";

/** Charts may be refreshed one after the other. */
const AFTER_REFRESH_MS = 2000;

/** Keeps what fails up to date with the charts. Returns a function that stops it. A failure leaves what is shown. */
export function followAssertions(store: DashboardStore, client: QueryClient): () => void {
  const { id } = store.getState().dashboard.detail;
  const queryKey = ["assertions", "dashboard", id];
  const observer = new QueryObserver(client, {
    queryKey,
    staleTime: 0,
    queryFn: async ({ signal }) => (await call(ofDashboard, { params: { id } }, { signal })).result,
  });
  const stopObserving = observer.subscribe(({ data }) => {
    if (data && data !== store.getState().failing) store.getState().setFailing(data);
  });
  let cancel: (() => void) | undefined;
  const stopRefreshing = store.subscribe((now, before) => {
    if (now.refresh === before.refresh || cancel) return;
    cancel = later(AFTER_REFRESH_MS, () => {
      cancel = undefined;
      void observer.refetch();
    });
  });
  return () => {
    stopObserving();
    stopRefreshing();
    cancel?.();
  };
}
