import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { later } from "../../../web/client/clock.ts";
import { useDashboardPage } from "./context.ts";
import { hashOf, type UrlState, withParams } from "./url.ts";

const LAYOUT_MS = 150;

/** On arrival: opens the tabs that lead to the address's anchor or focused chart and scrolls there, once. */
export function useArrival(url: UrlState): void {
  const { store } = useDashboardPage();
  const navigate = useNavigate();
  const hasArrived = useRef(false);
  useEffect(() => {
    if (hasArrived.current) return;
    hasArrived.current = true;
    const { dashboard, reveal } = store.getState();
    const anchor = hashOf(window.location.hash);
    const tile = Object.values(dashboard.layout).find(
      (component) => url.focusedChart !== undefined && component.meta.chartId === url.focusedChart,
    );
    const target = tile?.id ?? (dashboard.layout[anchor] ? anchor : undefined);
    if (!target) return;
    reveal(target);
    later(LAYOUT_MS, () => {
      const element = document.querySelector<HTMLElement>(`[data-layout-id="${CSS.escape(target)}"]`);
      if (element?.getAttribute("role") !== "tabpanel") element?.scrollIntoView({ block: "start" });
      if (url.focusedChart === undefined) return;
      const search = withParams(window.location.search, { focused_chart: null });
      void navigate({ search, hash: window.location.hash }, { replace: true });
    });
  }, [store, navigate, url.focusedChart]);
}
