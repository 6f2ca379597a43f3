import { useEffect, useLayoutEffect, useRef } from "react";
import { useStore } from "zustand";
import { setPageZone } from "../../../i18n/browser-zone.ts";
import type { DashboardStore } from "./store.ts";

/** Charts are requested and written in the dashboard's time zone, if it has one, and again when that changes. */
export function usePageZone(store: DashboardStore): void {
  const zone = useStore(store, ({ dashboard }) => dashboard.metadata.time_zone) ?? undefined;
  const shown = useRef(zone);
  // Before the charts render and request their data.
  setPageZone(zone);
  useLayoutEffect(() => {
    setPageZone(zone);
    return () => setPageZone(undefined);
  }, [zone]);
  useEffect(() => {
    if (shown.current === zone) return;
    shown.current = zone;
    const { dashboard, refreshCharts } = store.getState();
    refreshCharts([...dashboard.charts.keys()], false);
  }, [store, zone]);
}
