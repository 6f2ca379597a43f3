import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { LineChart } from "echarts/charts";
import { GridComponent } from "echarts/components";
import { use } from "echarts/core";
import { expect, test, vi } from "vitest";
import { chartTheme } from "../colors/theme.ts";
import { bandBetween, boxBetween, plotArea } from "./brush.ts";
import { EChart } from "./EChart.tsx";
import type { Brush, BrushBox, EChartSpec } from "./echart-spec.ts";

use([LineChart, GridComponent]);

const size = { width: 220, height: 120, theme: chartTheme("light") };

/** 0 to 100 on 200 px from 10 px. */
function picture(shown?: BrushBox, option: object = {}): EChartSpec {
  return {
    option: {
      grid: { left: 10, right: 10, top: 10, bottom: 10, outerBoundsMode: "none" },
      xAxis: { type: "value", min: 0, max: 100 },
      yAxis: { type: "value", min: 0, max: 10 },
      series: [
        {
          type: "line",
          data: [
            [0, 1],
            [100, 2],
          ],
        },
      ],
      ...option,
    },
    summary: "A line",
    size: 2,
    brush: {
      axes: "x",
      shown,
      stops: { x: [0, 25, 50, 75, 100] },
      dimensions: () => [{ column: "x", edges: [0, 25, 50, 75, 100] }],
      select: ({ x: [from, to] = [0, 0] }) => ({
        clauses: [{ column: "x", values: [], range: { from: Math.round(from), to: Math.round(to) } }],
        label: "range",
      }),
    },
  };
}

const at = (clientX: number, extra: object = {}) => ({
  clientX,
  clientY: 60,
  button: 0,
  pointerId: 1,
  pointerType: "mouse",
  ...extra,
});

async function open(shown?: BrushBox, option: object = {}) {
  const onSelect = vi.fn();
  const onBrush = vi.fn();
  render(<EChart picture={picture(shown, option)} {...size} onSelect={onSelect} onBrush={onBrush} />);
  const chart = screen.getByRole("img", { name: "A line" });
  const drag = (from: number, to: number, extra: object = {}) => {
    fireEvent.pointerEnter(chart);
    fireEvent.pointerDown(chart, at(from, extra));
    fireEvent.pointerMove(chart, at(to, extra));
  };
  return { chart, drag, onSelect, onBrush };
}

test("a drag selects the range between its ends, in either direction", async () => {
  const { chart, drag, onSelect } = await open();
  for (const [from, to] of [
    [60, 110],
    [110, 60],
  ] as const) {
    await waitFor(() => {
      drag(from, to);
      expect(screen.getByTestId("brush").style.width).toBe("50px");
    });
    fireEvent.pointerUp(chart, at(to));
  }
  expect(onSelect.mock.calls.map(([selection]) => selection.clauses[0].range)).toEqual([
    { from: 25, to: 50 },
    { from: 25, to: 50 },
  ]);
  expect(screen.queryByTestId("brush")).toBeNull();
});

test("short moves, touch and Escape select nothing; a zoomed chart needs Shift", async () => {
  const { chart, drag, onSelect } = await open();
  await waitFor(() => {
    drag(60, 110);
    expect(screen.getByTestId("brush")).toBeTruthy();
  });
  fireEvent.keyDown(window, { key: "Escape" });
  await waitFor(() => expect(screen.queryByTestId("brush")).toBeNull());
  fireEvent.pointerUp(chart, at(110));
  drag(60, 62);
  fireEvent.pointerUp(chart, at(62));
  drag(60, 110, { pointerType: "touch" });
  fireEvent.pointerUp(chart, at(110, { pointerType: "touch" }));
  expect(onSelect).not.toHaveBeenCalled();
});

test("the cursor is a cross over the plot and while a range is dragged", async () => {
  const { chart, drag } = await open();
  const canvas = chart.firstElementChild as HTMLElement;
  await waitFor(() => {
    fireEvent.pointerEnter(chart);
    fireEvent.mouseMove(canvas, at(60));
    expect(canvas.style.cursor).toBe("crosshair");
  });
  fireEvent.mouseMove(canvas, at(2));
  expect(canvas.style.cursor).toBe("default");
  drag(60, 110);
  expect(canvas.style.cursor).toBe("crosshair");
});

test("where a drag moves the chart, Shift selects", async () => {
  const { chart, drag, onSelect } = await open(undefined, { dataZoom: [] });
  await waitFor(() => {
    drag(60, 110, { shiftKey: true });
    expect(screen.getByTestId("brush")).toBeTruthy();
  });
  fireEvent.pointerUp(chart, at(110));
  drag(60, 110);
  fireEvent.pointerUp(chart, at(110));
  expect(onSelect).toHaveBeenCalledTimes(1);
});

test("shows the selected range, which a double click clears", async () => {
  const { chart, onSelect } = await open({ x: [25, 50] });
  const band = await screen.findByTestId("brush");
  expect([band.style.left, band.style.width, band.style.top]).toEqual(["60px", "50px", "10px"]);
  fireEvent.doubleClick(chart, at(200));
  expect(onSelect).toHaveBeenCalledWith(null, false);
});

