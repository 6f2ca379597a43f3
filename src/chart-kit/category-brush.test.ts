import { expect, test } from "vitest";
import { categoryBrush } from "./category-brush.ts";

const nameOf = (value: unknown) => `«${value}»`;
const letters = { axis: "x", column: "letter", values: ["a", "b", null, "d"], nameOf } as const;

test("selects the values between the ends of a drag", () => {
  const brush = categoryBrush([letters]);
  expect(brush?.select({ x: [0.6, 2] })).toEqual({
    clauses: [{ column: "letter", values: ["b", null] }],
    label: "«b», «null»",
  });
  expect(brush?.select({ x: [3, 3] })?.label).toBe("«d»");
  expect(brush?.select({ x: [9, 9] })).toBeNull();
  expect(brush?.stops).toEqual({ x: [0, 1, 2, 3] });
  expect(brush?.dimensions()).toEqual([{ column: "letter", values: ["a", "b", null, "d"] }]);
});

test("numbers are named by their ends, three names or more by how many they are", () => {
  const labelOf = (values: readonly (string | number)[]) =>
    categoryBrush([{ ...letters, values }])?.select({ x: [0, values.length - 1] })?.label;
  expect(labelOf([-5, 0, "5.5"])).toBe("«-5» – «5.5»");
  expect(labelOf(["DFW", "ORD", "PHX"])).toBe("3 values");
});

test("shows values next to each other as a range, but not a single one", () => {
  const shownOf = (...values: (string | null)[]) =>
    categoryBrush([letters], { clauses: [{ column: "letter", values }], label: "" })?.shown;
  expect(shownOf("b", null)).toEqual({ x: [0.5, 2.5] });
  expect(shownOf("a", "d")).toBeUndefined();
  expect(shownOf("b")).toBeUndefined();
  expect(categoryBrush([letters])?.boxOf?.({ clauses: [{ column: "letter", values: ["b"] }], label: "" })).toEqual({
    x: [0.5, 1.5],
  });
  expect(categoryBrush([letters], { clauses: [{ column: "series", values: ["a", "b"] }], label: "" })?.shown).toBe(
    undefined,
  );
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
