import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { CHART_CARDS } from "../../../chart-types/index.ts";
import { renderWorkbench } from "../../../testing/explore-page.tsx";
import { TypeStrip } from "./TypeStrip.tsx";

const strip = () => within(screen.getByRole("group", { name: /^Chart type/ }));
const names = () =>
  strip()
    .getAllByRole("button")
    .map((button) => button.textContent);
const pressed = () =>
  strip()
    .getAllByRole("button", { pressed: true })
    .map((button) => button.textContent);

describe("the strip of chart types", () => {
  test("shows six common types, the current one pressed, and a button for all", () => {
    renderWorkbench(<TypeStrip />, { type: "echarts_timeseries_bar" });
    expect(names()).toEqual(["Line", "Bar", "Area", "Pie", "Number", "Table", `All ${CHART_CARDS.length}`]);
    expect(pressed()).toEqual(["Bar"]);
    expect(screen.getByRole("group").getAttribute("aria-label")).toBe("Chart type: Bar Chart");
  });

  test.each([
    ["big_number", "Trend"],
    ["echarts_timeseries_scatter", "Scatter"],
    ["heatmap_v2", "Heatmap"],
  ])("shows %s by a short name in last place", (type, name) => {
    renderWorkbench(<TypeStrip />, { type });
    expect(names().at(-2)).toBe(name);
    expect(pressed()).toEqual([name]);
    expect(names()).toHaveLength(7);
  });

  test("changes the type in one undo step", async () => {
    const store = renderWorkbench(<TypeStrip />, { type: "table" });
    await userEvent.click(screen.getByRole("button", { name: "Line" }));
    expect(store.getState().formData).toMatchObject({ viz_type: "echarts_timeseries_line", x_axis: "date" });
    expect(pressed()).toEqual(["Line"]);
    expect(store.getState().undo()).toBe("Line Chart");
    expect(store.getState().formData.viz_type).toBe("table");
  });

  test("names an unknown type, with none pressed", () => {
    renderWorkbench(<TypeStrip />, { type: "deck_globe" });
    expect(screen.getByRole("group").getAttribute("aria-label")).toBe("Chart type: deck_globe");
    expect(strip().queryAllByRole("button", { pressed: true })).toEqual([]);
  });
});