test("tells the page of the range while it is dragged, and that it is canceled", async () => {
  const { drag, onBrush, onSelect } = await open();
  await waitFor(() => {
    drag(60, 110);
    expect(screen.getByTestId("brush").textContent).toBe("range");
  });
  expect(onBrush.mock.calls[0]?.[0]).toEqual({
    kind: "near",
    dimensions: [{ column: "x", edges: [0, 25, 50, 75, 100] }],
  });
  const { kind, selection } = onBrush.mock.lastCall?.[0] ?? {};
  expect([kind, selection?.clauses[0].range]).toEqual(["move", { from: 25, to: 50 }]);
  fireEvent.keyDown(window, { key: "Escape" });
  expect(onBrush.mock.lastCall).toEqual([{ kind: "cancel" }]);
  expect(onSelect).not.toHaveBeenCalled();
});

test("the band is around what is selected, follows further moves, and stays there on release", async () => {
  const snapped = picture();
  const brush = snapped.brush as Brush;
  const boxOf: Brush["boxOf"] = ({ clauses: [clause] }) =>
    clause?.range && { x: [Math.floor(clause.range.from / 25) * 25, Math.ceil(clause.range.to / 25) * 25] };
  const onSelect = vi.fn();
  const of = (shown?: BrushBox) => ({ ...snapped, brush: { ...brush, boxOf, shown } });
  const view = render(<EChart picture={of()} {...size} onSelect={onSelect} />);
  const chart = screen.getByRole("img", { name: "A line" });
  const sides = () => {
    const { left, width } = screen.getByTestId("brush").style;
    return [left, width];
  };
  await waitFor(() => {
    fireEvent.pointerEnter(chart);
    fireEvent.pointerDown(chart, at(65));
    fireEvent.pointerMove(chart, at(105));
    expect(sides()).toEqual(["60px", "50px"]);
  });
  fireEvent.pointerMove(chart, at(115));
  expect(sides()).toEqual(["60px", "100px"]);
  fireEvent.pointerUp(chart, at(115));
  view.rerender(<EChart picture={of(boxOf(onSelect.mock.lastCall?.[0]))} {...size} onSelect={onSelect} />);
  await waitFor(() => expect(sides()).toEqual(["60px", "100px"]));
});

test("the first raw move after a frame is followed at once, others with the next frame", async () => {
  const { chart, drag, onBrush } = await open();
  await waitFor(() => {
    drag(60, 110);
    expect(screen.getByTestId("brush")).toBeTruthy();
  });
  const raw = (clientX: number) =>
    fireEvent(
      chart,
      Object.assign(new MouseEvent("pointerrawupdate", { bubbles: true, ...at(clientX) }), { pointerId: 1 }),
    );
  const to = () => onBrush.mock.lastCall?.[0].selection.clauses[0].range.to;
  raw(120);
  expect(to()).toBe(55);
  raw(130);
  expect(to()).toBe(55);
  fireEvent.pointerMove(chart, at(130));
  expect(to()).toBe(60);
});

test("Shift and arrow keys select a range, arrow keys move it, and Escape cancels", async () => {
  const { chart, onSelect, onBrush } = await open();
  const press = (key: string, shiftKey = false) => fireEvent.keyDown(chart, { key, shiftKey });
  chart.focus();
  await waitFor(() => {
    press("ArrowRight", true);
    expect(screen.getByTestId("brush")).toBeTruthy();
  });
  press("ArrowRight", true);
  expect(onBrush.mock.lastCall?.[0].selection.clauses[0].range).toEqual({ from: 0, to: 25 });
  press("ArrowRight");
  expect(onBrush.mock.lastCall?.[0].selection.clauses[0].range).toEqual({ from: 25, to: 50 });
  expect(screen.getByTestId("brush").style.left).toBe("60px");
  press("Enter");
  expect(onSelect.mock.lastCall?.[0].clauses[0].range).toEqual({ from: 25, to: 50 });
  press("ArrowRight", true);
  press("Escape");
  expect(onBrush.mock.lastCall).toEqual([{ kind: "cancel" }]);
  expect(onSelect).toHaveBeenCalledTimes(1);
  expect(screen.queryByTestId("brush")).toBeNull();
});

test("bands cover the plot along axes that aren't selected", () => {
  const area = plotArea({ option: { grid: { left: 40, right: 10, top: 5, bottom: 20 } } }, size, false);
  expect(area).toEqual({ left: 40, right: 210, top: 5, bottom: 100 });
  expect(plotArea({ option: { grid: { left: 40, right: 10 } } }, size, true)).toMatchObject({ left: 10, right: 180 });
  const [a, b] = [
    { x: 300, y: 50 },
    { x: 100, y: 60 },
  ];
  expect(bandBetween(a, b, { axes: "x", area })).toEqual({ left: 100, right: 210, top: 5, bottom: 100 });
  expect(bandBetween(a, b, { axes: "y", area })).toEqual({ left: 40, right: 210, top: 50, bottom: 60 });
  expect(bandBetween(a, b, { axes: "xy", area })).toEqual({ left: 100, right: 210, top: 50, bottom: 60 });
  expect(boxBetween([3, 4], [1, 9], "xy")).toEqual({ x: [1, 3], y: [4, 9] });
  expect(boxBetween([3, 4], [1, 9], "y")).toEqual({ y: [4, 9] });
});
