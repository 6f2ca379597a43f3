import { describe, expect, test } from "vitest";
import type { ChartType } from "../../chart-seam/chart-type.ts";
import { definition as area } from "../../chart-types/area/definition.ts";
import { definition as bar } from "../../chart-types/timeseries-bar/definition.ts";
import { definition as line } from "../../chart-types/timeseries-line/definition.ts";
import { definition as scatter } from "../../chart-types/timeseries-scatter/definition.ts";
import { type DrawOptions, drawChart, type Parsed } from "../../testing/chart.ts";

const OVER_TIME = { types: { date: 2 } };
const day = (n: number) => Date.UTC(1969, 11, n);

function draw(
  type: ChartType,
  rows: readonly Record<string, unknown>[],
  form: Record<string, unknown> = {},
  options: DrawOptions = OVER_TIME,
) {
  const { drawing, option, picture } = drawChart(type, { x_axis: "date", metrics: ["n"], ...form }, rows, options);
  const tell = (dataIndex: number) =>
    picture.tooltip?.(option.series.map((_: unknown, seriesIndex: number) => ({ seriesIndex, dataIndex })));
  const values = () =>
    option.series.map(({ data }: Parsed) =>
      [...data].map((point: Parsed) => (Array.isArray(point) ? point[1] : point)),
    );
  return { drawing, option, picture, tell, values };
}

const days = (...values: (number | null)[]) => values.map((n, i) => ({ date: day(30 + i), n }));
const TYPES = [
  ["line", line],
  ["bars", bar],
  ["area", area],
  ["points", scatter],
] as const;

describe.each(TYPES)("%s", (_, type) => {
  test("shows dates around 1970 in order", () => {
    const { drawing, tell } = draw(type, days(1, 2, 3, 4));
    expect(drawing.summary).toContain("30 Dec 1969 to 2 Jan 1970");
    expect([tell(0)?.title, tell(3)?.title]).toEqual(["30 Dec 1969", "2 Jan 1970"]);
  });

  test("draws a single point and says so in the summary", () => {
    const { drawing, option, tell } = draw(type, days(7));
    expect(drawing.summary).toContain("; 7 (30 Dec 1969)");
    expect(drawing.isEmpty).toBe(false);
    expect(option.yAxis.max).toBeGreaterThanOrEqual(7);
    expect(tell(0)?.rows.map(({ value }) => value)).toEqual(["7"]);
  });

  test("is empty without rows or values, and says so in the summary", () => {
    for (const rows of [[], days(null, null)]) {
      const { drawing } = draw(type, rows);
      expect(drawing.isEmpty).toBe(true);
      expect(drawing.summary).toMatch(/no values\.$/);
    }
  });

  test("fits negative and very large values on its axis", () => {
    const below = draw(type, days(-5, -3)).option.yAxis;
    expect(below.min).toBeLessThanOrEqual(-5);
    const { option, tell } = draw(type, days(1e15, -1e15, 3));
    expect([option.yAxis.min <= -1e15, option.yAxis.max >= 1e15]).toEqual([true, true]);
    expect(tell(0)?.rows[0]?.value).toBe("1,000,000,000,000,000");
  });

  test("parses numeric text and ignores other text", () => {
    const rows = ["5", "NaN", "", "1e2", "five"].map((n, i) => ({ date: day(i + 1), n }));
    expect(draw(type, rows).values()[0].slice(0, 5)).toEqual([5, null, null, 100, null]);
  });

  test("keeps series names in any script, once each", () => {
    const names = ["שלום", "👩‍👩‍👧‍👦", "x".repeat(400), "", "<NULL>"];
    const rows = [Object.assign({ date: day(1) }, ...names.map((name, i) => ({ [name || "<empty>"]: i + 1 })))];
    const { option, tell } = draw(type, rows, { groupby: ["name"] });
    const drawn = option.series.map(({ name }: Parsed) => name);
    expect(new Set(drawn).size).toBe(5);
    expect(
      tell(0)
        ?.rows.map(({ label }) => label)
        .toSorted(),
    ).toEqual([...drawn].toSorted());
  });
});

describe("two hundred series", () => {
  const names = Array.from({ length: 200 }, (_, i) => `series ${i}`);
  const rows = [1, 2].map((n) => Object.assign({ date: day(n) }, ...names.map((name, i) => ({ [name]: i * n }))));
  const { option, tell, drawing } = draw(line, rows, { groupby: ["name"] });

  test("are all in the legend, largest first, with colors for the first twelve", () => {
    expect(option.legend.data).toHaveLength(200);
    expect(option.legend.data.slice(0, 2)).toEqual(["series 199", "series 198"]);
    expect(new Set(option.series.map((one: Parsed) => one.lineStyle.color)).size).toBe(13);
  });

  test("are listed largest first, up to the tooltip's limit, with a count of the rest", () => {
    const tooltip = tell(1);
    expect(tooltip?.rows[0]).toMatchObject({ label: "series 199", value: "398" });
    expect([tooltip?.rows.length, tooltip?.note]).toEqual([16, "+ 184 more"]);
    expect(drawing.summary).toContain("200 series");
  });
});

