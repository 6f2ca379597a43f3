import type { ChartDataResult } from "../../src/model/query-context.ts";

export interface PointsCase {
  type?: string;
  formData: Record<string, unknown>;
  results(points: number): ChartDataResult[];
}

type Row = Record<string, number | string>;

const HOUR = 3_600_000;
const START = Date.UTC(2015, 0, 1);
const noise = (i: number) => ((Math.imul(i + 1, 2_654_435_761) >>> 0) % 10_000) / 100;

function result(points: number, rowAt: (i: number) => Row, types: readonly number[]): ChartDataResult {
  const data = Array.from({ length: points }, (_, i) => rowAt(i));
  return { data, colnames: Object.keys(data[0] ?? {}), coltypes: [...types], rowcount: points };
}

const walk = (points: number): ChartDataResult[] => [
  result(points, (i) => ({ at: START + i * HOUR, value: 500 + 200 * Math.sin(i / 400) + noise(i) }), [2, 0]),
];

const timeseries: PointsCase = {
  formData: { x_axis: "at", time_grain_sqla: "PT1H", metrics: ["value"] },
  results: walk,
};

const GROUPS = 5;

const walks = (points: number): ChartDataResult[] => {
  const names = Array.from({ length: GROUPS }, (_, i) => `g${i}`);
  const rowAt = (i: number): Row => ({
    at: START + i * HOUR,
    ...Object.fromEntries(names.map((name, j) => [name, 100 * (j + 1) + noise(i * 5 + j)])),
  });
  return [result(points / GROUPS, rowAt, [2, 0, 0, 0, 0, 0])];
};
const grouped = { x_axis: "at", time_grain_sqla: "PT1H", metrics: ["value"], groupby: ["group"] };

const named = (points: number): ChartDataResult[] => [
  result(points, (i) => ({ group: `g${Math.floor(i / 50)}`, name: `Name ${i}`, value: 1 + noise(i) }), [1, 1, 0]),
];

const links = (points: number): ChartDataResult[] => {
  const nodes = Math.ceil(Math.sqrt(points));
  const rowAt = (i: number) => ({ from: `a${i % nodes}`, to: `b${Math.floor(i / nodes)}`, value: 1 + noise(i) });
  return [result(points, rowAt, [1, 1, 0])];
};

const MEASURES = ["one", "two", "three", "four", "five"];

const measured = (points: number): ChartDataResult[] => {
  const valuesOf = (i: number) => Object.fromEntries(MEASURES.map((measure, j) => [measure, noise(i * 5 + j)]));
  return [result(points / 5, (i) => ({ name: `Name ${i}`, ...valuesOf(i) }), [1, 0, 0, 0, 0, 0])];
};

const box = (i: number): Row => {
  const low = noise(i);
  const at = (name: string, value: number): Row => ({ [`value__${name}`]: value });
  const middle = { ...at("mean", low + 30), ...at("median", low + 28), ...at("count", 120) };
  const ends = { ...at("min", low), ...at("q1", low + 20), ...at("q3", low + 45), ...at("max", low + 70) };
  return { name: `Name ${i}`, ...middle, ...ends };
};

/** `viz_type` or name -> chart. Types with few marks by nature (gauge, big number) aren't included. */
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
  "mixed_timeseries, bars": {
    type: "mixed_timeseries",
    formData: { ...timeseries.formData, metrics_b: ["value"], seriesType: "bar", yAxisIndexB: 1 },
    results: (points) => [...walk(points / 2), ...walk(points / 2)],
  },
  compare: timeseries,
  "echarts_area, stacked": { type: "echarts_area", formData: { ...grouped, stack: "Stack" }, results: walks },
  "echarts_timeseries_bar, stacked": {
    type: "echarts_timeseries_bar",
    formData: { ...grouped, stack: "Stack" },
    results: walks,
  },
  horizon: { formData: grouped, results: walks },
  rose: { formData: { ...grouped, granularity_sqla: "at" }, results: walks },
  time_pivot: { formData: { x_axis: "at", time_grain_sqla: "PT1H", metric: "value", freq: "W-MON" }, results: walk },
  cal_heatmap: {
    formData: {
      granularity_sqla: "at",
      domain_granularity: "day",
      subdomain_granularity: "hour",
      metrics: ["value"],
      cell_size: 10,
    },
    results: walk,
  },
  waterfall: { formData: { x_axis: "name", metric: "value" }, results: named },
  pie: { formData: { groupby: ["name"], metric: "value" }, results: named },
  funnel: { formData: { groupby: ["name"], metric: "value" }, results: named },
  treemap_v2: { formData: { groupby: ["group", "name"], metric: "value" }, results: named },
  sunburst_v2: { formData: { columns: ["group", "name"], metric: "value" }, results: named },
  partition: { formData: { groupby: ["group", "name"], metrics: ["value"] }, results: named },
  word_cloud: { formData: { series: "name", metric: "value" }, results: named },
  tree_chart: { formData: { id: "name", parent: "group", metric: "value" }, results: named },
  sankey_v2: { formData: { source: "from", target: "to", metric: "value" }, results: links },
  graph_chart: { formData: { source: "from", target: "to", metric: "value" }, results: links },
  chord: { formData: { groupby: "from", columns: "to", metric: "value" }, results: links },
  radar: { formData: { groupby: ["name"], metrics: MEASURES }, results: measured },
  para: { formData: { series: "name", metrics: MEASURES }, results: measured },
  box_plot: {
    formData: { groupby: ["name"], columns: ["day"], metrics: ["value"] },
    results: (points) => [
      {
        ...result(points, box, [1, 0, 0, 0, 0, 0, 0, 0]),
        data: Array.from({ length: points }, (_, i) => ({ ...box(i), value__outliers: [] })),
      },
    ],
  },
  gantt_chart: {
    formData: { start_time: "from", end_time: "to", y_axis: ["group"], series: "kind" },
    results: (points) => [
      result(
        points,
        (i) => ({
          from: START + i * HOUR,
          to: START + (i + 1 + noise(i) / 20) * HOUR,
          group: `g${i % 20}`,
          kind: `k${i % 3}`,
        }),
        [2, 2, 1, 1],
      ),
    ],
  },
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

/** Baseline: the rows of the line chart drawn by plain ECharts. */
export const ALONE = "a line by ECharts alone";

export const LINES: Readonly<Record<string, PointsCase>> = {
  table: POINTS.table as PointsCase,
  pivot_table_v2: {
    formData: { groupbyRows: ["name"], groupbyColumns: ["group"], metrics: ["value"], row_limit: 100_000 },
    results: (points) => [
      result(points, (i) => ({ group: `g${i % 6}`, name: `Name ${i}`, value: noise(i) * 1000 }), [1, 1, 0]),
    ],
  },
};
