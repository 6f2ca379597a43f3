import { expect, test } from "vitest";
import type { EChartSpec } from "../echart/echart-spec.ts";
import { positionsOf, withZoomRange, zoomRangeAround, zoomRangeIn } from "./zoom.ts";

const picture = (option: Record<string, unknown>) => ({ option, summary: "", size: 0 }) as unknown as EChartSpec;
const CATEGORIES = picture({ series: [{ data: [5, 6, 7, { value: 8 }] }], dataZoom: [{ xAxisIndex: 0 }, {}] });
const TIMES = picture({
  series: [
    {
      data: [
        [1, 10],
        [2, 20],
        [4, 30],
      ].map(([at, y]) => [(at ?? 0) * 1000, y]),
    },
  ],
  dataZoom: [{}],
});
const LYING = picture({
  series: [
    {
      data: [
        [10, 1000],
        [20, 2000],
      ],
    },
  ],
  dataZoom: [{ yAxisIndex: 0 }],
});

test("reads the zoom range from ECharts, and undefined without zoom", () => {
  expect(zoomRangeIn({ dataZoom: [{ startValue: 2, endValue: 5, start: 1 }] })).toEqual({ startValue: 2, endValue: 5 });
  expect(zoomRangeIn({ series: [] })).toBeUndefined();
});

test("applies a zoom range to wheel and slider", () => {
  const part = { startValue: 1, endValue: 2 };
  expect(withZoomRange(CATEGORIES, part).option.dataZoom).toEqual([{ xAxisIndex: 0, ...part }, part]);
});

test("moves the zoom range to a focused mark, keeping its width", () => {
  const part = { startValue: 1, endValue: 2 };
  expect(zoomRangeAround(CATEGORIES, { seriesIndex: 0, dataIndex: 3 }, part)).toEqual({ startValue: 2, endValue: 3 });
  expect(zoomRangeAround(CATEGORIES, { seriesIndex: 0, dataIndex: 0 }, part)).toEqual({ startValue: 0, endValue: 1 });
  expect(zoomRangeAround(CATEGORIES, { seriesIndex: 0, dataIndex: 2 }, part)).toBeUndefined();
  const times = { startValue: 0, endValue: 2500 };
  expect(zoomRangeAround(TIMES, { seriesIndex: 0, dataIndex: 2 }, times)).toEqual({ startValue: 1500, endValue: 4000 });
  const lying = { startValue: 0, endValue: 1500 };
  expect(zoomRangeAround(LYING, { seriesIndex: 0, dataIndex: 1 }, lying)).toEqual({ startValue: 500, endValue: 2000 });
  expect(zoomRangeAround(TIMES, { seriesIndex: 0 }, times)).toBeUndefined();
});

test("charts with different axis positions have different keys", () => {
  expect(positionsOf(TIMES)).toBe(positionsOf(picture({ ...TIMES.option, title: "dark" })));
  expect(positionsOf(TIMES)).not.toBe(positionsOf(LYING));
});
