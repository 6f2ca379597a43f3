import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import { renderWorkbench } from "../../../testing/explore-page.tsx";
import { UNEMPLOYMENT } from "../../../testing/sample-charts.ts";
import type { ChartState } from "../../../web/chart-view/chart-state.ts";
import { writeStored } from "../../../web/session/storage.ts";
import { RunBar } from "../controls/RunBar.tsx";
import { useWorkbench } from "./store-context.ts";
import { isLive, LIVE_KEY, SLOW_LIVE_KEY, TIMINGS_KEY, useSpeedTracking } from "./use-live.ts";

const context = { datasource: { id: 3, type: "table" as const }, queries: [] };

function Probe({ onTell }: { onTell(setRun: (run: ChartState) => void): void }) {
  useSpeedTracking();
  onTell(useWorkbench().setRun);
  return <RunBar />;
}

function open() {
  let setRun: (run: ChartState) => void = () => undefined;
  const store = renderWorkbench(<Probe onTell={(next) => (setRun = next)} />);
  let at = 0;
  const answer = (ms: number, is_cached = false) => {
    at += 10_000;
    const run: ChartState = {
      status: "ready",
      results: [{ data: [], is_cached }],
      answered: { context, at: at + ms },
      startedAt: at,
      finishedAt: at + ms,
    };
    act(() => setRun(run));
  };
  return { store, answer, live: () => screen.getByRole<HTMLInputElement>("switch", { name: "Live" }) };
}

function resetStorage() {
  writeStored(LIVE_KEY, undefined);
  writeStored(TIMINGS_KEY, undefined);
  writeStored(SLOW_LIVE_KEY, undefined);
}
beforeEach(resetStorage);
afterEach(resetStorage);

test("a slow dataset turns live update off and says why, until it is fast again", () => {
  const { store, answer, live } = open();
  answer(1600);
  expect([store.getState().live, live().getAttribute("aria-checked")]).toEqual([true, "true"]);
  answer(1600);
  expect([store.getState().live, live().getAttribute("aria-checked")]).toEqual([false, "false"]);
  expect(live().closest("span")?.textContent).toContain("Queries take 1.6 s");
  act(() => store.getState().set("row_limit", 100));
  expect(store.getState().ran?.row_limit).toBe(10000);
  answer(30);
  expect(store.getState().live).toBe(true);
  expect(store.getState().ran?.row_limit).toBe(100);
});

test("live update can be turned on for a slow dataset, and is remembered", async () => {
  const { store, answer, live } = open();
  answer(1600);
  answer(1600);
  await userEvent.click(live());
  expect([store.getState().live, live().getAttribute("aria-checked")]).toEqual([true, "true"]);
  act(() => store.getState().set("row_limit", 100));
  expect(store.getState().ran?.row_limit).toBe(100);
  answer(1600);
  expect(store.getState().live).toBe(true);
  expect([isLive(3), isLive(4)]).toEqual([true, true]);
  await userEvent.click(live());
  expect([store.getState().live, isLive(3), isLive(4)]).toEqual([false, false, true]);
});

test("a type change and its undo draw immediately, even without live update", () => {
  const { store, answer } = open();
  act(() => store.getState().run());
  answer(1600);
  answer(1600);
  act(() => store.getState().set("row_limit", 100));
  expect(store.getState().ran?.row_limit).toBe(10000);
  act(() => store.getState().changeType("echarts_timeseries_bar"));
  expect(store.getState().ran).toMatchObject({ viz_type: "echarts_timeseries_bar", row_limit: 100 });
  act(() => void store.getState().undo());
  expect(store.getState().ran?.viz_type).not.toBe("echarts_timeseries_bar");
});

test("live update follows the speed of the new dataset after a swap", () => {
  const { store, answer, live } = open();
  answer(1600);
  answer(1600);
  act(() => store.getState().swap({ ...UNEMPLOYMENT, id: 4 }, "keep"));
  expect([store.getState().live, live().getAttribute("aria-checked")]).toEqual([true, "true"]);
  expect(store.getState().ran?.datasource).toBe("4__table");
});

test("cached results don't count as fast", () => {
  const { store, answer } = open();
  answer(20);
  answer(5000, true);
  expect(store.getState().live).toBe(true);
});

test("the switch turns live update off at any speed", async () => {
  const { store, answer, live } = open();
  answer(20);
  await userEvent.click(live());
  expect(store.getState().live).toBe(false);
  answer(20);
  answer(20);
  expect(store.getState().live).toBe(false);
});
