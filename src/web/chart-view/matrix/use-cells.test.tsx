import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { LabelColors } from "../../../chart-kit/colors/label-colors.ts";
import type { CellState } from "./grid-state.ts";
import { useGridColors } from "./use-cells.ts";

const LABELS: Readonly<Record<string, readonly string[]>> = { first: ["sun", "rain"], second: ["snow", "sun"] };
const KEYS = Object.keys(LABELS);
const READY = { labels: [], state: { status: "ready" } } as unknown as CellState;

function colorsAfter(drawing: readonly string[], dashboard: LabelColors): Record<string, string> {
  const view = { formData: { viz_type: "pie" }, colors: dashboard };
  const form = { viz_type: "pie", slice_id: 7 };
  const { result, rerender } = renderHook(({ states }) => useGridColors(view, form, { keys: KEYS, states }), {
    initialProps: { states: new Map<string, CellState>() },
  });
  const draw = () => {
    for (const key of drawing) {
      const colorOf = result.current.colorsOf(key).chart(7);
      for (const label of LABELS[key] ?? []) colorOf(label);
    }
  };
  for (let round = 0; round < 3; round++) {
    draw();
    act(() => rerender({ states: new Map(KEYS.map((key) => [key, READY])) }));
  }
  draw();
  return Object.fromEntries([...result.current.drawn].map(([label]) => [label, dashboard.chart(7)(label)]));
}

test.each([
  ["nothing is known", () => new LabelColors()],
  ["one color is stored", () => new LabelColors({ known: { snow: "#123456" } })],
  [
    "another chart has one of the labels",
    () => {
      const dashboard = new LabelColors();
      dashboard.chart(1)("snow");
      return dashboard;
    },
  ],
])("on a dashboard, the colors of a grid don't depend on the drawing order: %s", (_, begin) => {
  const once = colorsAfter(["first", "second"], begin());
  expect(Object.keys(once)).toEqual(["sun", "rain", "snow"]);
  expect(new Set(Object.values(once)).size).toBe(3);
  expect(colorsAfter(["second", "first"], begin())).toEqual(once);
});
