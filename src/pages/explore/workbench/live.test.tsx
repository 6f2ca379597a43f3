import { act, cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import { renderWorkbench } from "../../../testing/explore-page.tsx";
import { UNEMPLOYMENT } from "../../../testing/sample-charts.ts";
import type { ChartState } from "../../../web/chart-view/chart-state.ts";
import { writeStored } from "../../../web/session/storage.ts";
import { RunBar } from "../controls/RunBar.tsx";
import { useWorkbench } from "./store-context.ts";
import { CHOICES_KEY, isLive, TIMINGS_KEY, useLiveOfDataset, useSpeedTracking } from "./use-live.ts";

const context = { datasource: { id: 3, type: "table" as const }, queries: [] };

function Probe({ onTell }: { onTell(setRun: (run: ChartState) => void): void }) {
  useSpeedTracking();
  useLiveOfDataset();
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
  writeStored(CHOICES_KEY, undefined);
  writeStored(TIMINGS_KEY, undefined);
}
beforeEach(resetStorage);
afterEach(resetStorage);

const WHY_OFF = "Live update is off for this dataset: its queries take longer than 1 s.";
const slowBefore = () => writeStored(TIMINGS_KEY, { 3: [1600] });

test("slow answers never move the switch; the dataset opens without live update the next time, and says why", () => {
  const { store, answer, live } = open();
  for (const ms of [1600, 1600, 1600]) answer(ms);
  expect([store.getState().live, live().getAttribute("aria-checked")]).toEqual([true, "true"]);
  expect(live().closest("span")?.textContent).toContain("This dataset is slow (1.6 s)");
  expect(screen.queryByText(WHY_OFF)).toBeNull();
  cleanup();
  const next = open();
  expect([next.store.getState().live, next.live().getAttribute("aria-checked")]).toEqual([false, "false"]);
  expect(screen.getByText(WHY_OFF).id).toBe(next.live().getAttribute("aria-describedby"));
  act(() => next.store.getState().set("row_limit", 100));
  expect(next.store.getState().lastRun?.row_limit).toBe(10000);
  for (const ms of [30, 30, 30]) next.answer(ms);
  expect(next.store.getState().live).toBe(false);
});

test("the user's choice stays at any speed, for this dataset only", async () => {
  slowBefore();
  const { store, answer, live } = open();
  await userEvent.click(live());
  expect([store.getState().live, live().getAttribute("aria-checked")]).toEqual([true, "true"]);
  expect(screen.queryByText(WHY_OFF)).toBeNull();
  act(() => store.getState().set("row_limit", 100));
  expect(store.getState().lastRun?.row_limit).toBe(100);
  answer(1600);
  answer(1600);
  expect(store.getState().live).toBe(true);
  expect([isLive(3), isLive(4)]).toEqual([true, true]);
  await userEvent.click(live());
  expect([store.getState().live, isLive(3), isLive(4)]).toEqual([false, false, true]);
  expect(screen.queryByText(WHY_OFF)).toBeNull();
  for (const ms of [20, 20, 20, 20]) answer(ms);
  expect([store.getState().live, isLive(3)]).toEqual([false, false]);
});

test("a type change and its undo draw immediately, even without live update", () => {
  slowBefore();
  const { store } = open();
  act(() => store.getState().run());
  act(() => store.getState().set("row_limit", 100));
  expect(store.getState().lastRun?.row_limit).toBe(10000);
  act(() => store.getState().changeType("echarts_timeseries_bar"));
  expect(store.getState().lastRun).toMatchObject({ viz_type: "echarts_timeseries_bar", row_limit: 100 });
  act(() => void store.getState().undo());
  expect(store.getState().lastRun?.viz_type).not.toBe("echarts_timeseries_bar");
});

test("a swap takes the new dataset's default, and coming back what the switch was", () => {
  const { store, answer, live } = open();
  writeStored(TIMINGS_KEY, { 4: [1600] });
  answer(1600);
  answer(1600);
  act(() => store.getState().swap({ ...UNEMPLOYMENT, id: 4 }, "keep"));
  expect([store.getState().live, live().getAttribute("aria-checked")]).toEqual([false, "false"]);
  expect(store.getState().lastRun?.datasource).toBe("4__table");
  act(() => void store.getState().undo());
  expect(store.getState().live).toBe(true);
});

test("saving a query as a dataset leaves the switch as it is, also for the next time", async () => {
  const { store, live } = open();
  act(() => store.getState().swap({ ...UNEMPLOYMENT, id: 7, type: "query" }, "keep"));
  await userEvent.click(live());
  act(() => store.getState().convertToDataset({ ...UNEMPLOYMENT, id: 9 }));
  expect([store.getState().live, isLive(9)]).toEqual([false, false]);
});

test("cached results don't count as slow or fast", () => {
  const { answer } = open();
  answer(20);
  answer(5000, true);
  expect(isLive(3)).toBe(true);
  answer(1600);
  answer(20, true);
  answer(20, true);
  expect(isLive(3)).toBe(false);
});
