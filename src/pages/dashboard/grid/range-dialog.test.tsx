import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { loadChartType } from "../../../chart-types/index.ts";
import type { MarkSelection } from "../../../model/cross-filter.ts";
import { contextsOf, grantAllAccess, renderOnDashboard } from "../../../testing/dashboard-page.tsx";
import { sampleDashboard } from "../../../testing/sample-dashboard.ts";
import { FilterList } from "../filter-bar/FilterList.tsx";
import { ChartTile } from "./ChartTile.tsx";
import { selectionOfTyped, typedRanges } from "./range-fields.ts";

const WAIT = { timeout: 20_000 };

beforeAll(async () => {
  await Promise.all([import("./RangeDialog.tsx"), import("./TileMenu.tsx"), loadChartType("histogram_v2")]);
});
const DAY = 86_400_000;

beforeEach(() => {
  localStorage.clear();
  grantAllAccess();
});

function Tiles() {
  const { layout } = sampleDashboard();
  return (
    <>
      <FilterList />
      {["CHART-1", "CHART-2"].map((id) => (
        <ChartTile key={id} node={{ ...layout[id]!, width: 4, children: [] }} />
      ))}
    </>
  );
}

/** Chart 1 as a histogram of `delay`. */
function openTiles() {
  const opened = renderOnDashboard(<Tiles />);
  const { dashboard, replaceDashboard } = opened.store.getState();
  const chart = dashboard.charts.get(1)!;
  const form_data = { ...chart.form_data, viz_type: "histogram_v2", column: "delay", groupby: [] };
  const charts = new Map([...dashboard.charts, [1, { ...chart, form_data }]]);
  act(() => replaceDashboard({ ...dashboard, charts }));
  return opened;
}

async function openDialog() {
  await userEvent.click(await screen.findByRole("button", { name: "Menu for Chart 1" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Filter by range" }, WAIT));
  const inside = within(await screen.findByRole("dialog", { name: "Filter by range: Chart 1" }, WAIT));
  await inside.findByLabelText("From", {}, WAIT);
  return inside;
}

describe("the range in a tile's menu", () => {
  it("filters the other charts, and is a chip that clears it", { timeout: 60_000 }, async () => {
    const { requests, store } = openTiles();
    const inside = await openDialog();
    const apply = inside.getByRole("button", { name: "Apply" }) as HTMLButtonElement;
    expect(apply.disabled).toBe(true);
    fireEvent.change(inside.getByLabelText("From"), { target: { value: "10" } });
    fireEvent.change(inside.getByLabelText("To"), { target: { value: "30.5" } });
    await userEvent.click(apply);
    await waitFor(() =>
      expect(contextsOf(requests).at(-1)?.queries[0]?.filters).toEqual([
        { col: "delay", op: ">=", val: 10, isExtra: true },
        { col: "delay", op: "<=", val: 30.5, isExtra: true },
      ]),
    );
    await userEvent.click(await screen.findByRole("button", { name: "Clear cross-filter delay 10 – 30.5" }));
    expect(store.getState().applied["1"]?.extraFormData).toEqual({});
  });

  it("is cleared by Escape in the tile", async () => {
    const { store } = openTiles();
    const selection: MarkSelection = {
      clauses: [{ column: "delay", values: [], range: { from: 1, to: 2 } }],
      label: "1 – 2",
    };
    act(() => store.getState().select(1, selection, false));
    const tile = (await screen.findByRole("button", { name: "Menu for Chart 1" })).closest("section")!;
    fireEvent.keyDown(tile, { key: "Escape" });
    expect(store.getState().applied["1"]?.extraFormData).toEqual({});
  });

  it("of values is cleared by Escape too", async () => {
    const { store } = openTiles();
    act(() => store.getState().select(1, { clauses: [{ column: "origin", values: ["ATL"] }], label: "ATL" }, false));
    const tile = (await screen.findByRole("button", { name: "Menu for Chart 1" })).closest("section")!;
    fireEvent.keyDown(tile, { key: "Escape" });
    expect(store.getState().applied["1"]?.extraFormData).toEqual({});
  });

  it("isn't there for charts without a range, or without cross-filters", async () => {
    renderOnDashboard(<Tiles />);
    await userEvent.click(await screen.findByRole("button", { name: "Menu for Chart 2" }));
    await screen.findByRole("menuitem", { name: /View as table/ }, WAIT);
    expect(screen.queryByRole("menuitem", { name: "Filter by range" })).toBeNull();
  });
});

describe("the fields of a range", () => {
  const time = { column: "date", kind: "time" } as const;
  const number = { column: "x", kind: "number" } as const;

  it("start with the selected range, or with what the chart shows", () => {
    const results = [{ data: [{ date: 2 * DAY }, { date: null }, { date: DAY }] }];
    expect(typedRanges([time], null, { results, grain: "P1M" })[0]?.to).toBe("1970-02-03T00:00:00");
    expect(typedRanges([time], null, { results })).toEqual([
      { ...time, from: "1970-01-02T00:00:00", to: "1970-01-03T00:00:00" },
    ]);
    const selected = { clauses: [{ column: "x", values: [], range: { from: 1.5, to: 2 } }], label: "" };
    expect(typedRanges([number, time], selected)).toEqual([
      { ...number, from: "1.5", to: "2" },
      { ...time, from: "", to: "" },
    ]);
  });

  it("need an end after the start in all columns", () => {
    const typed = (from: string, to: string) => selectionOfTyped([{ ...number, from, to }]);
    expect([typed("", "1"), typed("2", "1"), typed("a", "1"), selectionOfTyped([])]).toEqual(Array(4).fill(undefined));
    expect(typed("1", "1")?.clauses).toEqual([
      { column: "x", values: [], range: { from: 1, to: 1, includesEnd: true } },
    ]);
    const same = { ...time, from: "2024-01-01T00:00:00", to: "2024-01-01T00:00:00" };
    expect(selectionOfTyped([same])).toBeUndefined();
  });

  it("name whole days by the last one, in no time zone", () => {
    const typed = (to: string) => selectionOfTyped([{ ...time, from: "2024-01-01T00:00:00", to }])?.label;
    expect(typed("2024-02-01T00:00:00")).toMatch(/1 Jan 2024 – 31 Jan 2024|Jan 1, 2024 – Jan 31, 2024/);
    expect(typed("2024-01-02T00:00:00")).toMatch(/^(1 Jan 2024|Jan 1, 2024)$/);
    expect(typed("2024-01-01T12:30:00")).toMatch(/12:30/);
  });
});
