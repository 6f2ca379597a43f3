import { describe, expect, it } from "vitest";
import { nearestBox } from "./tile-walk.ts";

const box = (left: number, top: number, width = 100, height = 100) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

describe("nearestBox", () => {
  const middle = box(200, 200);
  const around = [box(200, 0), box(400, 200), box(200, 400), box(0, 200), box(400, 400)];

  it("goes to the neighbor in the direction of the arrow", () => {
    expect(nearestBox("ArrowUp", middle, around)).toBe(0);
    expect(nearestBox("ArrowRight", middle, around)).toBe(1);
    expect(nearestBox("ArrowDown", middle, around)).toBe(2);
    expect(nearestBox("ArrowLeft", middle, around)).toBe(3);
  });

  it("prefers a box in line over a nearer one off to the side", () => {
    expect(nearestBox("ArrowRight", middle, [box(320, 420), box(500, 210)])).toBe(1);
  });

  it("stays when there is no box in that direction", () => {
    expect(nearestBox("ArrowUp", middle, [box(0, 400)])).toBeUndefined();
    expect(nearestBox("Enter", middle, around)).toBeUndefined();
  });
});
