import { expect, test } from "vitest";
import { type DrawOptions, drawChart } from "../testing/chart.ts";
import { loadChartType } from "./index.ts";

const NAMED = [
  { name: "DE", second: "FR", n: 7 },
  { name: "FR", second: "IT", n: 7 },
];
const TIMED = [
  { time: Date.UTC(2001, 0, 1), n: 7 },
  { time: Date.UTC(2001, 1, 1), n: 7 },
];
const TEMPORAL = { types: { time: 2 } };

const CHARTS: readonly [string, object, readonly Record<string, unknown>[], DrawOptions?][] = [
  ["pie", { groupby: ["name"], metric: "n" }, NAMED],
  ["funnel", { groupby: ["name"], metric: "n" }, NAMED],
  ["gauge_chart", { groupby: ["name"], metric: "n" }, NAMED],
  ["word_cloud", { series: "name", metric: "n" }, NAMED],
  ["treemap_v2", { groupby: ["name"], metric: "n" }, NAMED],
  ["sunburst_v2", { columns: ["name"], metric: "n" }, NAMED],
  ["sankey_v2", { source: "name", target: "second", metric: "n" }, NAMED],
  ["heatmap_v2", { x_axis: "name", groupby: "second", metric: "n" }, NAMED],
  ["world_map", { entity: "name", country_fieldtype: "cca2", metric: "n" }, NAMED],
  ["country_map", { entity: "name", select_country: "france", metric: "n" }, NAMED],
  ["waterfall", { x_axis: "name", metric: "n" }, NAMED],
  ["bubble_v2", { entity: "name", x: "n", y: "n", size: "n" }, NAMED],
  ["echarts_timeseries_bar", { x_axis: "time", metrics: ["n"] }, TIMED, TEMPORAL],
  ["big_number", { x_axis: "time", metric: "n" }, TIMED, TEMPORAL],
];

test.each(CHARTS)(
  "%s of equal values says that they are equal, and of none that it is the highest",
  async (...chart) => {
    const [key, form, rows, options] = chart;
    const type = await loadChartType(key);
    if (!type) throw new Error(`no chart type ${key}`);
    const { summary } = drawChart(type, form as Record<string, unknown>, rows, options).drawing;
    expect(summary).toMatch(/all equal to 7/i);
    expect(summary).not.toMatch(/highest|lowest|largest|smallest/i);
  },
);
