import { BarChart } from "echarts/charts";
import { GridComponent } from "echarts/components";
import { init, use } from "echarts/core";
import { CanvasRenderer } from "echarts/renderers";
import { expect, test } from "vitest";
import "./drawn-marks.ts";

use([BarChart, GridComponent, CanvasRenderer]);

const WIDTH = 150;
const HEIGHT = 100;

function recorded() {
  const boxes: number[][] = [];
  const outline: string[] = [];
  const known: Record<string, unknown> = {
    fillRect: (...box: number[]) => boxes.push(box),
    rect: () => outline.push("rect"),
    getTransform: () => ({ a: 1 }),
    measureText: (text: string) => ({ width: text.length * 6 }),
  };
  const context = new Proxy(known, {
    get: (own, name) => own[String(name)] ?? (() => undefined),
    set: () => true,
  });
  HTMLCanvasElement.prototype.getContext = (() => context) as never;
  return { boxes, outline };
}

function drawn(values: readonly number[], isLying = false) {
  const { boxes, outline } = recorded();
  const chart = init(document.createElement("div"), null, { width: WIDTH, height: HEIGHT });
  const [names, amounts] = [
    { type: "category", data: values.map(String), show: false },
    { type: "value", max: 10, show: false },
  ];
  chart.setOption({
    animation: false,
    grid: { left: 0, right: 0, top: 0, bottom: 0, outerBoundsMode: "none" },
    xAxis: isLying ? amounts : names,
    yAxis: isLying ? names : amounts,
    series: [{ type: "bar", data: values, large: true, largeThreshold: 0, progressive: 0, barCategoryGap: 0 }],
  });
  const first = boxes.splice(0);
  chart.getZr().painter.refresh();
  const found = chart.getZr().handler.findHover(1, HEIGHT - 1);
  chart.dispose();
  return { first, outline, found };
}

const VALUES = Array.from({ length: 100 }, (_, i) => 1 + (i % 9));

test("uniform bars are drawn on whole pixels without gaps and can be hovered", () => {
  const { first, outline, found } = drawn(VALUES);
  expect(first).toHaveLength(VALUES.length);
  // The plot's own clip path.
  expect(outline).toHaveLength(1);
  first.forEach(([x = 0, , width = 0], i) => {
    expect(Number.isInteger(x)).toBe(true);
    expect(x + width).toBe(first[i + 1]?.[0] ?? WIDTH);
  });
  expect(first[3]?.[3]).toBeCloseTo(-HEIGHT * 0.4);
  expect(found.target).toBeTruthy();
});

test("horizontal bars have the right length, and bars thinner than a pixel are blended", () => {
  const { first } = drawn([...VALUES, ...VALUES], true);
  expect(first).toHaveLength(2 * VALUES.length);
  expect(first[3]?.[2]).toBeCloseTo(WIDTH * 0.4);
  expect(first.some(([, y = 0]) => !Number.isInteger(y))).toBe(true);
});
