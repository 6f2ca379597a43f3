import { expect, it } from "vitest";
import { placeNames } from "./names.ts";

const node = (name: string, at: [number, number], radius = 5) => ({ name, at, radius });
const ROOM = { isCircle: false, most: 80, width: 300, height: 120 };
const sides = (nodes: ReturnType<typeof node>[], room = {}) =>
  placeNames(nodes, { ...ROOM, ...room }).map((name) => name?.side);

it("places names outside a circle of nodes", () => {
  const circle = [node("N", [100, 0]), node("E", [200, 50]), node("S", [100, 100]), node("W", [0, 50])];
  expect(sides(circle, { isCircle: true })).toEqual(["top", "right", "bottom", "left"]);
});

it("places names away from other nodes and inside the chart", () => {
  const nodes = [
    node("covered", [100, 50]),
    node("big", [140, 50], 20),
    node("far", [290, 90]),
    node("near", [10, 20]),
  ];
  expect(sides(nodes)).toEqual(["left", "right", "left", "right"]);
});

it("places names above or below a node between others", () => {
  const row = [node("left", [45, 60], 12), node("in between", [90, 60], 6), node("right", [135, 60], 12)];
  expect(sides(row)[1]).toBe("bottom");
});

it("cuts a name that has little room, and leaves out one without any", () => {
  const long = "Weather station of the regional office";
  const column = [node("a", [110, 40], 10), node(long, [75, 60]), node("b", [110, 80], 10), node("", [170, 60], 10)];
  expect(placeNames(column, { ...ROOM, most: 110 })[1]).toEqual({ side: "right", width: 64 });
  const surrounded = [
    node(long, [75, 60]),
    ...[45, 60, 75, 90, 105].flatMap((x) => [
      node("", [x, 46], 8),
      node("", [x, 74], 8),
      ...(x === 75 ? [] : [node("", [x, 60], 8)]),
    ]),
  ];
  expect(placeNames(surrounded, ROOM)[0]).toBeUndefined();
});

it("doesn't place two names on each other", () => {
  const close = [node("International office", [100, 50], 6), node("Small birds office", [100, 60], 5)];
  const [first, second] = placeNames(close, { ...ROOM, most: 110 });
  expect(first?.side).toBe("right");
  expect(second?.side).not.toBe("right");
});
