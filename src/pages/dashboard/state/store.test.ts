import { describe, expect, it, test } from "vitest";
import { typedError } from "../../../model/errors.ts";
import type { NativeFilter } from "../../../model/native-filter.ts";
import { selectMask } from "../../../model/native-filter-query.ts";
import { filters, sampleDashboard } from "../../../testing/sample-dashboard.ts";
import { type ChartState, cachedAt } from "../../../web/chart-view/chart-state.ts";
import { errorOfResponse } from "../../../web/client/errors.ts";
import { initialMasks } from "./masks.ts";
import { autoApplies, createDashboardStore, masksToStore, progressOf, unapplied, visibleCharts } from "./store.ts";

function open(metadata: Record<string, unknown> = {}) {
  const dashboard = sampleDashboard(metadata);
  const store = createDashboardStore({ dashboard, masks: initialMasks(dashboard.filters, []) });
  const filter = (name: string) => dashboard.filters.find((one) => one.name === name) as NativeFilter;
  return { store, get: store.getState, filter };
}

const ready = (startedAt: number, finishedAt: number): ChartState => ({
  status: "ready",
  results: [],
  startedAt,
  finishedAt,
});
const origin = (...values: string[]) => ({ clauses: [{ column: "origin", values }], label: values.join(", ") });

test("a filter with a new column, or a new filter, starts with its default; others keep their values", () => {
  const { get, filter } = open();
  const [departure, other] = [filter("Departure"), filter("Origin")];
  get().choose(departure.id, { id: departure.id, extraFormData: {}, filterState: { value: "Last week" } });
  const added = { ...other, id: "NATIVE_FILTER-new", defaultDataMask: selectMask(other, ["ORD"]) };
  const next = sampleDashboard({ native_filter_configuration: [...filters, added] });
  get().replaceDashboard(next);
  expect(get().applied[added.id]?.filterState?.value).toEqual(["ORD"]);
  expect(get().chosen[departure.id]?.filterState?.value).toBe("Last week");
});

describe("applying filters", () => {
  it("is automatic while every chart in scope is fast", () => {
    const { get, filter } = open();
    get().report({ 1: ready(1000, 1900) });
    expect(autoApplies(get())).toBe(true);
    get().choose(filter("Origin").id, selectMask(filter("Origin"), ["ORD"]));
    expect(get().applied[filter("Origin").id]?.filterState?.value).toEqual(["ORD"]);
  });

  it("waits for Apply once a chart in scope took a second", () => {
    const { get, filter } = open();
    get().report({ 1: ready(1000, 2000) });
    get().choose(filter("Origin").id, selectMask(filter("Origin"), ["ORD"]));
    expect(unapplied(get())).toEqual([filter("Origin").id]);
    expect(get().applied[filter("Origin").id]?.filterState?.value).toBeNull();
    get().apply();
    expect(unapplied(get())).toEqual([]);
  });

  it("keeps what the first loaded charts decided, so that a choice always does the same", () => {
    const choose = ({ get, filter }: ReturnType<typeof open>) => {
      get().choose(filter("Origin").id, selectMask(filter("Origin"), ["ORD"]));
      return unapplied(get());
    };
    const fast = open();
    fast.get().report({ 1: ready(1000, 1900) });
    fast.get().report({ 1: ready(2000, 5000) });
    expect(choose(fast)).toEqual([]);
    const slow = open();
    slow.get().report({ 1: { status: "loading", startedAt: 1000 } });
    slow.get().report({ 2: ready(1000, 1200) });
    slow.get().report({ 1: ready(1000, 3000) });
    slow.get().report({ 1: ready(4000, 4100) });
    expect(choose(slow)).toEqual([slow.filter("Origin").id]);
  });

  it("does not happen while a required filter is empty", () => {
    const required = { ...filters[0], controlValues: { enableEmptyFilter: true } };
    const { get, filter } = open({ native_filter_configuration: [required, filters[2]] });
    get().choose(filter("Departure").id, {
      extraFormData: { time_range: "Last week" },
      filterState: { value: "Last week" },
    });
    expect(unapplied(get())).toContain(filter("Departure").id);
  });

  it("is undone by Clear all, selections included, but not on other tabs", () => {
    const { get, filter } = open();
    get().choose(filter("Origin").id, selectMask(filter("Origin"), ["ORD"]));
    get().choose(filter("City").id, selectMask(filter("City"), ["Reno"]));
    get().select(1, origin("ORD"), false);
    get().clearAll();
    expect(Object.keys(masksToStore(get()))).not.toContain("1");
    expect(get().applied[filter("Origin").id]?.filterState?.value).toBeNull();
    expect(get().applied[filter("City").id]?.filterState?.value).toEqual(["Reno"]);
  });
});

