import { act, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { contextsOf, openPart } from "../../../testing/dashboard-page.tsx";
import { filters } from "../../../testing/sample-dashboard.ts";
import { pass } from "../../../testing/waits.ts";
import type { ChartStatus } from "../../../web/chart-view/chart-state.ts";
import { AfterCharts } from "./after-charts.tsx";
import { FilterList } from "./FilterList.tsx";

beforeEach(() => {
  localStorage.clear();
});

const origin = filters[0] as Record<string, unknown>;

/** Filters of a dashboard whose first chart is under way. */
function openBar(extra: Record<string, unknown> = {}) {
  const bar = (
    <AfterCharts>
      <FilterList />
    </AfterCharts>
  );
  const { store, asked } = openPart(bar, { native_filter_configuration: [{ ...origin, ...extra }] });
  const setChart = (status: ChartStatus) => act(() => store.setState({ charts: { 1: { status } } }));
  setChart("loading");
  const asksForValues = () => contextsOf(asked).some(({ queries }) => queries[0]?.columns?.[0] === "origin");
  return { setChart, asksForValues };
}

it("asks for values when the charts in view have their answers", async () => {
  const { setChart, asksForValues } = openBar();
  await screen.findByRole("combobox", { name: "Origin" });
  await pass(300, "nothing may happen meanwhile");
  expect(asksForValues()).toBe(false);
  setChart("failed");
  await waitFor(() => expect(asksForValues()).toBe(true));
});

it("does not wait for charts that take longer", async () => {
  const { asksForValues } = openBar();
  await waitFor(() => expect(asksForValues()).toBe(true), { timeout: 3000 });
});

it("asks at once when somebody reaches for the field", async () => {
  const { asksForValues } = openBar();
  await userEvent.hover(await screen.findByRole("combobox", { name: "Origin" }));
  await waitFor(() => expect(asksForValues()).toBe(true), { timeout: 500 });
});

it("asks at once when charts wait for one of the values", async () => {
  const { asksForValues } = openBar({ controlValues: { enableEmptyFilter: true } });
  await waitFor(() => expect(asksForValues()).toBe(true), { timeout: 500 });
});
