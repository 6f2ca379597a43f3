import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import { renderBench } from "../../../testing/explore-page.tsx";
import { UNEMPLOYMENT } from "../../../testing/sample-charts.ts";
import type { ChartState } from "../../../web/chart-view/chart-state.ts";
import { writeStored } from "../../../web/session/storage.ts";
import { RunBar } from "../controls/RunBar.tsx";
import { useBench } from "./store-context.ts";
import { FOLLOWED_KEY, isFollowing, LIVE_KEY, SPEEDS_KEY, useSpeed } from "./use-live.ts";

const context = { datasource: { id: 3, type: "table" as const }, queries: [] };

function Probe({ onTell }: { onTell(tell: (run: ChartState) => void): void }) {
  useSpeed();
  onTell(useBench().setRun);
  return <RunBar />;
}

/** The chart's answers as they would come, without waiting for any. */
function open() {
  let tell: (run: ChartState) => void = () => undefined;
  const store = renderBench(<Probe onTell={(next) => (tell = next)} />);
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
    act(() => tell(run));
  };
  return { store, answer, live: () => screen.getByRole<HTMLInputElement>("switch", { name: "Live" }) };
}

function forget() {
  writeStored(LIVE_KEY, undefined);
  writeStored(SPEEDS_KEY, undefined);
  writeStored(FOLLOWED_KEY, undefined);
}
beforeEach(forget);
afterEach(forget);

test("a dataset that answers slowly keeps the button, and says why; when it is quick again the chart follows", () => {
  const { store, answer, live } = open();
  answer(1600);
  expect([store.getState().live, live().getAttribute("aria-checked")]).toEqual([true, "true"]);
  answer(1600);
  expect([store.getState().live, live().getAttribute("aria-checked")]).toEqual([false, "false"]);
  expect(live().closest("span")?.textContent).toContain("answers take 1.6 s");
  act(() => store.getState().set("row_limit", 100));
  expect(store.getState().ran?.row_limit).toBe(10000);
  answer(30);
  expect(store.getState().live).toBe(true);
  expect(store.getState().ran?.row_limit).toBe(100);
});

test("a slow dataset is followed by whoever switches that on for it, now and later", async () => {
  const { store, answer, live } = open();
  answer(1600);
  answer(1600);
  await userEvent.click(live());
  expect([store.getState().live, live().getAttribute("aria-checked")]).toEqual([true, "true"]);
  act(() => store.getState().set("row_limit", 100));
  expect(store.getState().ran?.row_limit).toBe(100);
  answer(1600);
  expect(store.getState().live).toBe(true);
  expect([isFollowing(3), isFollowing(4)]).toEqual([true, true]);
  await userEvent.click(live());
  expect([store.getState().live, isFollowing(3), isFollowing(4)]).toEqual([false, false, true]);
});

test("another chart type is drawn at once where the controls are not followed, and so is the way back", () => {
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

test("another dataset has a speed of its own, which live goes by at once", () => {
  const { store, answer, live } = open();
  answer(1600);
  answer(1600);
  act(() => store.getState().swap({ ...UNEMPLOYMENT, id: 4 }, "keep"));
  expect([store.getState().live, live().getAttribute("aria-checked")]).toEqual([true, "true"]);
  expect(store.getState().ran?.datasource).toBe("4__table");
});

test("the cache says nothing of the engine", () => {
  const { store, answer } = open();
  answer(20);
  answer(5000, true);
  expect(store.getState().live).toBe(true);
});

test("the switch turns it off, whatever the speed", async () => {
  const { store, answer, live } = open();
  answer(20);
  await userEvent.click(live());
  expect(store.getState().live).toBe(false);
  answer(20);
  answer(20);
  expect(store.getState().live).toBe(false);
});
