import { act, cleanup } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renderOnDashboard } from "../../../testing/dashboard-page.tsx";
import { useAutoRefresh } from "./use-auto-refresh.ts";

let isHidden = false;

beforeEach(() => {
  vi.useFakeTimers();
  isHidden = false;
  vi.spyOn(document, "hidden", "get").mockImplementation(() => isHidden);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function Refreshed({ chosen }: { chosen: number | null }) {
  useAutoRefresh([chosen, () => {}]);
  return null;
}

function open(metadata: Record<string, unknown>, chosen: number | null = null) {
  const { store, unmount } = renderOnDashboard(<Refreshed chosen={chosen} />, metadata);
  const counts = () => [1, 2, 3, 4].map((id) => store.getState().refresh[id]?.key ?? 0);
  const pass = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000));
  const show = (hidden: boolean) => {
    isHidden = hidden;
    act(() => void document.dispatchEvent(new Event("visibilitychange")));
  };
  return { store, counts, pass, show, unmount };
}

describe("a dashboard with auto-refresh", () => {
  it("refreshes the charts of the open tab at every interval, without the cache, one by one", () => {
    const { store, counts, pass } = open({ refresh_frequency: 60 });
    pass(59.9);
    expect(counts()).toEqual([0, 0, 0, 0]);
    pass(0.2);
    expect(counts()).toEqual([1, 0, 0, 0]);
    pass(6);
    expect(counts()).toEqual([1, 1, 0, 0]);
    pass(6);
    expect(counts()).toEqual([1, 1, 1, 0]);
    expect(store.getState().refresh[1]?.force).toBe(true);
    pass(60);
    expect(counts()).toEqual([2, 2, 2, 0]);
  });

  it.each([
    ["spreads refreshes over the stagger time", { refresh_frequency: 10, stagger_time: 8000 }, 4],
    ["finishes before the next refresh", { refresh_frequency: 3 }, 1.35],
  ])("%s", (_, metadata, gap) => {
    const { counts, pass } = open(metadata);
    pass(metadata.refresh_frequency + 0.01);
    pass(gap - 0.1);
    expect(counts()).toEqual([1, 0, 0, 0]);
    pass(0.1);
    expect(counts()).toEqual([1, 1, 0, 0]);
    pass(gap);
    expect(counts()).toEqual([1, 1, 1, 0]);
  });

  it("refreshes all charts together without staggering, except excluded ones", () => {
    const { counts, pass } = open({
      refresh_frequency: 10,
      stagger_refresh: false,
      timed_refresh_immune_slices: [2],
    });
    pass(10);
    expect(counts()).toEqual([1, 0, 1, 0]);
  });

  it("pauses while the page is hidden and catches up when it is visible again", () => {
    const { counts, pass, show } = open({ refresh_frequency: 10, stagger_refresh: false });
    show(true);
    pass(35);
    expect(counts()).toEqual([0, 0, 0, 0]);
    show(false);
    expect(counts()).toEqual([1, 1, 1, 0]);
    show(true);
    show(false);
    expect(counts()).toEqual([1, 1, 1, 0]);
    pass(5);
    expect(counts()).toEqual([2, 2, 2, 0]);
  });

  it("uses the interval of this session, even if that is off", () => {
    const often = open({ refresh_frequency: 3600, stagger_refresh: false }, 10);
    often.pass(20);
    expect(often.counts()).toEqual([2, 2, 2, 0]);
    often.unmount();
    const never = open({ refresh_frequency: 10 }, 0);
    never.pass(100);
    expect(never.counts()).toEqual([0, 0, 0, 0]);
  });

  it("stops after leaving the view", () => {
    const { counts, pass, unmount } = open({ refresh_frequency: 60 });
    pass(60.1);
    unmount();
    pass(600);
    expect(counts()).toEqual([1, 0, 0, 0]);
  });
});
