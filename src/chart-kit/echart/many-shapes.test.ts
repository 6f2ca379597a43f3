import { describe, expect, test } from "vitest";
import { chartTheme } from "../colors/theme.ts";
import { drawnLayers } from "./many-shapes.ts";
import type { Shape } from "./shapes.ts";

const options = { theme: chartTheme("light"), width: 1000, height: 100 };
const MANY = 1000;
const TURN = (2 * Math.PI) / MANY;

const FORMS: Record<string, (i: number) => Shape> = {
  boxes: (i) => ({ type: "rect", shape: { x: i, y: 10, width: 1, height: 20 }, fill: "#112233" }),
  circles: (i) => ({ type: "circle", shape: { cx: i, cy: 50, r: 0.4 }, fill: "#112233" }),
  sectors: (i) => ({
    type: "sector",
    shape: { cx: 50, cy: 50, r0: 10, r: 40, startAngle: -2 + i * TURN, endAngle: -2 + (i + 1) * TURN },
    fill: "#112233",
  }),
};
const shapesOf = (form: string, count = MANY) => Array.from({ length: count }, (_, i) => FORMS[form]?.(i) as Shape);

describe("a thousand shapes", () => {
  test.each(Object.keys(FORMS))("that are %s are drawn as one, and found where they are", (form) => {
    const { series, bitmaps = [] } = drawnLayers([{ name: "A", shapes: shapesOf(form) }], options);
    expect(series).toMatchObject([{ name: "A", data: [0] }]);
    const [bitmap] = bitmaps;
    for (const index of [0, 1, 499, 998, 999]) {
      const { x = 0, y = 0, width = 0, height = 0 } = bitmap?.boxOf(index) ?? {};
      expect(bitmap?.at(x + width / 2, y + height / 2)).toBe(index);
    }
    expect(bitmap?.at(2000, 2000)).toBe(-1);
  });

  test("are drawn in their colors, later ones on top", () => {
    const { bitmaps } = drawnLayers([{ shapes: [...shapesOf("boxes"), ...shapesOf("boxes", 1)] }], options);
    const filled: unknown[] = [];
    const context = { fillRect: (x: number) => filled.push(x) };
    bitmaps?.[0]?.draw?.(context as unknown as CanvasRenderingContext2D);
    expect(filled).toHaveLength(MANY + 1);
    expect(filled.at(-1)).toBe(0);
    expect(bitmaps?.[0]?.at(0.5, 15)).toBe(MANY);
  });

  test("merge arcs that are too narrow, which can still be hovered", () => {
    const turn = (2 * Math.PI) / 10_000;
    const arcs = Array.from({ length: 10_000 }, (_, i): Shape => {
      const shape = { cx: 0, cy: 0, r0: 50, r: 100, startAngle: i * turn, endAngle: (i + 1) * turn };
      return { type: "sector", shape, fill: "#123456" };
    });
    const { bitmaps } = drawnLayers([{ shapes: arcs }], options);
    const drawn: number[] = [];
    const arc = (_x: number, _y: number, r: number, from: number, to: number) => r === 100 && drawn.push(to - from);
    const context = { beginPath() {}, arc, closePath() {}, fill() {} };
    bitmaps?.[0]?.draw?.(context as unknown as CanvasRenderingContext2D);
    expect(drawn.length).toBeLessThan(2 * Math.PI * 100 * 2);
    expect(drawn.reduce((sum, one) => sum + one, 0)).toBeCloseTo(2 * Math.PI);
    expect(bitmaps?.[0]?.at(75 * Math.cos(2.5 * turn), 75 * Math.sin(2.5 * turn))).toBe(2);
  });

  test("have no outline when its width is 0", () => {
    const lined = shapesOf("boxes").map((shape, i) => ({ ...shape, stroke: "#fff", lineWidth: i % 2 }));
    const { bitmaps } = drawnLayers([{ shapes: lined }], options);
    let lines = 0;
    const context = { beginPath() {}, rect() {}, fill() {}, fillRect() {}, stroke: () => (lines += 1) };
    bitmaps?.[0]?.draw?.(context as unknown as CanvasRenderingContext2D);
    expect(lines).toBe(MANY / 2);
  });

  test("have one layer per name so that the legend can toggle them", () => {
    const layers = ["A", "B"].map((name) => ({ name, shapes: shapesOf("boxes", 500) }));
    const { series, bitmaps } = drawnLayers(layers, options);
    expect(series.map(({ name }) => name)).toEqual(["A", "B"]);
    expect(bitmaps?.map(({ size }) => size)).toEqual([500, 500]);
  });

  test("are separate elements if there are few, mixed shapes or very many layers", () => {
    const isOne = (layers: Shape[][]) =>
      drawnLayers(
        layers.map((shapes) => ({ shapes })),
        options,
      ).bitmaps !== undefined;
    expect(isOne([shapesOf("boxes", 800)])).toBe(false);
    expect(isOne([shapesOf("boxes"), shapesOf("circles")])).toBe(false);
    expect(isOne(Array.from({ length: 40 }, () => shapesOf("boxes", 50)))).toBe(false);
  });
});
