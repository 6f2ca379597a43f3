import { describe, expect, test } from "vitest";
import { chartTheme } from "../../chart-kit/colors/theme.ts";
import type { TimeseriesPicture } from "../../chart-kit/timeseries/stack.ts";
import type { Selection } from "../../chart-seam/chart-type.ts";
import { QueryContext } from "../../model/query-context.ts";
import { definition as gantt } from "./definition.ts";
import { gallery } from "./gallery.ts";
import { durationOf } from "./transform.ts";

const base = {
  ...gantt.defaults(),
  viz_type: gantt.key,
  datasource: "1__table",
  start_time: "from",
  end_time: "to",
  y_axis: ["task"],
};
const HOUR = 3_600_000;

interface Named {
  itemStyle: { color: string };
}

interface Options {
  form?: Record<string, unknown>;
  selected?: Selection | null;
  ownState?: Record<string, unknown>;
}

function draw(data: Record<string, unknown>[], { form = {}, selected, ownState }: Options = {}) {
  const drawing = gantt.transform({
    formData: { ...base, ...form },
    results: [{ data: data as never, colnames: Object.keys(data[0] ?? {}) }],
    theme: chartTheme("light"),
    colorOf: (label) => (label === "late" ? "#aa0000" : "#00aa00"),
    rampOf: () => [],
    width: 800,
    height: 400,
    selected,
    ownState,
  });
  const picture = drawing.props as TimeseriesPicture;
  const { series, xAxis, yAxis } = picture.option as {
    series: { name: string; data: number[][] }[];
    xAxis: { min: number; max: number };
    yAxis: { data: string[] };
  };
  return { ...drawing, picture, series, xAxis, lines: yAxis.data };
}

const ROWS = [
  { from: 8 * HOUR, to: 10 * HOUR, task: "dig", kind: "late", cost: 3 },
  { from: 12 * HOUR, to: 11 * HOUR, task: "dig", kind: "fine", cost: null },
  { from: 9 * HOUR, to: 9.5 * HOUR, task: null, kind: "fine", cost: 1 },
  { from: null, to: 9 * HOUR, task: "lost", kind: "fine", cost: 1 },
];

describe("the query", () => {
  test("is valid and complete for every gallery case", () => {
    for (const { name, formData } of gallery) {
      expect(QueryContext.parse(gantt.buildQuery({ ...base, ...formData })).queries, name).toHaveLength(1);
      expect(gantt.validate({ ...base, ...formData }), name).toEqual({});
    }
  });

  test("requests rows with each column once, and groups only for tooltip metrics", () => {
    const form = { ...base, series: "task", tooltip_columns: ["cost"], order_by_cols: ['["from", true]', "broken"] };
    const [query] = gantt.buildQuery(form).queries;
    expect(query).toMatchObject({
      columns: ["from", "to", "task", "cost"],
      series_columns: ["task"],
      orderby: [["from", true]],
    });
    expect(query?.metrics).toBeUndefined();
    expect(gantt.buildQuery({ ...form, tooltip_metrics: ["count"] }).queries[0]?.metrics).toEqual(["count"]);
  });

  test("requires a start, an end, lines, and bounds that are times of day", () => {
    expect(Object.keys(gantt.validate({ ...base, start_time: null, end_time: null, y_axis: [] }))).toEqual([
      "start_time",
      "end_time",
      "y_axis",
    ]);
    expect(gantt.validate({ ...base, x_axis_time_bounds: "8 to 9" })).toHaveProperty("x_axis_time_bounds");
    expect(gantt.validate({ ...base, x_axis_time_bounds: "08:00 - 18:00" })).toEqual({});
  });
});

