import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { BarChart, CustomChart, MapChart, ParallelChart } from "echarts/charts";
import { GeoComponent, GridComponent, LegendComponent, ParallelComponent } from "echarts/components";
import { registerMap, use } from "echarts/core";
import { describe, expect, test, vi } from "vitest";
import type { Selection } from "../../chart-seam/chart-type.ts";
import { chartTheme } from "../colors/theme.ts";
import { type BitmapLayer, bitmapSeries } from "./bitmap-layer.ts";
import { EChart } from "./EChart.tsx";
import type { EChartSpec } from "./echart-spec.ts";
import { tooltipElement } from "./tooltip.ts";

use([BarChart, CustomChart, MapChart, ParallelChart]);
use([GeoComponent, GridComponent, LegendComponent, ParallelComponent]);
const ring = [
  [0, 0],
  [9, 0],
  [9, 9],
  [0, 0],
];
const shape = { type: "Feature", properties: { name: "Here" }, geometry: { type: "Polygon", coordinates: [ring] } };
registerMap("plain", { type: "FeatureCollection", features: [shape] } as never);

const theme = chartTheme("light");
const LABELS = ["ORD", "DFW"];
const selectionAt = (at: number): Selection => ({
  clauses: [{ column: "origin", values: [LABELS[at] ?? null] }],
  label: LABELS[at] ?? "",
});

function picture(selected = -1, values = [166, 157]): EChartSpec {
  return {
    option: {
      xAxis: { type: "category", data: LABELS },
      yAxis: { type: "value" },
      series: [{ type: "bar", data: values }],
    },
    summary: "Bar chart: flights, 2 categories.",
    size: 2,
    mark: ({ dataIndex }) => ({
      text: `${LABELS[dataIndex]}: ${values[dataIndex]}`,
      selection: selectionAt(dataIndex),
      isSelected: dataIndex === selected,
    }),
    walk: [{ seriesIndex: 0, length: 2 }],
  };
}

const size = { width: 400, height: 200, theme };
const marks = (container: HTMLElement) => container.querySelectorAll("svg path").length;

