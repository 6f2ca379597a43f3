import { expect, test } from "vitest";
import { emptyLayout } from "../model/dashboard-layout.ts";
import { shownLayout, shownPositions } from "./shown-layout.ts";

const CHARTS = [
  { id: 1, uuid: "u1", slice_name: "Lines", viz_type: "echarts_timeseries_line" },
  { id: 2, uuid: "u2", slice_name: "Unknown", viz_type: null },
];

test("sizes charts without a place by their type", () => {
  const tiles = Object.values(shownLayout({}, CHARTS)).filter(({ type }) => type === "CHART");
  expect(tiles.map(({ meta }) => meta)).toEqual([
    { chartId: 1, uuid: "u1", sliceName: "Lines", width: 6, height: 40 },
    { chartId: 2, uuid: "u2", sliceName: "Unknown", width: 4, height: 40 },
  ]);
});

test("keeps what it can't read of a stored layout", () => {
  const stored = { DASHBOARD_VERSION_KEY: "v2", ODD: { type: "NEW" }, ...emptyLayout("Board") };
  const shown = shownPositions(stored, CHARTS);
  expect(shown).toMatchObject({ DASHBOARD_VERSION_KEY: "v2", ODD: { type: "NEW" } });
  expect(shownPositions(shown, CHARTS)).toEqual(shown);
});
