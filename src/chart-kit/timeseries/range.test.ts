import { describe, expect, it } from "vitest";
import type { Selection, TransformInput } from "../../chart-seam/chart-type.ts";
import { Dataset } from "../../model/dataset.ts";
import { bucketAt } from "../axes/grain-bucket.ts";
import { chartTheme } from "../colors/theme.ts";
import { timeseriesRanges } from "./range.ts";
import { TimeseriesForm, type TimeseriesKind } from "./schema.ts";
import { timeseriesDrawing } from "./transform.ts";

const LINE: TimeseriesKind = { mark: "line", name: () => "Line chart" };
const BAR: TimeseriesKind = { mark: "bar", name: () => "Bar chart" };
const MONTHS = [0, 1, 2, 3].map((month) => Date.UTC(2001, month, 1));
const [JAN = 0, FEB = 0, MAR = 0, APR = 0] = MONTHS;
const HOUR = 3_600_000;

interface Given {
  kind?: TimeseriesKind;
  form?: Record<string, unknown>;
  x?: readonly unknown[];
  coltype?: number;
  selected?: Selection;
}

function propsOf({ kind = LINE, form, x = MONTHS, coltype = 2, selected }: Given) {
  const formData = TimeseriesForm.parse({
    viz_type: "x",
    datasource: "1__table",
    x_axis: "date",
    metrics: ["count"],
    time_grain_sqla: "P1M",
    ...form,
  });
  const data = x.map((date, i) => ({ date, count: i + 1 }));
  const results = [{ data, colnames: ["date", "count"], coltypes: [coltype, 0] }];
  const input = { formData, results, theme: chartTheme("light"), width: 600, height: 300, selected };
  const drawing = timeseriesDrawing(
    { ...input, colorOf: () => "#000", rampOf: () => [] } as TransformInput<TimeseriesForm>,
    kind,
  );
  return drawing.props;
}

const brushOf = (given: Given) => propsOf(given).brush;

const rangeIn = (selection: Selection | null | undefined) => selection?.clauses[0]?.range;

