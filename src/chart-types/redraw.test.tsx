import { render } from "@testing-library/react";
import { beforeAll, describe, expect, test } from "vitest";
import { chartTheme } from "../chart-kit/colors/theme.ts";
import { isDataUpdate } from "../chart-kit/echart/data-update.ts";
import { EChart } from "../chart-kit/echart/EChart.tsx";
import type { EChartSpec } from "../chart-kit/echart/echart-spec.ts";
import { type DrawOptions, drawChart } from "../testing/chart.ts";
import { loadChartType } from "./index.ts";
import { RENDERERS } from "./renderers.ts";

type Row = Record<string, number | string | null>;
type Sample = [name: string, key: string, form: object, rows: readonly Row[], options?: DrawOptions];

const size = { width: 608, height: 400, theme: chartTheme("light") };
const month = (at: number) => Date.UTC(2001, at, 1);
const TEMPORAL = { types: { time: 2 } };
const TIMED = [3, 9, 4, 7, 5, 8].map((n, at) => ({ time: month(at), n, m: 12 - n }));
const GROUPED = [3, 9, 4, 7].map((n, at) => ({ time: month(at), North: n, South: 2 * n, East: 11 - n }));
const NAMED = ["Ash", "Birch", "Cedar", "Dogwood", "Elm"].map((name, at) => ({ name, n: 9 - at, m: at + 1, size: at }));
const BUCKETS = [{ "0 - 10": 3, "10 - 20": 8, "20 - 30": 5 }];

const line = { x_axis: "time", metrics: ["n"] };
const grouped = { x_axis: "time", metrics: ["n"], groupby: ["name"] };
const bars = { x_axis: "name", metrics: ["n"] };

const SAMPLES: Sample[] = [
  ["a line", "echarts_timeseries_line", line, TIMED, TEMPORAL],
  ["lines with a legend", "echarts_timeseries_line", { ...grouped, show_legend: true }, GROUPED, TEMPORAL],
  ["a line with values", "echarts_timeseries_line", { ...line, show_value: true }, TIMED, TEMPORAL],
  ["an area", "echarts_area", { ...grouped, stack: "Stack", opacity: 0.4 }, GROUPED, TEMPORAL],
  ["a smooth line", "echarts_timeseries_smooth", line, TIMED, TEMPORAL],
  ["steps", "echarts_timeseries_step", line, TIMED, TEMPORAL],
  ["points", "echarts_timeseries_scatter", line, TIMED, TEMPORAL],
  ["bars", "echarts_timeseries_bar", bars, NAMED],
  ["bars with values", "echarts_timeseries_bar", { ...bars, show_value: true }, NAMED],
  ["horizontal bars", "echarts_timeseries_bar", { ...bars, orientation: "horizontal", show_value: true }, NAMED],
  ["stacked bars", "echarts_timeseries_bar", { ...grouped, stack: "Stack", show_value: true }, GROUPED, TEMPORAL],
  ["bars on a logarithmic axis", "echarts_timeseries_bar", { ...bars, logAxis: true }, NAMED],
  ["a pie", "pie", { groupby: ["name"], metric: "n", show_legend: true }, NAMED],
  ["a doughnut", "pie", { groupby: ["name"], metric: "n", donut: true, show_total: true }, NAMED],
  [
    "lines and bars",
    "mixed_timeseries",
    { x_axis: "time", metrics: ["n"], metrics_b: ["m"], seriesTypeB: "bar" },
    TIMED,
    TEMPORAL,
  ],
  ["bubbles", "bubble_v2", { entity: "name", x: "n", y: "m", size: "size" }, NAMED],
  ["a waterfall", "waterfall", { x_axis: "name", metric: "n" }, NAMED],
  ["a histogram", "histogram_v2", { column: "n", bins: 3 }, BUCKETS],
  ["a heatmap", "heatmap_v2", { x_axis: "name", groupby: "m", metric: "n" }, NAMED],
  ["a funnel", "funnel", { groupby: ["name"], metric: "n" }, NAMED],
  ["a radar", "radar", { groupby: ["name"], metrics: ["n", "m", "size"] }, NAMED],
];

/** As a filter changes them: other numbers, fewer rows, none of some. */
const CHANGES: readonly [string, (rows: readonly Row[]) => Row[]][] = [
  ["other numbers", (rows) => rows.map((row, at) => mapped(row, (value) => value * (0.3 + at)))],
  ["much larger numbers", (rows) => rows.map((row) => mapped(row, (value) => value * 12_345))],
  ["negative numbers", (rows) => rows.map((row, at) => mapped(row, (value) => (at % 2 ? -value : value)))],
  ["fewer rows", (rows) => rows.slice(1, 3)],
  ["missing numbers", (rows) => rows.map((row, at) => (at === 1 ? mapped(row, () => null) : row))],
  ["another order", (rows) => rows.toReversed()],
];

const mapped = (row: Row, change: (value: number) => number | null): Row =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key,
      typeof value === "number" && key !== "time" ? change(value) : value,
    ]),
  );

async function pictureOf(key: string, form: object, rows: readonly Row[], options?: DrawOptions) {
  const type = await loadChartType(key);
  if (!type) throw new Error(`no chart type ${key}`);
  const { drawing } = drawChart(type, form as Record<string, unknown>, rows, { ...size, ...options });
  const props = drawing.props as { picture?: EChartSpec } & EChartSpec;
  return props.picture ?? props;
}

/** In any order: ECharts appends marks that were missing before. Names of clip paths and the like count on. */
const drawnIn = ({ container }: { container: HTMLElement }) =>
  [...container.querySelectorAll("svg :not(g)")].map(described).toSorted();

function described({ tagName, attributes, textContent }: Element): string {
  const named = [...attributes].map(({ name, value }) => `${name}=${value.replace(/zr\d+-(\w)\d+/g, "zr-$1")}`);
  return [tagName, ...named.toSorted(), textContent].join(" ");
}

describe("a chart that is drawn again with other data looks like a new one", () => {
  beforeAll(async () => {
    await Promise.all([...new Set(SAMPLES.map(([, key]) => key))].map((key) => RENDERERS[key]?.load()));
  });

  test.each(SAMPLES)("%s", async (...[, key, form, rows, options]) => {
    const picture = await pictureOf(key, form, rows, options);
    for (const [change, changed] of CHANGES) {
      const next = await pictureOf(key, form, changed(rows), options);
      const view = render(<EChart picture={picture} {...size} />);
      view.rerender(<EChart picture={next} {...size} />);
      const fresh = render(<EChart picture={next} {...size} />);
      expect(drawnIn(view), change).toEqual(drawnIn(fresh));
      expect(drawnIn(fresh).length).toBeGreaterThan(3);
      view.unmount();
      fresh.unmount();
    }
  });
});

test("common charts merge other numbers into what is drawn", async () => {
  for (const [, key, form, rows, options] of SAMPLES.slice(0, 13)) {
    const [before, after] = await Promise.all(
      [rows, rows.map((row) => mapped(row, (value) => value + 1))].map((some) => pictureOf(key, form, some, options)),
    );
    expect(isDataUpdate(before?.option ?? {}, after?.option ?? {}), key).toBe(true);
  }
});
