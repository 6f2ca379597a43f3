import type { ChartDataResult } from "../../src/model/query-context.ts";

/** Charts of any number of points, from rows made here: the same on every run. */
export interface PointsCase {
  formData: Record<string, unknown>;
  results(points: number): ChartDataResult[];
}

type Row = Record<string, number | string>;

const HOUR = 3_600_000;
const START = Date.UTC(2015, 0, 1);
/** Without end, without a period that a picture would show, and the same everywhere. */
const noise = (i: number) => ((Math.imul(i + 1, 2_654_435_761) >>> 0) % 10_000) / 100;

function result(points: number, rowAt: (i: number) => Row, types: readonly number[]): ChartDataResult {
  const data = Array.from({ length: points }, (_, i) => rowAt(i));
  return { data, colnames: Object.keys(data[0] ?? {}), coltypes: [...types], rowcount: points };
}

/** One series over time. */
const walk = (points: number): ChartDataResult[] => [
  result(points, (i) => ({ at: START + i * HOUR, value: 500 + 200 * Math.sin(i / 400) + noise(i) }), [2, 0]),
];

const timeseries: PointsCase = {
  formData: { x_axis: "at", time_grain_sqla: "PT1H", metrics: ["value"] },
  results: walk,
};

/** `viz_type` -> a chart of it. Types whose marks are few by nature (a gauge, a pie) are not here. */
export const POINTS: Readonly<Record<string, PointsCase>> = {
  echarts_timeseries_line: timeseries,
  echarts_timeseries_bar: timeseries,
  echarts_area: timeseries,
  echarts_timeseries_scatter: timeseries,
  echarts_timeseries_smooth: timeseries,
  echarts_timeseries_step: timeseries,
  mixed_timeseries: {
    formData: { ...timeseries.formData, metrics_b: ["value"] },
    results: (points) => [...walk(points / 2), ...walk(points / 2)],
  },
  compare: timeseries,
  bubble_v2: {
    formData: { series: "group", entity: "name", x: "x", y: "y", size: "size", max_bubble_size: "15" },
    results: (points) => [
      result(
        points,
        (i) => ({ name: `n${i}`, group: `g${i % 5}`, x: noise(i), y: noise(i * 7 + 3), size: noise(i * 3) }),
        [1, 1, 0, 0, 0],
      ),
    ],
  },
  heatmap_v2: {
    formData: { x_axis: "x", groupby: "y", metric: "value" },
    results: (points) => {
      const width = Math.ceil(Math.sqrt(points));
      const rowAt = (i: number) => ({ x: i % width, y: Math.floor(i / width), value: noise(i), rank: noise(i) / 100 });
      return [result(points, rowAt, [0, 0, 0, 0])];
    },
  },
  table: {
    formData: { query_mode: "aggregate", groupby: ["name", "group"], metrics: ["value", "other"] },
    results: (points) => [
      result(
        points,
        (i) => ({ name: `Name ${i}`, group: `g${i % 50}`, value: noise(i) * 1000, other: -noise(i * 5) }),
        [1, 1, 0, 0],
      ),
    ],
  },
};

/** In place of a type: the rows of the line chart, as ECharts alone draws them. No chart of ours can be faster. */
export const ALONE = "a line by ECharts alone";

/** Tables of any number of lines, to scroll. */
export const LINES: Readonly<Record<string, PointsCase>> = {
  table: POINTS.table as PointsCase,
  pivot_table_v2: {
    formData: { groupbyRows: ["name"], groupbyColumns: ["group"], metrics: ["value"], row_limit: 100_000 },
    results: (points) => [
      result(points, (i) => ({ group: `g${i % 6}`, name: `Name ${i}`, value: noise(i) * 1000 }), [1, 1, 0]),
    ],
  },
};
