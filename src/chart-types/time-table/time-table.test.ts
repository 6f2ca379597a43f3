import { expect, test } from "vitest";
import { chartTheme } from "../../chart-kit/colors/theme.ts";
import { inLocale } from "../../i18n/node.ts";
import type { DataRow } from "../../model/query-context.ts";
import { figureOf, formatOf, shareInBounds, sparklineOf } from "./cells.ts";
import { columnName } from "./column-name.ts";
import { definition as timeTable } from "./definition.ts";
import type { TimeColumn } from "./schema.ts";
import type { TimeTableDrawing } from "./transform.ts";

const column = (part: Partial<TimeColumn>) => part as TimeColumn;
const line = { values: [10, null, 20, 40] };
const other = { values: [1, 2, 3, 60] };

const FIGURES: [name: string, part: Partial<TimeColumn>, value: number | null][] = [
  ["the last value", { colType: "time", comparisonType: "value", timeLag: 0 }, 40],
  ["an earlier value", { colType: "time", comparisonType: "value", timeLag: 1 }, 20],
  ["the first value", { colType: "time", comparisonType: "value", timeLag: -1 }, 10],
  ["a difference", { colType: "time", comparisonType: "diff", timeLag: 1 }, 20],
  ["a ratio", { colType: "time", comparisonType: "perc", timeLag: 3 }, 4],
  ["a change", { colType: "time", comparisonType: "perc_change", timeLag: 3 }, 3],
  ["nothing compared with a gap", { colType: "time", comparisonType: "diff", timeLag: 2 }, null],
  ["nothing before the first value", { colType: "time", comparisonType: "value", timeLag: 9 }, null],
  ["a share of all lines", { colType: "contrib" }, 0.4],
  ["an average over all", { colType: "avg" }, 70 / 3],
  ["an average of the last", { colType: "avg", timeLag: 2 }, 30],
];
test.each(FIGURES)("a column shows %s", (_, part, value) => {
  expect(figureOf(column(part), line, [line, other])).toBe(value);
});

test("a sparkline shows values or ratios to earlier ones", () => {
  expect(sparklineOf(column({}), line)).toEqual([10, null, 20, 40]);
  expect(sparklineOf(column({ timeRatio: 2 }), line)).toEqual([2, null]);
});

const FORMATS: [part: Partial<TimeColumn>, value: number, text: string][] = [
  [{ colType: "contrib" }, 0.4, "40.0%"],
  [{ colType: "time", comparisonType: "perc_change" }, 3, "+300.0%"],
  [{ colType: "time", comparisonType: "diff" }, 20, "+m20"],
  [{ colType: "time", comparisonType: "value" }, 20, "m20"],
  [{ colType: "avg", d3format: ".2f" }, 20, "20.00"],
];
test.each(FORMATS)("%j writes %d as %s", (part, value, text) => {
  expect(formatOf(column(part), (number) => `m${number}`)(value)).toBe(text);
});

test("a value is placed between its bounds, in either direction", () => {
  expect([0, 5, 20].map((value) => shareInBounds(value, [0, 10]))).toEqual([0, 0.5, 1]);
  expect(shareInBounds(8, [10, 0])).toBeCloseTo(0.2);
  expect([shareInBounds(-1, [null, 0]), shareInBounds(1, [0, null])]).toEqual([0, 1]);
  expect([shareInBounds(null, [0, 1]), shareInBounds(1, [null, null]), shareInBounds(1, null)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

const FORM = {
  ...timeTable.defaults(),
  ...{
    viz_type: "time_table",
    datasource: "7__table",
    granularity_sqla: "day",
    time_grain_sqla: "P1D",
    metrics: ["n"],
  },
};
const DAY = 86_400_000;

function draw(formData: Record<string, unknown>, data: DataRow[]) {
  const drawing = timeTable.transform({
    ...{ formData: { ...FORM, ...formData }, results: [{ data }], theme: chartTheme("light") },
    ...{ colorOf: () => "", rampOf: () => [], width: 600, height: 300 },
  });
  return { ...drawing, props: drawing.props as TimeTableDrawing };
}

test("requests its rows over time, latest first", () => {
  const { queries, form_data } = timeTable.buildQuery({ ...FORM, groupby: "src", limit: "5" });
  expect(queries[0]).toMatchObject({
    columns: [{ label: "day", columnType: "BASE_AXIS", timeGrain: "P1D" }, "src"],
    metrics: ["n"],
    series_columns: ["src"],
    series_limit: 5,
  });
  expect(queries[0]?.orderby?.[0]?.[1]).toBe(false);
  expect(form_data).toMatchObject({ x_axis: "day" });
  expect(timeTable.validate({ ...FORM, groupby: ["src"], metrics: ["n", "m"] })).toEqual({
    metrics: "With dimensions, choose a single metric",
  });
});

test("groups are rows, largest last value first, with gaps for missing times", () => {
  const { props, summary } = draw({ groupby: ["src"], url: "https://x.org/{{ metric }}?g={{groupby}}" }, [
    { day: DAY, src: "a b", n: 3 },
    { day: 0, src: "a b", n: 2 },
    { day: DAY, src: null, n: 8 },
  ]);
  expect(props.lines.map(({ label }) => label)).toEqual(["N/A", "a b"]);
  expect(props.lines[1]?.cells.map(({ text }) => text)).toEqual(["3", "+50.0%", "3"]);
  expect(props.lines[0]?.cells[1]).toMatchObject({ value: null, text: "N/A" });
  expect(props.lines[0]?.cells[2]?.course?.points).toEqual([
    { x: 0, y: null },
    { x: DAY, y: 8 },
  ]);
  expect(props.lines[1]?.href).toBe("https://x.org/a%20b?g=%5B%22src%22%5D");
  expect(summary).toContain("Time-series table of 2 rows. N/A: Latest 8");
});

test("null, empty text and the word null are three rows with different names", () => {
  const { props } = draw({ groupby: ["src"] }, [
    { day: 0, src: null, n: 3 },
    { day: 0, src: "", n: 2 },
    { day: 0, src: "null", n: 1 },
  ]);
  expect(props.lines.map(({ label, cells }) => [label, cells[0]?.text])).toEqual([
    ["N/A", "3"],
    ["<empty string>", "2"],
    ["null", "1"],
  ]);
});

test("a URL that could run a script isn't linked", () => {
  const { props } = draw({ url: "javascript:alert({{metric}})" }, [{ day: 0, n: 1 }]);
  expect(props.lines[0]).toMatchObject({ label: "n", href: undefined });
  expect(draw({}, []).isEmpty).toBe(true);
});

test("a new chart's columns are named in the reader's language, others as their author wrote", () => {
  const names = inLocale({ language: "de" }, () =>
    [
      { key: "latest", label: "Latest" },
      { key: "latest", label: "Now" },
      { key: "mine", label: "Latest" },
    ].map(columnName),
  );
  expect(names).toEqual(["Aktuell", "Now", "Latest"]);
});