describe("EChart", () => {
  test("draws SVG with a name for screen readers", () => {
    const { container } = render(<EChart picture={picture()} {...size} />);
    expect(screen.getByRole("img", { name: "Bar chart: flights, 2 categories." })).toBeTruthy();
    expect(container.querySelector("svg")?.getAttribute("width")).toBe("400");
    expect(marks(container)).toBeGreaterThan(1);
  });

  test("redraws in place for new data, size and theme", () => {
    const { container, rerender } = render(<EChart picture={picture()} {...size} />);
    const svg = container.querySelector("svg");
    rerender(<EChart picture={picture(-1, [1, 2])} {...size} width={500} theme={chartTheme("dark")} />);
    expect(container.querySelector("svg")).toBe(svg);
    expect(svg?.getAttribute("width")).toBe("500");
  });

  test("keeps the elements of a redrawn chart, which looks like one drawn from scratch", () => {
    const { container, rerender } = render(<EChart picture={picture()} {...size} />);
    const texts = () => [...container.querySelectorAll("svg text")];
    const [name] = texts().filter(({ textContent }) => textContent === "DFW");
    for (const values of [[20, 1570], [3], [166, 157, 8]]) {
      rerender(<EChart picture={picture(-1, values)} {...size} />);
      expect(texts()).toContain(name);
      const fromScratch = render(<EChart picture={picture(-1, values)} {...size} />);
      const shapeOf = (within: HTMLElement) => within.querySelector("svg")?.innerHTML.replaceAll(/zr\d+/g, "zr");
      expect(shapeOf(container)).toBe(shapeOf(fromScratch.container));
      fromScratch.unmount();
    }
  });

  test("moves through its marks by arrow keys, and announces and selects them", () => {
    const handleSelect = vi.fn();
    const { container } = render(<EChart picture={picture()} {...size} onSelect={handleSelect} />);
    const chart = screen.getByRole("img");
    const announced = () => container.querySelector("[aria-live]")?.textContent;
    fireEvent.keyDown(chart, { key: "ArrowRight" });
    expect(announced()).toBe("ORD: 166");
    fireEvent.keyDown(chart, { key: "ArrowRight" });
    expect(announced()).toBe("DFW: 157");
    fireEvent.keyDown(chart, { key: "Enter" });
    expect(handleSelect).toHaveBeenLastCalledWith(selectionAt(1), false);
    fireEvent.keyDown(chart, { key: "Enter", ctrlKey: true });
    expect(handleSelect).toHaveBeenLastCalledWith(selectionAt(1), true);
    expect(fireEvent.keyDown(chart, { key: "Escape" }), "leaves the mark").toBe(false);
    expect(announced()).toBe("");
    expect(fireEvent.keyDown(chart, { key: "Escape" }), "is for what is around the chart").toBe(true);
  });

  test("clears the selection when the selected mark is chosen again", () => {
    const handleSelect = vi.fn();
    render(<EChart picture={picture(0)} {...size} onSelect={handleSelect} />);
    fireEvent.keyDown(screen.getByRole("img"), { key: "ArrowRight" });
    fireEvent.keyDown(screen.getByRole("img"), { key: "Enter" });
    expect(handleSelect).toHaveBeenLastCalledWith(null, false);
  });

  test("opens the menu of a mark from the keyboard, and leaves other keys to the page", () => {
    const handleMenu = vi.fn();
    const handlePage = vi.fn();
    render(
      // biome-ignore lint/a11y/noStaticElementInteractions: stands for the page around the chart
      <div onKeyDown={handlePage}>
        <EChart picture={picture()} {...size} onContextMenu={handleMenu} />
      </div>,
    );
    const chart = screen.getByRole("img");
    fireEvent.keyDown(chart, { key: "ArrowRight" });
    fireEvent.keyDown(chart, { key: "ContextMenu" });
    expect(handleMenu).toHaveBeenCalledWith({ x: 200, y: 100 }, selectionAt(0));
    expect(handlePage).not.toHaveBeenCalled();
    fireEvent.keyDown(chart, { key: "r" });
    expect(handlePage).toHaveBeenCalledTimes(1);
  });

  test("doesn't mute other series when one is hidden", async () => {
    const bars = { type: "bar", emphasis: { focus: "series" }, blur: { itemStyle: { opacity: 0.25 } } };
    const series = ["North", "South"].map((name, at) => ({ ...bars, name, data: [at + 1, 2] }));
    const legend = { left: 0, top: 0, padding: 0, itemWidth: 20, itemHeight: 20, data: ["North", "South"] };
    const option = { ...picture().option, legend, series };
    const { container } = render(<EChart picture={{ ...picture(), option }} {...size} />);
    const inside = container.querySelector("svg")?.parentElement ?? container;
    const on = (...kinds: ("mouseMove" | "mouseDown" | "mouseUp" | "click")[]) => {
      for (const kind of kinds) fireEvent[kind](inside, { clientX: 10, clientY: 10 });
    };
    const faded = () => container.querySelectorAll('svg path[fill-opacity="0.25"]').length;
    on("mouseMove");
    await waitFor(() => expect(faded(), "of the other series").toBe(2));
    on("mouseDown", "mouseUp", "click");
    await waitFor(() => expect(faded()).toBe(0));
    on("mouseDown", "mouseUp", "click");
    await waitFor(() => expect(faded(), "once it is seen again").toBe(2));
  });

  test("recomputes labels when legend items are toggled", async () => {
    let hidden: ReadonlySet<string> = new Set();
    const label = { show: true, formatter: () => `without ${[...hidden].join() || "none"}` };
    const series = ["North", "South"].map((name) => ({ type: "bar", stack: "all", label, name, data: [1, 2] }));
    const legend = { left: 0, top: 0, padding: 0, itemWidth: 20, itemHeight: 20, data: ["North", "South"] };
    const hide = (names: ReadonlySet<string>) => {
      hidden = names;
    };
    const drawing = { ...picture(), option: { ...picture().option, legend, series }, hide };
    const { container, rerender } = render(<EChart picture={drawing} {...size} />);
    const inside = container.querySelector("svg")?.parentElement ?? container;
    const texts = () => [...container.querySelectorAll("svg text")].map((text) => text.textContent);
    expect(texts()).toContain("without none");
    for (const kind of [fireEvent.mouseDown, fireEvent.mouseUp, fireEvent.click])
      kind(inside, { clientX: 10, clientY: 10 });
    await waitFor(() => expect(texts()).toContain("without North"));
    expect(texts()).not.toContain("without none");
    hidden = new Set();
    rerender(<EChart picture={{ ...drawing }} {...size} width={300} />);
    await waitFor(() => expect(texts(), "in another size").toContain("without North"));
  });

  test("selects the clicked mark of a bitmap and shows the tooltip of a focused one", () => {
    const handleSelect = vi.fn();
    const bitmap: BitmapLayer = {
      area: { x: 0, y: 0, width: 400, height: 200 },
      size: 2,
      paint: () => undefined,
      at: (x) => (x < 200 ? 0 : 1),
      boxOf: (index) => ({ x: index * 200, y: 0, width: 200, height: 200 }),
      outline: theme.text,
    };
    const option = { series: [bitmapSeries(bitmap, size)] };
    render(<EChart picture={{ ...picture(), option, bitmaps: [bitmap] }} {...size} onSelect={handleSelect} />);
    const chart = screen.getByRole("img");
    const inside = chart.querySelector("svg")?.parentElement ?? chart;
    for (const kind of [fireEvent.mouseDown, fireEvent.mouseUp, fireEvent.click])
      kind(inside, { clientX: 300, clientY: 100 });
    expect(handleSelect).toHaveBeenLastCalledWith(selectionAt(1), false);
    fireEvent.keyDown(chart, { key: "ArrowRight" });
    fireEvent.keyDown(chart, { key: "Enter" });
    expect(handleSelect).toHaveBeenLastCalledWith(selectionAt(0), false);
  });

  const bitmap: BitmapLayer = {
    area: { x: 0, y: 0, width: 400, height: 200 },
    size: 2,
    paint: () => undefined,
    at: (x) => (x < 200 ? 0 : 1),
    boxOf: (index) => ({ x: index * 200, y: 0, width: 200, height: 200 }),
  };
  const line = (value: number[]) => ({ type: "parallel", data: [value, value] });
  const axes = [{ dim: 0 }, { dim: 1 }];
  test.each<[string, Partial<EChartSpec>]>([
    ["bars", {}],
    ["a bitmap", { option: { series: [bitmapSeries(bitmap, size)] }, bitmaps: [bitmap] }],
    ["lines between axes", { option: { parallelAxis: axes, series: [line([1, 2])] }, placeOf: () => ({ x: 9, y: 9 }) }],
    [
      "areas without a shape",
      { option: { series: [{ type: "map", map: "plain", data: [{ name: "A" }, { name: "B" }] }] } },
    ],
  ])("shows the tooltip of %s on keyboard focus, also after selection", (_, part) => {
    const shown = (selected: number): EChartSpec => ({
      ...picture(selected),
      tooltip: ([hit]) => ({ title: `Tooltip of ${LABELS[hit?.dataIndex ?? -1]}`, rows: [] }),
      ...part,
    });
    const draw = (selected: number) => <EChart picture={shown(selected)} {...size} onSelect={() => undefined} />;
    const { rerender, unmount } = render(draw(-1));
    const chart = screen.getByRole("img");
    fireEvent.keyDown(chart, { key: "ArrowRight" });
    fireEvent.keyDown(chart, { key: "ArrowRight" });
    const tooltip = () =>
      screen.getByText("Tooltip of DFW").closest<HTMLElement>("[style*=visibility], [style*=opacity]");
    expect(tooltip()?.style.visibility).not.toBe("hidden");
    fireEvent.keyDown(chart, { key: "Enter" });
    rerender(draw(1));
    expect(tooltip()?.style.visibility).not.toBe("hidden");
    unmount();
  });

  test("disposes of its chart", () => {
    const { container, unmount } = render(<EChart picture={picture()} {...size} />);
    act(() => unmount());
    expect(container.querySelector("svg")).toBeNull();
  });
});

describe("tooltip", () => {
  test("has no dot column when no row has a color", () => {
    const cells = (color?: string) =>
      tooltipElement({
        rows: [
          { label: "a", value: "1", ...(color ? { color } : {}) },
          { label: "b", value: "2" },
        ],
      }).querySelectorAll("span").length;
    expect([cells(), cells("red")]).toEqual([4, 6]);
  });

  test("inserts data as text, never as markup", () => {
    const element = tooltipElement({
      title: "<b>Mar</b>",
      rows: [{ color: "#4266C6", label: "<img src=x onerror=alert(1)>", value: "1,173", share: "12.5 %" }],
      total: { label: "Total", value: "1,173" },
      note: "+ 3 more",
    });
    expect(element.querySelector("img, b")).toBeNull();
    expect(element.textContent).toBe("<b>Mar</b><img src=x onerror=alert(1)>1,17312.5 %Total1,173+ 3 more");
  });
});
