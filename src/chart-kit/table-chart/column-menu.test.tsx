import { expect, test } from "vitest";
import { roomBeside } from "./ColumnMenu.tsx";

test.each([
  ["at the top it fits below", { y: 100, height: 30 }, 900, { isBelow: true, height: 480 }],
  ["in the middle it stays below, with limited height", { y: 500, height: 30 }, 900, { isBelow: true, height: 360 }],
  ["near the bottom it opens above the header", { y: 800, height: 30 }, 900, { isBelow: false, height: 480 }],
  ["in a small window it uses the larger side", { y: 200, height: 30 }, 400, { isBelow: true, height: 160 }],
])("%s", (_, { y, height }, windowHeight, room) => {
  expect(roomBeside({ x: 0, y, height }, windowHeight)).toEqual(room);
});
