import { expect, test, vi } from "vitest";
import { signIn } from "../../../testing/dashboard-page.tsx";
import { serve } from "../../../testing/network.ts";
import { sampleDashboard } from "../../../testing/sample-dashboard.ts";
import { logView } from "./log-view.ts";
import { initialMasks } from "./masks.ts";
import { createDashboardStore } from "./store.ts";

test("logs chart loads and user actions", async () => {
  vi.useFakeTimers();
  signIn([["can_log", "Superset"]]);
  const requests = serve({ "POST /superset/log/": { body: "" } });
  const dashboard = sampleDashboard();
  const store = createDashboardStore({ dashboard, masks: initialMasks(dashboard.filters, []) });
  const { report, openTab, refreshCharts, clearAll } = store.getState();
  report({ 1: { status: "ready", startedAt: 10, finishedAt: 30 } });
  const stop = logView(store);
  report({ 2: { status: "loading", startedAt: 10 } });
  report({ 2: { status: "stopped", startedAt: 10, finishedAt: 50 } });
  openTab("TABS-1", "TAB-2");
  refreshCharts([1], true);
  refreshCharts([1, 2], true);
  clearAll();
  stop();
  report({ 2: { status: "ready", startedAt: 60, finishedAt: 80 } });
  await vi.advanceTimersByTimeAsync(1000);
  vi.useRealTimers();
  expect(requests.map(({ url }) => url)).toEqual([`/superset/log/?explode=events&dashboard_id=${dashboard.detail.id}`]);
  expect(requests.flatMap(({ body }) => (body as { events: object[] }).events)).toMatchObject([
    { event_name: "load_chart", slice_id: 1, duration: 20 },
    { event_name: "load_chart", slice_id: 2, duration: 40, has_err: true, error_details: "abort" },
    { event_name: "select_dashboard_tab", target_id: "TAB-2" },
    { event_name: "force_refresh_chart", slice_id: 1 },
    { event_name: "force_refresh_dashboard", chart_count: 2 },
    { event_name: "change_dashboard_filter" },
  ]);
});
