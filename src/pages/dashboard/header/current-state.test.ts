import { expect, test } from "vitest";
import { sampleDashboard } from "../../../testing/sample-dashboard.ts";
import { createDashboardStore } from "../state/store.ts";
import { currentState } from "./current-state.ts";

const EMPTY = { filterState: { value: [] }, extraFormData: {} };
const ORIGIN = { filterState: { value: ["ORD", "ATL"] }, extraFormData: { filters: [] } };
const stateOf = (masks: object, tabs = {}) =>
  currentState(createDashboardStore({ dashboard: sampleDashboard(), masks: masks as never, tabs }));

test("a dashboard in its default state has nothing to store", () => {
  expect(stateOf({ "NATIVE_FILTER-origin": EMPTY }, { "TABS-1": "TAB-a" })).toEqual({ state: {}, words: "" });
});

test("another tab and selected filters are stored and described by name", () => {
  const masks = { "NATIVE_FILTER-origin": ORIGIN, "NATIVE_FILTER-city": EMPTY };
  expect(stateOf(masks, { "TABS-1": "TAB-b" })).toEqual({
    state: { activeTabs: ["TAB-b"], dataMask: { "NATIVE_FILTER-origin": ORIGIN } },
    words: "Cities, Origin ORD, ATL",
  });
});
