import { expect, it } from "vitest";
import { sidesOf } from "./names.ts";

const node = (name: string, at: [number, number], radius = 5) => ({ name, at, radius });

it("places names outside a circle of nodes", () => {
  const circle = [node("N", [100, 0]), node("E", [200, 50]), node("S", [100, 100]), node("W", [0, 50])];
  expect(sidesOf(circle, { isCircle: true, most: 80, width: 300 })).toEqual(["top", "right", "bottom", "left"]);
});

it("places names away from other nodes and inside the chart", () => {
  const room = { isCircle: false, most: 80, width: 300 };
  const nodes = [
    node("covered", [100, 50]),
    node("big", [140, 50], 20),
    node("far", [290, 90]),
    node("near", [10, 20]),
  ];
  expect(sidesOf(nodes, room)).toEqual(["left", "right", "left", "right"]);
});