describe("dragging across a time axis", () => {
  it("selects the points inside, each with all of its month", () => {
    const selection = brushOf({})?.select({ x: [JAN + HOUR, MAR + HOUR] });
    expect(selection?.clauses).toEqual([{ column: "date", values: [], range: { from: FEB, to: APR } }]);
    expect(selection?.label).toBe("Feb 2001 – Mar 2001");
    expect(brushOf({})?.select({ x: [FEB, FEB + HOUR] })?.label).toBe("Feb 2001");
    expect(brushOf({})?.select({ x: [JAN + HOUR, JAN + 2 * HOUR] })).toBeNull();
  });

  it("names weeks by the first and last day", () => {
    const weeks = [0, 1, 2].map((week) => Date.UTC(2001, 0, 1 + 7 * week));
    const brush = brushOf({ form: { time_grain_sqla: "P1W" }, x: weeks });
    expect(brush?.select({ x: [weeks[0]!, weeks[1]!] })?.label).toBe("2001-01-01 – 2001-01-14");
  });

  it("leaves the colors of series to the selected bars of a stack, and shows their range", () => {
    const selected: Selection = { clauses: [{ column: "date", values: ["b", "c"] }], label: "b, c" };
    const form = { groupby: ["origin"], stack: "Stack" };
    const { brush, option } = propsOf({ kind: BAR, form, x: ["a", "b", "c"], coltype: 1, selected });
    const [{ data }] = option.series as [{ data: readonly { itemStyle?: { color: string } }[] }];
    expect(data.map((point) => point.itemStyle?.color)).toEqual([undefined, undefined, chartTheme("light").muted]);
    expect(brush?.shown).toEqual({ x: [-0.5, 1.5] });
  });

  it("selects all bars that it touches", () => {
    const range = rangeIn(brushOf({ kind: BAR })?.select({ x: [JAN + 10 * 24 * HOUR, FEB + HOUR] }));
    expect(range).toEqual({ from: JAN, to: MAR });
  });

  it("includes the last point of times without a grain, and of numbers", () => {
    const select = (given: Given, x: [number, number]) => rangeIn(brushOf(given)?.select({ x }));
    expect(select({ form: { time_grain_sqla: null } }, [JAN, FEB])).toEqual({ from: JAN, to: FEB, includesEnd: true });
    expect(select({ x: [1, 2.5, 4], coltype: 0 }, [2, 9])).toEqual({ from: 2.5, to: 4, includesEnd: true });
  });

  it("follows horizontal bars", () => {
    const brush = brushOf({ kind: BAR, form: { orientation: "horizontal" } });
    expect([brush?.axes, rangeIn(brush?.select({ y: [FEB, FEB] }))]).toEqual(["y", { from: FEB, to: MAR }]);
  });

  it("shows the selected points", () => {
    const selected = brushOf({})?.select({ x: [FEB, MAR] }) as Selection;
    expect(brushOf({ selected })?.shown).toEqual({ x: [FEB, MAR] });
    expect(brushOf({})?.shown).toBeUndefined();
    const half = brushOf({ kind: BAR, selected })?.shown?.x ?? [];
    expect([half[0]! < FEB, half[1]! > MAR]).toEqual([true, true]);
  });

  it("has the edges of its ranges: of the periods, or on both sides of each point", () => {
    const edgesOf = (given: Given) => (brushOf(given)?.dimensions()[0] as { edges: number[] } | undefined)?.edges;
    expect(edgesOf({})).toEqual([JAN, FEB, MAR, APR, Date.UTC(2001, 4, 1)]);
    expect(edgesOf({ x: [JAN, MAR] })).toEqual([JAN, FEB, MAR, APR]);
    const [NINE, TEN, NOON] = [9, 10, 12].map((hour) => JAN + hour * HOUR);
    expect(edgesOf({ form: { time_grain_sqla: null }, x: [NINE, TEN, NOON] })).toEqual([
      NINE,
      TEN,
      JAN + 11 * HOUR,
      NOON,
      JAN + 13 * HOUR,
    ]);
    expect(edgesOf({ x: [1, 4], coltype: 0 })).toEqual([1, 2, 4, 5]);
    expect(edgesOf({ x: [1.5, 4], coltype: 0 })?.map(Math.floor)).toEqual([1, 1, 4, 4]);
    const days = Array.from({ length: 1500 }, (_, day) => JAN + day * 24 * HOUR);
    for (const grain of ["P1D", null])
      expect(edgesOf({ form: { time_grain_sqla: grain }, x: days })).toHaveLength(1001);
    expect(brushOf({})?.stops).toEqual({ x: MONTHS });
  });

  it("selects bars of categories, in their order", () => {
    const brush = brushOf({ kind: BAR, x: ["b", "a", null], coltype: 1 });
    expect(brush?.select({ x: [0, 1] })?.clauses).toEqual([{ column: "date", values: [null, "a"] }]);
    expect(brush?.dimensions()).toEqual([{ column: "date", values: [null, "a", "b"] }]);
    const bands = brushOf({ kind: BAR, x: [-5, 0, 5], coltype: 0, form: { xAxisForceCategorical: true } });
    expect(bands?.select({ x: [1, 2] })?.clauses).toEqual([{ column: "date", values: [0, 5] }]);
  });

  it("isn't possible on lines of categories, times as categories and SQL expressions", () => {
    expect(brushOf({ x: ["a", "b"], coltype: 1 })).toBeUndefined();
    expect(brushOf({ kind: BAR, form: { xAxisForceCategorical: true } })).toBeUndefined();
    const sql = { expressionType: "SQL", sqlExpression: "now()", label: "date" };
    expect(brushOf({ form: { x_axis: sql } })).toBeUndefined();
  });
});

it("a chart has the range of its x-axis if that is a time or a number", () => {
  const columns = [
    { column_name: "date", is_dttm: true },
    { column_name: "age", type_generic: 0 },
    { column_name: "name", type_generic: 1 },
  ];
  const dataset = Dataset.parse({ id: 1, table_name: "t", columns, metrics: [] });
  const ranges = (x_axis: unknown) =>
    timeseriesRanges(TimeseriesForm.parse({ viz_type: "x", x_axis, metrics: [] }), dataset);
  expect(ranges("date")).toEqual([{ column: "date", kind: "time" }]);
  expect(ranges("age")).toEqual([{ column: "age", kind: "number" }]);
  expect(ranges("name")).toEqual([]);
});

it.each([
  ["P1Y", Date.UTC(2002, 0, 1)],
  ["P0.25Y", APR],
  ["P3M", APR],
  ["P1D", JAN + 24 * HOUR],
  ["PT15M", JAN + HOUR / 4],
  ["1969-12-28T00:00:00Z/P1W", JAN + 7 * 24 * HOUR],
])("a time of the grain %s ends where the next begins", (grain, end) => {
  expect(bucketAt(JAN, grain)).toEqual({ from: JAN, to: end });
});

it("a week named by its last day ends with it", () => {
  expect(bucketAt(JAN, "P1W/1970-01-03T00:00:00Z")).toEqual({ from: JAN - 6 * 24 * HOUR, to: JAN + 24 * HOUR });
  expect([bucketAt(JAN, null), bucketAt(JAN, "fortnight")]).toEqual([undefined, undefined]);
});
