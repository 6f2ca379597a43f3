import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { BarChart, PieChart } from "echarts/charts";
import { GridComponent } from "echarts/components";
import { use } from "echarts/core";
import { describe, expect, test } from "vitest";
import { chartTheme } from "../colors/theme.ts";
import { EChart } from "../echart/EChart.tsx";
import type { EChartSpec } from "../echart/echart-spec.ts";
import { legendOption } from "./legend.ts";
import { colorsByName } from "./legend-names.ts";
import { PagedLegendComponent } from "./paged-legend.ts";

use([BarChart, PieChart, GridComponent, PagedLegendComponent]);

const theme = chartTheme("light");
const size = { width: 300, height: 200 };

function picture(count: number): EChartSpec {
  const names = Array.from({ length: count }, (_, i) => `Series ${i + 1}`);
  const form = { legendType: "scroll", legendOrientation: "top", ...size } as const;
  return {
    option: {
      legend: legendOption(names, form, theme),
      xAxis: { type: "category", data: ["a"] },
      yAxis: { type: "value" },
      series: names.map((name) => ({ type: "bar", name, data: [1], itemStyle: { color: "#336699" } })),
    },
    summary: "Bars",
    size: count,
  };
}

const opener = () => screen.queryByRole("button", { name: "Show the whole legend" });

describe("a legend that has no room for all names", () => {
  test("lists them all by keyboard; names are switched off and on there", async () => {
    const { container } = render(<EChart picture={picture(20)} {...size} theme={theme} />);
    opener()?.focus();
    await userEvent.keyboard("{Enter}");
    const list = await screen.findByRole("dialog", { name: "Legend" });
    const boxes = within(list).getAllByRole("checkbox");
    expect(boxes).toHaveLength(20);
    const bars = () => container.querySelectorAll('svg path[fill="#336699"]').length;
    const before = bars();
    await userEvent.click(within(list).getByRole("checkbox", { name: "Series 20" }));
    expect(within(list).getByRole("checkbox", { name: "Series 20" })).toHaveProperty("checked", false);
    // The bar and the dot in the legend.
    await waitFor(() => expect(bars()).toBe(before - 2));
    await userEvent.click(within(list).getByRole("button", { name: "Invert" }));
    expect(within(list).getAllByRole("checkbox", { checked: true })).toHaveLength(1);
    await userEvent.click(within(list).getByRole("button", { name: "All" }));
    expect(within(list).getAllByRole("checkbox", { checked: true })).toHaveLength(20);
  });

  test("finds names, and closes with Escape, which returns the focus", async () => {
    render(<EChart picture={picture(20)} {...size} theme={theme} />);
    await userEvent.click(opener() as HTMLElement);
    const list = await screen.findByRole("dialog", { name: "Legend" });
    await userEvent.type(within(list).getByRole("searchbox", { name: "Search" }), "series 1");
    expect(within(list).getAllByRole("checkbox")).toHaveLength(11);
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("dialog", { name: "Legend" })).toBeNull();
    expect(document.activeElement).toBe(opener());
  });

  test("isn't offered where all names are shown", () => {
    render(<EChart picture={picture(2)} {...size} theme={theme} />);
    expect(opener()).toBeNull();
  });
});

test("names have the colors of their series or marks", () => {
  const legend = { data: ["Line", { name: "Slice" }, "Unknown"] };
  const series = [
    { name: "Line", lineStyle: { color: "#111111" } },
    { name: "Pie", data: [{ name: "Slice", itemStyle: { color: "#222222" } }, [1, 2], null] },
  ];
  expect([...colorsByName({ legend, series })]).toEqual([
    ["Line", "#111111"],
    ["Slice", "#222222"],
  ]);
});
