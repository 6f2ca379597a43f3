import { act, cleanup } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { chartDataRoutes, openPart } from "../../../testing/dashboard-page.tsx";
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

it("stores labels that charts come to share later, beside those stored as shared", async () => {
  const routes = {
    ...chartDataRoutes(),
    "GET /api/v1/security/csrf_token/": { body: { result: "t" } },
    "PUT /api/v1/dashboard/5/colors": { body: { result: {} } },
  };
  const { store, asked } = openPart(<Synced />, { shared_label_colors: ["DFW"] }, routes);
  const settle = async (status: ChartState["status"]) => {
    act(() => [1, 2, 3].forEach((id) => void store.getState().report(id, { status })));
    await act(() => vi.advanceTimersByTimeAsync(3000));
  };
  const shared = () =>
    asked
      .filter(({ method }) => method === "PUT")
      .map(({ body }) => (body as { shared_label_colors: string[] }).shared_label_colors);
  draw.color(1, "ORD");
  await settle("ready");
  expect(shared()).toEqual([["DFW"]]);
  draw.color(2, "ORD");
  await settle("loading");
  await settle("ready");
  expect(shared()).toEqual([["DFW"], ["DFW", "ORD"]]);
  await settle("loading");
  await settle("ready");
  expect(shared()).toHaveLength(2);
});
