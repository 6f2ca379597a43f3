import { fireEvent, render, screen } from "@testing-library/react";
import { BarChart, CustomChart, MapChart } from "echarts/charts";
import { GridComponent } from "echarts/components";
import { init, registerMap, use } from "echarts/core";
import { CanvasRenderer } from "echarts/renderers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { localeFrom } from "../../i18n/locale.ts";
import { chartTheme } from "../colors/theme.ts";
import { type BitmapLayer, bitmapSeries } from "./bitmap-layer.ts";
import { EChart } from "./EChart.tsx";
import type { EChartSpec } from "./echart-spec.ts";
import { Mirror } from "./mirrored.ts";
import { placeTooltip } from "./tooltip.ts";

use([BarChart, CustomChart, MapChart, GridComponent, CanvasRenderer]);

const size = { width: 400, height: 200, theme: chartTheme("light") };
const NAMES = ["ORD", "DFW"];
const bars = { xAxis: { type: "category", data: NAMES }, yAxis: {}, series: [{ type: "bar", data: [166, 157] }] };
const drawing = (option: EChartSpec["option"], more: Partial<EChartSpec> = {}): EChartSpec => ({
  option,
  summary: "Flights",
  size: 2,
  mark: ({ dataIndex }) => {
    const label = NAMES[dataIndex] ?? "";
    return { text: label, selection: { clauses: [], label }, isSelected: false };
  },
  walk: [{ seriesIndex: 0, length: 2 }],
  ...more,
});

let former: ReturnType<typeof localeFrom>;
beforeEach(() => {
  former = localeFrom(() => ({ language: "en-XB" }));
});
afterEach(() => void localeFrom(former));

const inside = () => screen.getByRole("img").querySelector("svg")?.parentElement as HTMLElement;
const at = (clientX: number) => ({ clientX, clientY: 100 });

describe("a right-to-left chart", () => {
  test("opens menus at the pointer, for the mark under it", () => {
    const onContextMenu = vi.fn();
    render(<EChart picture={drawing(bars)} {...size} onContextMenu={onContextMenu} />);
    fireEvent.contextMenu(inside(), at(300));
    expect(onContextMenu).toHaveBeenLastCalledWith({ x: 300, y: 100 }, expect.objectContaining({ label: "ORD" }));
    fireEvent.contextMenu(inside(), at(100));
    expect(onContextMenu).toHaveBeenLastCalledWith({ x: 100, y: 100 }, expect.objectContaining({ label: "DFW" }));
  });

  test("moves to the next mark with the left arrow key", () => {
    const { container } = render(<EChart picture={drawing(bars)} {...size} />);
    const textAfterKey = (key: string) => {
      fireEvent.keyDown(screen.getByRole("img"), { key });
      return container.querySelector("[aria-live]")?.textContent;
    };
    expect([textAfterKey("ArrowLeft"), textAfterKey("ArrowLeft"), textAfterKey("ArrowRight")]).toEqual([
      "ORD",
      "DFW",
      "ORD",
    ]);
  });

  const bitmap: BitmapLayer = {
    area: { x: 0, y: 0, width: 400, height: 200 },
    size: 2,
    paint: () => undefined,
    at: (x) => (x < 200 ? 0 : 1),
    boxOf: (index) => ({ x: index * 200, y: 0, width: 200, height: 200 }),
  };

  test.each([
    ["mirrored", {}, "ORD"],
    ["in place when it is round", { roundAt: 200 }, "DFW"],
  ])("finds the marks of a bitmap %s", (_, more, right) => {
    const onSelect = vi.fn();
    const option = { series: [bitmapSeries(bitmap, size)] };
    render(<EChart picture={drawing(option, { bitmaps: [bitmap], ...more })} {...size} onSelect={onSelect} />);
    for (const kind of [fireEvent.mouseDown, fireEvent.mouseUp, fireEvent.click]) kind(inside(), at(300));
    expect(onSelect).toHaveBeenLastCalledWith(expect.objectContaining({ label: right }), false);
  });

  test("is moved but not mirrored if it is a map", () => {
    const ring = [
      [0, 0],
      [9, 0],
      [9, 9],
      [0, 0],
    ];
    const shape = { type: "Feature", properties: { name: "Here" }, geometry: { type: "Polygon", coordinates: [ring] } };
    registerMap("triangle", { type: "FeatureCollection", features: [shape] } as never);
    const map = { type: "map", map: "triangle", left: 4, right: 150, data: [{ name: "Here", value: 1 }] };
    const onContextMenu = vi.fn();
    render(<EChart picture={drawing({ series: [map] })} {...size} onContextMenu={onContextMenu} />);
    const marked = (clientX: number, clientY: number) => {
      fireEvent.contextMenu(inside(), { clientX, clientY });
      return onContextMenu.mock.lastCall?.[1]?.label;
    };
    // 246 pixels wide: from 150 to 396. The right angle is below on the right.
    expect([marked(390, 190), marked(160, 10), marked(100, 190)]).toEqual(["ORD", undefined, undefined]);
  });

  test("isolates text of either direction", () => {
    const option = { ...bars, xAxis: { type: "category", data: ["مطار (ORD)", "DFW"] } };
    render(<EChart picture={drawing(option)} {...size} />);
    const texts = [...inside().querySelectorAll("text")].map(({ textContent }) => textContent);
    expect(texts).toEqual(expect.arrayContaining(["\u2068مطار (ORD)\u2069", "DFW"]));
  });

  test("shows its tooltip left of the pointer if there is room", () => {
    const place = (x: number) =>
      placeTooltip({
        ...{ point: [x, 100], size: [100, 50], chart: { left: 50, top: 0 } },
        ...{ window: { width: 500, height: 300 }, isRightToLeft: true },
      })[0];
    expect([place(300), place(20)]).toEqual([300 - 16 - 100, 20 + 16]);
  });
});

test("mirrors a canvas but not its text", () => {
  const calls: unknown[][] = [];
  let matrix = [1, 0, 0, 1, 0, 0];
  const known: Record<string, unknown> = {
    canvas: { width: 400, height: 200 },
    textAlign: "left",
    setTransform: (...args: number[]) => {
      matrix = args;
    },
    getTransform: () => ({ a: matrix[0], b: matrix[1], c: matrix[2], d: matrix[3] }),
    transform: (...args: number[]) => calls.push(["transform", ...args]),
    fillText: (text: string, x: number) => calls.push([text, x, known.textAlign]),
    strokeText: () => undefined,
    measureText: (text: string) => ({ width: text.length * 6 }),
  };
  const context = new Proxy(known, { get: (own, name) => (name in own ? own[String(name)] : () => undefined) });
  const original = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = (() => context) as never;
  const chart = init(document.createElement("div"), null, { renderer: "canvas", width: 400, height: 200 });
  const mirror = new Mirror(chart);
  chart.setOption(mirror.optionOf(drawing(bars), { animation: false, ...bars }));
  expect(matrix.slice(0, 4).map((part) => part + 0)).toEqual([-1, 0, 0, 1]);
  const text = calls.findIndex(([name]) => name === "ORD");
  expect(calls[text - 1]).toEqual(["transform", -1, 0, 0, 1, 2 * Number(calls[text]?.[1]), 0]);
  expect(mirror.shown({ x: 100, y: 7 })).toEqual({ x: 300, y: 7 });
  chart.dispose();
  HTMLCanvasElement.prototype.getContext = original;
});
