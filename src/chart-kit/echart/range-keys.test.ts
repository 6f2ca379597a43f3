import { expect, test } from "vitest";
import { boxOf, closestStop, stepOf, stepped } from "./range-keys.ts";

const brush = { axes: "x", stops: { x: [10, 20, 30, 40] } } as const;
const at = { x: 1, y: 0 };
const right = { axis: "x", step: 1, isExtending: true } as const;

test("a range starts at a stop, grows by a step and moves as a whole", () => {
  const first = stepped(brush, undefined, { ...right, at });
  expect(boxOf(brush, first)).toEqual({ x: [20, 20] });
  const grown = stepped(brush, first, { ...right, at });
  expect(boxOf(brush, grown)).toEqual({ x: [20, 30] });
  const moved = stepped(brush, grown, { ...right, isExtending: false, at });
  expect(boxOf(brush, moved)).toEqual({ x: [30, 40] });
  expect(stepped(brush, moved, { ...right, isExtending: false, at })).toEqual(moved);
  const back = stepped(brush, grown, { axis: "x", step: -1, isExtending: true, at });
  const turned = stepped(brush, back, { axis: "x", step: -1, isExtending: true, at });
  expect(boxOf(brush, turned)).toEqual({ x: [10, 20] });
});

test("a box has a range on each axis", () => {
  const box = { axes: "xy", stops: { x: [0, 1, 2], y: [0, 1] } } as const;
  const first = stepped(box, undefined, { axis: "y", step: 1, isExtending: true, at: { x: 2, y: 0 } });
  expect(boxOf(box, first)).toEqual({ x: [2, 2], y: [0, 0] });
  const taller = stepped(box, first, { axis: "y", step: 1, isExtending: true, at });
  expect(boxOf(box, taller)).toEqual({ x: [2, 2], y: [0, 1] });
});

test("arrow keys step along the axes that have ranges", () => {
  expect(stepOf("ArrowLeft", true, { axes: "x", up: 1 })).toEqual({ axis: "x", step: -1, isExtending: true });
  expect(stepOf("ArrowUp", false, { axes: "xy", up: -1 })).toEqual({ axis: "y", step: -1, isExtending: false });
  expect(stepOf("ArrowUp", true, { axes: "x", up: 1 })).toBeUndefined();
  expect(stepOf("Home", true, { axes: "xy", up: 1 })).toBeUndefined();
});

test("finds the stop of a mark", () => {
  expect([closestStop([10, 20, 30], 19), closestStop([10, 20, 30], undefined), closestStop([], 3)]).toEqual([1, 0, 0]);
});
