import { act, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { contextsOf, renderOnDashboard } from "../../../testing/dashboard-page.tsx";
import { filters } from "../../../testing/sample-dashboard.ts";
import { pass } from "../../../testing/waits.ts";
import type { ChartStatus } from "../../../web/chart-view/chart-state.ts";
import { AfterCharts } from "./after-charts.tsx";
import { FilterList } from "./FilterList.tsx";

beforeEach(() => {
  localStorage.clear();
});

const origin = filters[0] as Record<string, unknown>;

function openBar(extra: Record<string, unknown> = {}) {
  const bar = (
    <AfterCharts>
      <FilterList />
    </AfterCharts>
  );
  const { store, requests } = renderOnDashboard(bar, { native_filter_configuration: [{ ...origin, ...extra }] });
  const setChart = (status: ChartStatus) => act(() => store.setState({ charts: { 1: { status } } }));
  setChart("loading");
  const requestsValues = () => contextsOf(requests).some(({ queries }) => queries[0]?.columns?.[0] === "origin");
  return { setChart, requestsValues };
}

it("requests values once the visible charts have loaded", async () => {
  const { setChart, requestsValues } = openBar();
  await screen.findByRole("combobox", { name: "Origin" });
  await pass(300, "nothing may happen meanwhile");
  expect(requestsValues()).toBe(false);
  setChart("failed");
  await waitFor(() => expect(requestsValues()).toBe(true));
});

it("doesn't wait for slow charts", async () => {
  const { requestsValues } = openBar();
  await waitFor(() => expect(requestsValues()).toBe(true), { timeout: 3000 });
});

it("requests values right away on hover", async () => {
  const { requestsValues } = openBar();
  await userEvent.hover(await screen.findByRole("combobox", { name: "Origin" }));
  await waitFor(() => expect(requestsValues()).toBe(true), { timeout: 500 });
});

it("requests values right away when charts wait for a filter value", async () => {
  const { requestsValues } = openBar({ controlValues: { enableEmptyFilter: true } });
  await waitFor(() => expect(requestsValues()).toBe(true), { timeout: 500 });
});
