import { act, cleanup } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { chartDataRoutes, renderOnDashboard } from "../../../testing/dashboard-page.tsx";
import type { ChartState } from "../../../web/chart-view/chart-state.ts";
import { useDashboardPage } from "./context.ts";
import { useColorSync } from "./use-color-sync.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const draw = { color: (_chart: number, _label: string) => {} };

function Synced() {
  const { colors } = useDashboardPage();
  draw.color = (chart, label) => void colors.chart(chart)(label);
  useColorSync();
  return null;
}

it("stores new shared labels in addition to stored ones", async () => {
  const routes = {
    ...chartDataRoutes(),
    "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
    "PUT /api/v1/dashboard/5/colors": { body: { result: {} } },
  };
  const { store, requests } = renderOnDashboard(<Synced />, { shared_label_colors: ["DFW"] }, routes);
  const finish = async (status: ChartState["status"]) => {
    act(() => [1, 2, 3].forEach((id) => void store.getState().report({ [id]: { status } })));
    await act(() => vi.advanceTimersByTimeAsync(3000));
  };
  const shared = () =>
    requests
      .filter(({ method }) => method === "PUT")
      .map(({ body }) => (body as { shared_label_colors: string[] }).shared_label_colors);
  draw.color(1, "ORD");
  await finish("ready");
  expect(shared()).toEqual([["DFW"]]);
  draw.color(2, "ORD");
  await finish("loading");
  await finish("ready");
  expect(shared()).toEqual([["DFW"], ["DFW", "ORD"]]);
  await finish("loading");
  await finish("ready");
  expect(shared()).toHaveLength(2);
});
