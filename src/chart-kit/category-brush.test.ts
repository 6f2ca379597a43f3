import { expect, test } from "vitest";
import { categoryBrush } from "./category-brush.ts";

const nameOf = (value: unknown) => `«${value}»`;
const letters = { axis: "x", column: "letter", values: ["a", "b", null, "d"], nameOf } as const;

test("selects the values between the ends of a drag", () => {
  const brush = categoryBrush([letters]);
  expect(brush?.select({ x: [0.6, 2] })).toEqual({
    clauses: [{ column: "letter", values: ["b", null] }],
    label: "«b» – «null»",
  });
  expect(brush?.select({ x: [3, 3] })?.label).toBe("«d»");
  expect(brush?.select({ x: [9, 9] })).toBeNull();
  expect(brush?.stops).toEqual({ x: [0, 1, 2, 3] });
  expect(brush?.dimensions()).toEqual([{ column: "letter", values: ["a", "b", null, "d"] }]);
});

test("selects a box of two axes, each with its time grain", () => {
  const brush = categoryBrush([
    { axis: "x", column: "month", values: [1, 2, 3], nameOf, grain: "P1M" },
    { ...letters, axis: "y" },
  ]);
  expect(brush?.axes).toBe("xy");
  expect(brush?.select({ x: [0, 1], y: [1, 1] })?.clauses).toEqual([
    { column: "month", values: [1, 2], grain: "P1M" },
    { column: "letter", values: ["b"] },
  ]);
  expect(brush?.dimensions().map(({ column }) => column)).toEqual(["month", "letter"]);
});

test("a single value is no range, and too many have no bins", () => {
  expect(categoryBrush([{ ...letters, values: ["a"] }])).toBeUndefined();
  const many = Array.from({ length: 300 }, (_, i) => i);
  const brush = categoryBrush([{ ...letters, values: many }]);
  expect(brush?.dimensions()).toEqual([]);
  expect(brush?.select({ x: [0, 299] })?.clauses[0]?.values).toHaveLength(300);
});
