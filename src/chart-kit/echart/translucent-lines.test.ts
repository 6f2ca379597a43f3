import { expect, test } from "vitest";
import { opacities, type TranslucentLine } from "./translucent-lines.ts";

const SIZE = { width: 10, height: 10, ratio: 1 };
const AREA = { x: 0, y: 0, width: 10, height: 10 };
const drawn = (lines: readonly TranslucentLine[], area = AREA) => {
  const alpha = opacities(lines, area, SIZE);
  return (x: number, y: number) => alpha[y * SIZE.width + x] ?? Number.NaN;
};
const across: TranslucentLine = {
  points: [
    [0, 4.5],
    [10, 4.5],
  ],
  opacity: 0.5,
};
const down: TranslucentLine = {
  points: [
    [4.5, 0],
    [4.5, 10],
  ],
  opacity: 0.5,
};

test("lines keep their opacity and add up where they overlap", () => {
  const at = drawn([across, down]);
  expect([at(0, 4), at(9, 4), at(4, 0), at(4, 9)]).toEqual([0.5, 0.5, 0.5, 0.5]);
  expect(at(4, 4)).toBe(0.75);
  expect(at(2, 2)).toBe(0);
});

test("antialiases between pixels and along slopes", () => {
  const at = drawn([
    {
      points: [
        [0, 5],
        [10, 5],
      ],
      opacity: 1,
    },
  ]);
  expect([at(3, 4), at(3, 5)]).toEqual([0.5, 0.5]);
  const sloped = drawn([
    {
      points: [
        [0, 0],
        [10, 5],
      ],
      opacity: 1,
    },
  ]);
  for (let x = 0; x < 10; x++) {
    const column = Array.from({ length: 10 }, (_, y) => sloped(x, y)).reduce((sum, one) => sum + one, 0);
    expect(column).toBeGreaterThan(x === 0 ? 0.5 : 0.99);
  }
});

test("leaves gaps and draws nothing outside the area", () => {
  const gap: TranslucentLine = { points: [[0, 4.5], [3, 4.5], null, [7, 4.5], [10, 4.5]], opacity: 1 };
  expect([drawn([gap])(1, 4), drawn([gap])(5, 4), drawn([gap])(8, 4)]).toEqual([1, 0, 1]);
  const cut = drawn([across], { x: 2, y: 0, width: 5, height: 10 });
  expect([cut(1, 4), cut(2, 4), cut(6, 4), cut(7, 4)]).toEqual([0, 0.5, 0.5, 0]);
});