describe("the drawing", () => {
  test("has a line for each value, swaps reversed times, and reports rows without a time", () => {
    const { series, lines, warning } = draw(ROWS);
    expect(lines).toEqual(["dig", "<NULL>"]);
    expect(series).toHaveLength(1);
    expect(series[0]?.data).toEqual([
      [8 * HOUR, 0, 10 * HOUR, 0],
      [11 * HOUR, 0, 12 * HOUR, 1],
      [9 * HOUR, 1, 9.5 * HOUR, 2],
    ]);
    expect(warning).toBe("1 row without a start or end was left out");
  });

  test("has a color for each dimension value, on separate lines if configured or switched on", () => {
    const form = { series: "kind" };
    expect(draw(ROWS, { form }).series.map(({ name, data }) => [name, data.length])).toEqual([
      ["late", 1],
      ["fine", 2],
    ]);
    expect(draw(ROWS, { form: { ...form, subcategories: true } }).lines).toEqual(["dig", "dig", "<NULL>"]);
    const extra = { ...form, show_extra_controls: true };
    expect(draw(ROWS, { form: extra }).picture.stackSwitch?.value).toBeNull();
    expect(draw(ROWS, { form: extra, ownState: { stack: "split" } }).lines).toHaveLength(3);
  });

  test("spans from the first start to the last end, or the configured times of day", () => {
    expect(draw(ROWS).xAxis).toMatchObject({ min: 8 * HOUR, max: 12 * HOUR });
    expect(draw(ROWS, { form: { x_axis_time_bounds: ["06:00", "18:30"] } }).xAxis).toMatchObject({
      min: 6 * HOUR,
      max: 18.5 * HOUR,
    });
  });

  test("describes a bar, and cross-filters by its dimension or else its line", () => {
    const { picture } = draw(ROWS, { form: { series: "kind", tooltip_columns: ["cost"] } });
    expect(picture.mark?.({ seriesIndex: 0, dataIndex: 0 })).toMatchObject({
      text: "dig, late: 1 Jan 1970, 08:00 to 1 Jan 1970, 10:00, 2 h",
      selection: { clauses: [{ column: "kind", values: ["late"] }], label: "late" },
    });
    expect(picture.tooltip?.([{ seriesIndex: 1, dataIndex: 0 }])?.rows.at(-1)).toEqual({
      label: "cost",
      value: "<NULL>",
    });
    const selected = { clauses: [{ column: "task", values: ["dig"] }], label: "dig" };
    const plain = draw(ROWS, { selected }).picture;
    expect(plain.mark?.({ seriesIndex: 0, dataIndex: 0 })?.isSelected).toBe(true);
    expect(plain.mark?.({ seriesIndex: 0, dataIndex: 2 })?.isSelected).toBe(false);
  });

  test("fades the names of other series when one is selected", () => {
    const late = { clauses: [{ column: "kind", values: ["late"] }], label: "late" };
    const { series } = draw(ROWS, { form: { series: "kind" }, selected: late });
    const colors = Object.fromEntries(series.map((one) => [one.name, (one as never as Named).itemStyle.color]));
    expect(colors).toMatchObject({ late: "#aa0000", fine: chartTheme("light").muted });
  });

  test("has a one-sentence summary", () => {
    expect(draw(ROWS).summary).toBe(
      "Gantt chart: 3 bars on 2 rows, 1 Jan 1970, 08:00 to 1 Jan 1970, 12:00. Longest 2 h (dig).",
    );
    expect(draw([]).summary).toBe("Gantt chart, no values.");
  });

  test("handles no rows, a single moment and ISO dates", () => {
    expect(draw([]).isEmpty).toBe(true);
    const moment = draw([{ from: "2020-05-01", to: "2020-05-01", task: "x" }]);
    expect(moment.isEmpty).toBe(false);
    expect(moment.xAxis.max).toBeGreaterThan(moment.xAxis.min);
    expect(moment.picture.mark?.({ seriesIndex: 0, dataIndex: 0 })?.text).toContain("1 May 2020, no time");
  });
});

test("formats durations in their two largest units", () => {
  expect([durationOf(90_000), durationOf(50 * HOUR), durationOf(0)]).toEqual(["1 min 30 s", "2 d 2 h", "no time"]);
});

test("draws the longest of thousands of bars and shows a warning", () => {
  const rows = Array.from({ length: 5000 }, (_, i) => ({ from: i * HOUR, to: (i + 1) * HOUR + i, task: "dig" }));
  const short = { from: -HOUR, to: -HOUR + 1, task: "look" };
  const all = [...rows, short];
  const { lines, xAxis, warning, summary, picture } = draw(all);
  const bars = draw(all, { form: { zoomable: true } }).series[0]?.data ?? [];
  expect(warning).toBe("Showing 3,000 of 5,001 bars: the longest in each row and overall");
  expect(bars.slice(0, 2).map(([from]) => from)).toEqual([2001 * HOUR, 2002 * HOUR]);
  expect(bars.at(-1)?.[0]).toBe(-HOUR);
  expect([lines, xAxis.min, bars.length]).toEqual([["dig", "look"], -HOUR, 3000]);
  expect(summary).toContain("5,001 bars on 2 rows");
  expect(picture.tooltip?.([{ seriesIndex: 0, dataIndex: 2999 }])?.title).toBe("look");
  expect(draw(rows.slice(0, 3000)).warning).toBeUndefined();
});

test("draws very many bars as one mark per series, except on a zoomable axis", () => {
  const rows = Array.from({ length: 1200 }, (_, i) => ({
    from: i * HOUR,
    to: (i + 1) * HOUR,
    task: `task ${i % 4}`,
    kind: i % 3 === 0 ? "late" : "fine",
  }));
  const form = { series: "kind" };
  const { picture, series, xAxis } = draw(rows, { form });
  expect(series.map((one) => [one.name, one.data.length])).toEqual([
    ["late", 1],
    ["fine", 1],
  ]);
  const [late, fine] = picture.bitmaps ?? [];
  expect([late?.size, fine?.size]).toEqual([400, 800]);
  const { grid } = picture.option as { grid: { left: number; right: number } };
  const box = late?.boxOf(200) ?? { x: 0, y: 0, width: 0, height: 0 };
  const share = (600 * HOUR - xAxis.min) / (xAxis.max - xAxis.min);
  expect(box.x).toBeCloseTo(grid.left + share * (800 - grid.left - grid.right));
  expect(late?.at(box.x + box.width / 2, box.y + box.height / 2)).toBeGreaterThanOrEqual(200);
  expect(picture.mark?.({ seriesIndex: 0, dataIndex: 200 })?.text).toContain("task 0, late");
  expect(draw(rows, { form: { ...form, zoomable: true } }).picture.bitmaps).toBeUndefined();
});

test("draws as many rows as fit the height and shows a warning", () => {
  const rows = Array.from({ length: 1500 }, (_, i) => ({ from: i * HOUR, to: (i + 2) * HOUR, task: `task ${i}` }));
  const { lines, series, xAxis, warning } = draw(rows);
  expect(lines).toHaveLength(200);
  expect(lines[0]).toBe("task 0");
  expect([series[0]?.data.length, xAxis.max]).toEqual([200, 201 * HOUR]);
  expect(warning).toBe("Showing the first 200 of 1,500 rows");
});
