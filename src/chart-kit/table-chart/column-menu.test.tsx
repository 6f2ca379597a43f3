import { expect, test } from "vitest";
import { roomBeside } from "./ColumnMenu.tsx";

test.each([
  ["at the top there is room for all of it below", { y: 100, height: 30 }, 900, { isBelow: true, height: 480 }],
  [
    "in the middle it stays below, and is as low as the room",
    { y: 500, height: 30 },
    900,
    { isBelow: true, height: 360 },
  ],
  ["near the foot it stands above the header", { y: 800, height: 30 }, 900, { isBelow: false, height: 480 }],
  ["in a low window it takes the larger side", { y: 200, height: 30 }, 400, { isBelow: true, height: 160 }],
])("%s", (_, { y, height }, windowHeight, room) => {
  expect(roomBeside({ x: 0, y, height }, windowHeight)).toEqual(room);
});