describe("two hundred categories", () => {
  const names = Array.from({ length: 200 }, (_, i) => `Category number ${i}`);
  const rows = names.map((name, i) => ({ name, n: i + 1 }));
  const form = { x_axis: "name" };

  test("are bars from largest to smallest, with labels for some", () => {
    const { option, drawing } = draw(bar, rows, { ...form, orientation: "vertical" }, {});
    expect(option.xAxis.data[0]).toBe("Category number 199");
    expect(typeof option.xAxis.axisLabel.interval).toBe("function");
    expect(drawing.summary).toContain("200 categories");
  });

  test("are horizontal with long names, labeling as many as fit", () => {
    const { option } = draw(bar, rows, { ...form, orientation: null }, {});
    expect(option.yAxis.type).toBe("category");
    const named = names.filter((_, i) => option.yAxis.axisLabel.interval(i));
    expect(named.length).toBeGreaterThan(10);
    expect(named.length).toBeLessThan(40);
  });
});

describe("shares", () => {
  const two = (a: number | null, b: number | null, date = day(1)) => ({ date, a, b });

  test("are 0 when the total is 0", () => {
    const { values } = draw(area, [two(0, 0), two(1, 3, day(2)), two(null, null, day(3))], {
      groupby: ["x"],
      stack: "Expand",
    });
    expect(values().map((list: unknown[]) => list.slice(0, 3))).toEqual([
      [0, 0.75, null],
      [0, 0.25, null],
    ]);
  });

  test("use absolute values for mixed signs, so that they add up to 1", () => {
    const { values } = draw(area, [two(-1, 3)], { groupby: ["x"], stack: "Expand" });
    expect(
      values()
        .flat()
        .reduce((sum: number, value: number) => sum + value, 0),
    ).toBeCloseTo(1, 9);
  });

  test("beside values use the signed total, and are omitted if it is 0", () => {
    const share = (row: object) =>
      draw(line, [row as never], { groupby: ["x"], showTooltipPercentage: true })
        .tell(0)
        ?.rows.map((one) => one.share);
    expect(share(two(30, 10))).toEqual(["75.0%", "25.0%"]);
    expect(share(two(5, -5))).toEqual([undefined, undefined]);
  });
});

describe("time comparisons", () => {
  const rows = [1, 2].map((n) => ({ date: day(n), n: 10 * n, "n__1 year ago": n === 1 ? 8 : null }));

  test("have no total, and list existing values only", () => {
    const { tell } = draw(line, rows, { time_compare: ["1 year ago"] });
    expect([tell(0)?.rows.length, tell(0)?.total]).toEqual([2, undefined]);
    expect(tell(1)?.rows.map(({ label, value }) => [label, value])).toEqual([["n", "20"]]);
  });

  test("in percent are formatted as percent, whatever the metric's format", () => {
    const changed = [
      { date: day(1), "percentage__n__n__1 year ago": 0.25 },
      { date: day(2), "percentage__n__n__1 year ago": -1.5 },
    ];
    const { tell, option } = draw(line, changed, {
      time_compare: ["1 year ago"],
      comparison_type: "percentage",
      y_axis_format: "$,.0f",
    });
    expect([tell(0)?.rows[0]?.value, tell(1)?.rows[0]?.value]).toEqual(["25.0%", "-150.0%"]);
    expect(option.series[0].name).toBe("1 year ago, n");
  });

  test("have different colors if configured", () => {
    const colors = (time_shift_color: boolean) =>
      new Set(
        draw(line, rows, { time_compare: ["1 year ago"], time_shift_color }).option.series.map(
          (one: Parsed) => one.lineStyle.color,
        ),
      ).size;
    expect([colors(true), colors(false)]).toEqual([1, 2]);
  });

  test("are stacked per period", () => {
    const { option } = draw(bar, rows, { time_compare: ["1 year ago"], stack: "Stack" });
    expect(new Set(option.series.map(({ stack }: Parsed) => stack)).size).toBe(2);
  });
});

