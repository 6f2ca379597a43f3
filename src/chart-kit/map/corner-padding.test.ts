import { expect, test } from "vitest";
import { cornerUnder, paddingsAvoiding, placesIn } from "./corner-padding.ts";

const boxed = (left: number, top: number, size: readonly [number, number]) =>
  ({
    getBoundingClientRect: () => ({
      left,
      top,
      right: left + size[0],
      bottom: top + size[1],
      width: size[0],
      height: size[1],
    }),
  }) as unknown as HTMLElement;

test("the view adds padding beside or above a covered corner", () => {
  const map = boxed(10, 20, [400, 300]);
  expect(paddingsAvoiding(cornerUnder(boxed(302, 28, [100, 40]), map), 8)).toEqual([{ right: 122 }, { top: 62 }]);
  expect(paddingsAvoiding(cornerUnder(boxed(18, 272, [100, 40]), map), 8)).toEqual([{ left: 122 }, { bottom: 62 }]);
});

test("samples marks if there are very many", () => {
  const points = Array.from({ length: 50_000 }, (_, index) => ({ at: [index / 1000, 0] as const, weight: 1 }));
  const layer = {
    kind: "heat",
    id: "h",
    count: 0,
    points,
    ramp: [],
    radiusPixels: 1,
    intensity: 1,
    aggregation: "SUM",
  } as const;
  const places = placesIn([layer]);
  expect(places).toHaveLength(2000);
  expect(places.at(-1)?.[0]).toBeGreaterThan(49);
});
