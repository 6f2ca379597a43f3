import { describe, expect, test } from "vitest";
import type { Selection } from "../../chart-seam/chart-type.ts";
import { type DrawOptions, drawChart, type Parsed } from "../../testing/chart.ts";
import { barsOf, clockOf, firstLines, longestOf } from "./bars.ts";
import { definition as gantt } from "./definition.ts";
import { GanttForm } from "./schema.ts";
import { durationOf } from "./transform.ts";

const DAY = 86_400_000;
const FORM = { start_time: "from", end_time: "to", y_axis: ["task"] };
type Row = Record<string, unknown>;

const bar = (from: unknown, to: unknown, task: unknown = "dig", more: Row = {}): Row => ({ from, to, task, ...more });
const draw = (rows: readonly Row[], form: Row = {}, options: DrawOptions = {}) =>
  drawChart(gantt, { ...FORM, ...form }, rows, { width: 700, height: 350, types: { from: 2, to: 2 }, ...options });
const chartOf = (rows: readonly Row[], form: Row = {}, isSplit = false) =>
  barsOf({ data: [...rows] as never }, GanttForm.parse({ viz_type: "gantt_chart", ...FORM, ...form }), isSplit);

describe("rows drawn as bars", () => {
  test("need a start and an end, in any time format", () => {
    const { bars, left } = chartOf([
      ...[bar("1969-12-31", "1970-01-01"), bar(-DAY, "1970-01-02T12:00"), bar("soon", 5), bar(null, 5), bar(5, true)],
    ]);
    expect(bars.map(({ from, to }) => [from, to])).toEqual([
      [-DAY, 0],
      [-DAY, 1.5 * DAY],
    ]);
    expect(left).toBe(3);
  });

  test("swap start and end if reversed, and keep zero length", () => {
    expect(chartOf([bar(5, 2), bar(3, 3)]).bars.map(({ from, to }) => [from, to])).toEqual([
      [2, 5],
      [3, 3],
    ]);
  });

  test("of the same task share its line, in row order", () => {
    const { lines, bars } = chartOf([bar(0, 1, "b"), bar(0, 1, "a"), bar(2, 3, "b")]);
    expect(lines.map(({ label }) => label)).toEqual(["b", "a"]);
    expect(bars.map(({ line }) => line)).toEqual([0, 1, 0]);
  });

  test("with several columns have a joint name", () => {
    const { lines } = chartOf([bar(0, 1, "dig", { who: "Ann" }), bar(0, 1, null, { who: "" })], {
      y_axis: ["who", "task"],
    });
    expect(lines.map(({ label }) => label)).toEqual(["Ann, dig", "<empty string>, <NULL>"]);
  });

  test("split by series have a line for each series of a task, with the task's name on the first", () => {
    const rows = [
      bar(0, 1, "dig", { kind: "late" }),
      bar(1, 2, "dig", { kind: "fine" }),
      bar(0, 1, "sow", { kind: "fine" }),
    ];
    const { lines, bars, series } = chartOf(rows, { series: "kind" }, true);
    expect(lines.map(({ label, category, isFirst }) => [label, category, isFirst])).toEqual([
      ["late", "dig", true],
      ["fine", "dig", false],
      ["fine", "sow", true],
    ]);
    expect([bars.map(({ line }) => line), series]).toEqual([
      [0, 1, 2],
      ["late", "fine"],
    ]);
  });

  test("of tasks named like another task's series have separate lines", () => {
    const rows = [
      bar(0, 1, "a", { kind: "b" }),
      bar(0, 1, "b", { kind: "a" }),
      bar(0, 1, "constructor", { kind: "__proto__" }),
    ];
    expect(chartOf(rows, { series: "kind" }, true).bars.map(({ line }) => line)).toEqual([0, 1, 2]);
  });
});

describe("a Gantt chart over its limits", () => {
  test("keeps the first rows with their bars and series", () => {
    const rows = Array.from({ length: 9 }, (_, i) => bar(i, i + 1, `task ${i}`, { kind: `kind ${i}` }));
    const first = firstLines(chartOf(rows, { series: "kind" }), 3);
    expect([first.lines.length, first.bars.length, first.series]).toEqual([3, 3, ["kind 0", "kind 1", "kind 2"]]);
  });

  test("keeps the longest bars, at least one per row", () => {
    const rows = Array.from({ length: 4000 }, (_, i) => bar(i, i + 2 + (i % 5), `task ${i % 10}`));
    const { bars } = chartOf([...rows, bar(0, 1, "short")]);
    const longest = longestOf(bars);
    expect(longest).toHaveLength(3000);
    expect(new Set(longest.map(({ line }) => line)).size).toBe(11);
    expect(longest.every((one, i) => i === 0 || bars.indexOf(one) > bars.indexOf(longest[i - 1] as never))).toBe(true);
  });
});