describe("the value axis", () => {
  const axis = (values: (number | null)[], form: Record<string, unknown>, type: ChartType = line) =>
    draw(type, days(...values), form).option.yAxis;

  test("starts at 1 when logarithmic without positive values", () => {
    expect(axis([-5, 0, null], { logAxis: true })).toMatchObject({ type: "log", min: 1 });
    expect(axis([0.004, 50], { logAxis: true }).min).toBeCloseTo(0.001, 9);
    expect(axis([5, 50], { logAxis: true, y_axis_bounds: [-3, 1000] })).toMatchObject({ min: 1, max: 1000 });
    expect(axis([5, 50], { logAxis: true, y_axis_bounds: [2, null] }).min).toBe(2);
  });

  test("uses the configured bounds, even if they exclude the values", () => {
    expect(axis([1, 2], { y_axis_bounds: [10, 20] })).toMatchObject({ min: 10, max: 20 });
    expect(axis([1, 2], { y_axis_bounds: ["", "x"] }).min).toBe(0);
  });

  test("starts near the values if it may be truncated", () => {
    expect(axis([1000, 1010], { truncateYAxis: true }).min).toBeGreaterThan(900);
    expect(axis([1000, 1010], {}).min).toBe(0);
  });

  test("formats negative amounts and thousands as configured", () => {
    const { axisLabel } = axis([-20_000, 20_000], { y_axis_format: "$,.0f" });
    expect([-20_000, 0].map(axisLabel.formatter)).toEqual(["-$20,000", "$0"]);
    const euro = axis([0, 2_000_000], { currency_format: { symbol: "EUR", symbolPosition: "suffix" } }).axisLabel;
    expect(euro.formatter(1_000_000)).toBe("1M €");
  });
});

describe("the time axis", () => {
  const times = (values: number[], form = {}, options: DrawOptions = {}) => {
    const rows = values.map((date, n) => ({ date, n }));
    return draw(line, rows, form, { ...OVER_TIME, ...options }).option.xAxis;
  };
  const texts = ({ axisLabel }: Parsed): string[] =>
    axisLabel.customValues.map((at: number) => axisLabel.formatter(at));

  test("has as many ticks as its labels have room for", () => {
    const months = Array.from({ length: 36 }, (_, i) => Date.UTC(1968, i, 1));
    const [wide, narrow] = [texts(times(months, {}, { width: 900 })), texts(times(months, {}, { width: 320 }))];
    expect(narrow.length).toBeLessThan(wide.length);
    expect(wide).toContain("1970");
  });

  test("uses the configured format, and shows all labels if requested", () => {
    const axis = times([day(1), day(2), day(3)], { x_axis_time_format: "%d.%m.%y", xAxisLabelInterval: 0 });
    expect(texts(axis)).toEqual(["01.12.69", "02.12.69", "03.12.69"]);
    expect(axis.axisLabel.hideOverlap).toBe(false);
  });

  test("is no finer than the grain if configured", () => {
    const weeks = [0, 7, 14, 21, 28].map((n) => day(1 + n));
    const breaks = times(weeks, { time_grain_sqla: "P1W", force_max_interval: true }, { width: 1200 }).axisLabel
      .customValues;
    for (let i = 1; i < breaks.length; i++) expect(breaks[i] - breaks[i - 1]).toBeGreaterThan(4 * 86_400_000);
  });

  test("shows a single time in full", () => {
    expect(texts(times([Date.UTC(1969, 6, 20, 20, 17)]))).toEqual(["20 Jul 1969 20:17"]);
  });
});

describe("series order", () => {
  const rows = [1, 2].map((n) => ({ date: day(n), low: -n, high: 5 - n, none: null }));
  const order = (form: object) =>
    draw(line, rows, { groupby: ["x"], ...form }).option.series.map(({ name }: Parsed) => name);

  test.each([
    ["sum", false, ["high", "low", "none"]],
    ["sum", true, ["none", "low", "high"]],
    ["min", false, ["high", "low", "none"]],
    ["avg", false, ["high", "low", "none"]],
    ["name", true, ["high", "low", "none"]],
    ["name", false, ["none", "low", "high"]],
  ])("sorts by %s, ascending %s", (sort_series_type, sort_series_ascending, names) => {
    expect(order({ sort_series_type, sort_series_ascending })).toEqual(names);
  });
});

describe("natural category order", () => {
  const order = (names: (string | null)[]) =>
    draw(
      bar,
      names.map((name, n) => ({ name, n })),
      { x_axis: "name" },
      {},
    ).option.xAxis.data;

  test("sorts months and weekdays by calendar, in short or long form and any case", () => {
    expect(order(["Sunday", "monday", "FRIDAY"])).toEqual(["monday", "FRIDAY", "Sunday"]);
    expect(order(["Dec", "Jan", null, "Jul"])).toEqual(["Jan", "Jul", "Dec", "<NULL>"]);
  });

  test("treats names as ordinary if mixed with others, or alone", () => {
    expect(order(["Sunday", "Monday", "Holiday"])).toEqual(["Holiday", "Monday", "Sunday"]);
    expect(order(["May"])).toEqual(["May"]);
  });

  test("sorts age ranges by their numbers", () => {
    expect(order(["< 18", "18-64", "65+"])).toEqual(["< 18", "18-64", "65+"]);
  });
});