describe("cross-filters", () => {
  it("are set, added to and cleared by clicks, and apply right away even when filters wait", () => {
    const { get } = open();
    get().report({ 1: ready(0, 5000) });
    get().select(1, origin("ORD"), false);
    get().select(1, origin("LAX"), true);
    expect(get().applied["1"]?.extraFormData?.filters).toEqual([{ col: "origin", op: "IN", val: ["ORD", "LAX"] }]);
    get().select(1, origin("ORD", "LAX"), false);
    expect(get().applied["1"]?.extraFormData).toEqual({});
  });

  it("are cleared from the latest one on", () => {
    const { get } = open();
    get().select(2, origin("LAX"), false);
    get().select(1, origin("ORD"), false);
    const selected = () => [1, 2].map((id) => get().applied[`${id}`]?.extraFormData?.filters?.length ?? 0);
    expect([get().clearLastSelection(), selected()]).toEqual([true, [0, 1]]);
    expect([get().clearLastSelection(), selected()]).toEqual([true, [0, 0]]);
    expect(get().clearLastSelection()).toBe(false);
  });

  it("are kept after Apply", () => {
    const { get, filter } = open();
    get().report({ 1: ready(0, 5000) });
    get().choose(filter("Origin").id, selectMask(filter("Origin"), ["ORD"]));
    get().select(1, origin("ORD"), false);
    get().apply();
    expect(get().applied["1"]?.extraFormData?.filters).toHaveLength(1);
  });
});

describe("tabs", () => {
  it("determine the visible charts", () => {
    const { get } = open();
    expect(visibleCharts(get())).toEqual(new Set([1, 2, 3]));
    get().openTab("TABS-1", "TAB-b");
    expect(visibleCharts(get())).toEqual(new Set([4]));
    get().reveal("CHART-2");
    expect(get().tabs["TABS-1"]).toBe("TAB-a");
  });
});

describe("progressOf", () => {
  it("counts the requested charts of the open tab and finds the oldest data", () => {
    const { get } = open();
    get().report({ 1: { ...ready(1000, 2000), results: [{ cached_dttm: "2026-01-01T08:00:00" }] } });
    get().report({ 2: { status: "loading", startedAt: 1000 } });
    expect(progressOf(get(), cachedAt)).toEqual({
      total: 2,
      done: 1,
      failed: [],
      asOf: Date.parse("2026-01-01T08:00:00Z"),
    });
    get().report({ 2: { status: "failed", startedAt: 1000, finishedAt: 1500 } });
    expect(progressOf(get(), cachedAt)).toMatchObject({ done: 2, failed: [2] });
    const { body } = typedError("DATASOURCE_SECURITY_ACCESS_ERROR", "no", { status: 403 });
    get().report({ 2: { status: "failed", error: errorOfResponse(403, body) } });
    expect(progressOf(get(), cachedAt)).toMatchObject({ done: 2, failed: [] });
  });
});

describe("masks stored for a URL", () => {
  it("include filter values, selections and a chart's page", () => {
    const { get, filter } = open();
    get().select(1, origin("ORD"), false);
    get().setOwnState(4, { currentPage: 2 });
    const stored = masksToStore(get());
    expect(Object.keys(stored)).toEqual(expect.arrayContaining([filter("Origin").id, "1", "4"]));
    expect(stored["4"]).toEqual({ id: 4, ownState: { currentPage: 2 } });
    const again = createDashboardStore({ dashboard: sampleDashboard(), masks: stored }).getState();
    expect(again.ownStates[4]).toEqual({ currentPage: 2 });
    expect(again.applied["1"]?.filterState?.label).toBe("ORD");
  });

  it("refreshes charts one by one, forced or not", () => {
    const { get } = open();
    get().refreshCharts([1, 2], true);
    get().refreshCharts([2], false);
    expect(get().refresh).toEqual({ 1: { key: 1, force: true }, 2: { key: 2, force: false } });
  });
});