describe("times of day", () => {
  test.each([
    ["00:00", 0],
    ["8:30", 30_600_000],
    [" 23:59:59 ", 86_399_000],
    ["24:00", DAY],
    ["25:00", undefined],
    ["12:60", undefined],
    ["noon", undefined],
    ["", undefined],
  ])("“%s”", (text, ms) => expect(clockOf(text)).toBe(ms));
});

describe("durations", () => {
  test.each([
    [999, "no time"],
    [1000, "1 s"],
    [61_000, "1 min 1 s"],
    [3_600_000, "1 h"],
    [3_601_000, "1 h 1 s"],
    [DAY, "1 d"],
    [400 * DAY + 3_600_000, "400 d 1 h"],
  ])("of %d ms are %s", (ms, text) => expect(durationOf(ms)).toBe(text));
});

describe("a bar", () => {
  const rows = [bar(-DAY, 0, "שלום", { cost: 1234.5, who: null, n: 7 })];

  test("shows time, duration and the author's tooltip values", () => {
    const form = {
      tooltip_columns: ["cost", "who"],
      tooltip_metrics: ["n"],
      tooltipValuesFormat: "$,.2f",
      tooltipTimeFormat: "%d.%m.%Y",
    };
    expect(draw(rows, form).picture.tooltip?.([{ seriesIndex: 0, dataIndex: 0 }])).toMatchObject({
      title: "שלום",
      rows: [
        { label: "Start", value: "31.12.1969" },
        { label: "End", value: "01.01.1970" },
        { label: "Duration", value: "1 d" },
        { label: "cost", value: "$1,234.50" },
        { label: "who", value: "<NULL>" },
        { label: "n", value: "$7.00" },
      ],
    });
  });

  test("has no tooltip if it doesn't exist", () => {
    const { picture } = draw(rows);
    expect(picture.tooltip?.([])).toBeNull();
    expect(picture.mark?.({ seriesIndex: 3, dataIndex: 0 })).toBeNull();
  });

  test("cross-filters by its task, or by its series if it has one", () => {
    const clauses = (form: Row) =>
      draw([bar(0, 1, "dig", { kind: null })], form).picture.mark?.({ seriesIndex: 0, dataIndex: 0 })?.selection
        ?.clauses;
    expect(clauses({})).toEqual([{ column: "task", values: ["dig"] }]);
    expect(clauses({ series: "kind" })).toEqual([{ column: "kind", values: [null] }]);
  });

  test("isn't muted by a selection that isn't in the chart", () => {
    const selected: Selection = { clauses: [{ column: "task", values: ["gone"] }], label: "" };
    const [one, other] = [draw(rows), draw(rows, {}, { selected })].map(({ option }) => option.series[0].itemStyle);
    expect(one).toEqual(other);
  });
});

describe("the time axis", () => {
  const ends = (rows: readonly Row[], form: Row = {}) => {
    const { min, max } = draw(rows, form).option.xAxis;
    return [min, max];
  };

  test("includes all bars, before 1970 too, and isn't empty for a single moment", () => {
    expect(ends([bar(-9 * DAY, -8 * DAY), bar(0, DAY)])).toEqual([-9 * DAY, DAY]);
    const [min = 0, max = 0] = ends([bar(5 * DAY, 5 * DAY)]);
    expect([min <= 5 * DAY, max >= 5 * DAY, max > min]).toEqual([true, true, true]);
  });

  test("keeps a single time-of-day bound", () => {
    const noon = [bar(10 * 3_600_000, 12 * 3_600_000)];
    expect(ends(noon, { x_axis_time_bounds: ["06:00", null] })).toEqual([6 * 3_600_000, 12 * 3_600_000]);
    expect(ends(noon, { x_axis_time_bounds: [null, "18:00"] })).toEqual([10 * 3_600_000, 18 * 3_600_000]);
  });

  test("truncates very long names and stays inside the chart", () => {
    const { option } = draw([bar(0, DAY, "x".repeat(500)), bar(0, DAY, "👩‍👩‍👧‍👦")]);
    expect(option.grid.left).toBeLessThan(350);
    expect((option.yAxis as Parsed).data).toHaveLength(2);
  });
});
