import { describe, expect, it } from "vitest";
import { type DrawOptions, drawChart, type Parsed } from "../../testing/chart.ts";
import { definition as bubble } from "./definition.ts";

type Row = Record<string, unknown>;
const FORM = { entity: "name", series: null, x: "x", y: "y", size: "size" };
const row = (x: unknown, y: unknown, size: unknown = 1, name: unknown = "a", more: Row = {}): Row => ({
  name,
  x,
  y,
  size,
  ...more,
});
const draw = (rows: readonly Row[], form: Row = {}, options: DrawOptions = {}) =>
  drawChart(bubble, { ...FORM, ...form }, rows, options);
const pointsOf = ({ option }: ReturnType<typeof draw>) =>
  (option.series ?? []).flatMap(({ data }: Parsed) => data.map((one: Parsed) => one.value ?? one));
const widthsOf = ({ option }: ReturnType<typeof draw>) =>
  option.series.flatMap((one: Parsed) =>
    one.data.map((_: unknown, dataIndex: number) => one.symbolSize(null, { dataIndex })),
  );

describe("rows drawn as bubbles", () => {
  it("need x and y, but no size", () => {
    const rows = [row(1, 2, null), row("3", "4", "NaN"), row(null, 1), row(1, ""), row("NaN", 1), row(5, 6, -7)];
    const drawn = draw(rows);
    expect(pointsOf(drawn).map(([x, y]: number[]) => [x, y])).toEqual([
      [1, 2],
      [3, 4],
      [5, 6],
    ]);
    expect(drawn.drawing.warning).toBe("3 rows without values were left out");
  });

  it("need positive values on logarithmic axes", () => {
    const rows = [row(0, 5), row(-1, 5), row(5, 0), row(5, 5)];
    expect(pointsOf(draw(rows, { logXAxis: true }))).toHaveLength(2);
    expect(pointsOf(draw(rows, { logXAxis: true, logYAxis: true }))).toEqual([[5, 5, 1]]);
    expect(draw(rows.slice(0, 1), { logXAxis: true }).drawing.isEmpty).toBe(true);
  });

  it("have areas proportional to size, with a minimum", () => {
    const widths = widthsOf(
      draw([row(1, 1, 100), row(2, 2, 25), row(3, 3, 0), row(4, 4, -50)], { max_bubble_size: 40 }),
    );
    expect(widths[0] / widths[1]).toBeCloseTo(2, 6);
    expect(widths.slice(2)).toEqual([5, 5]);
  });

  it("are all small without sizes, and smaller in a small chart", () => {
    expect(new Set(widthsOf(draw([row(1, 1, 0), row(2, 2, 0)])))).toEqual(new Set([5]));
    const [roomy, tight] = [{}, { width: 160, height: 120 }].map((options) =>
      widthsOf(draw([row(1, 1, 9), row(2, 2, 9)], {}, options)),
    );
    expect(tight[0]).toBeLessThan(roomy[0]);
  });

  it("are grouped by series, including one without a name", () => {
    const rows = [
      row(1, 1, 1, "a", { kind: null }),
      row(2, 2, 1, "b", { kind: "" }),
      row(3, 3, 1, "c", { kind: "😀" }),
    ];
    const { option } = draw(rows, { series: "kind" });
    expect(option.series.map(({ name }: Parsed) => name)).toEqual(["<NULL>", "<empty string>", "😀"]);
    expect(option.legend.data).toHaveLength(3);
  });
});

describe("bubble chart axes", () => {
  it("center a single bubble, and fit huge and negative values", () => {
    const one = draw([row(7, -7)]).option;
    expect([one.xAxis.min < 7, one.xAxis.max > 7, one.yAxis.min < -7, one.yAxis.max > -7]).toEqual([
      true,
      true,
      true,
      true,
    ]);
    const wide = draw([row(-1e12, 1e-6), row(1e12, 5)]).option;
    expect([wide.xAxis.min <= -1e12, wide.xAxis.max >= 1e12]).toEqual([true, true]);
  });

  it("use the author's bounds only if truncation is on", () => {
    const bounds = (truncateXAxis: boolean) =>
      draw([row(50, 1), row(60, 2)], { truncateXAxis, xAxisBounds: [0, 100] }).option.xAxis;
    expect(bounds(true)).toMatchObject({ min: 0, max: 100 });
    expect(bounds(false).min).toBeGreaterThan(0);
  });

  it("end near the values if logarithmic", () => {
    const { min, max } = draw([row(10, 1), row(1000, 2)], { logXAxis: true }).option.xAxis;
    expect([min, max]).toEqual([expect.closeTo(10 / 1.3, 6), expect.closeTo(1300, 6)]);
  });
});

describe("bubble names", () => {
  const labels = (rows: readonly Row[], options: DrawOptions = {}) =>
    draw(rows, { max_bubble_size: 100 }, options).option.series[0].data.flatMap((one: Parsed) =>
      one.label ? [[one.label.formatter(), one.label.position]] : [],
    );

  it("are inside bubbles that fit them, otherwise beside, and hidden for the smallest", () => {
    const rows = [
      row(1, 1, 100, "Ulm"),
      row(2, 2, 30, "A name that is longer than its bubble"),
      row(3, 3, 0.1, "tiny"),
    ];
    expect(labels(rows)).toEqual([
      ["Ulm", "inside"],
      ["A name that is longer than its bubble", "right"],
    ]);
    expect(labels(rows, { width: 200, height: 150 })).toEqual([]);
  });
});

describe("texts", () => {
  it("summarize the highest, lowest and largest bubble, or the only one", () => {
    expect(draw([row(1, 5, 2, "Ulm")]).drawing.summary).toBe(
      "Bubble chart of y by x, sized by size: one bubble; Ulm (5), largest Ulm (2).",
    );
    expect(draw([row(1, 5, 2, "Ulm"), row(1, -5, 9, "Bonn")]).drawing.summary).toContain(
      "2 bubbles; highest Ulm (5), lowest Bonn (-5), largest Bonn (9).",
    );
  });

  it("format a bubble's three numbers as configured", () => {
    const form = { xAxisFormat: ".1%", y_axis_format: "$,.0f", tooltipSizeFormat: ".2s" };
    const { picture } = draw([row(0.256, 1234, 5_000_000)], form);
    expect(picture.tooltip?.([{ seriesIndex: 0, dataIndex: 0 }])?.rows.map(({ value }) => value)).toEqual([
      "25.6%",
      "$1,234",
      "5.0M",
    ]);
    expect(picture.tooltip?.([])).toBeNull();
    expect(picture.mark?.({ seriesIndex: 0, dataIndex: 5 })).toBeNull();
  });
});

describe("names beside bubbles", () => {
  const namedIn = (width: number, height: number) => {
    const rows = Array.from({ length: 100 }, (_, i) => row(i % 10, Math.floor(i / 10), 1, `Bubble ${i}`));
    const { option } = draw([...rows, row(5, 5, 100, "Big")], { max_bubble_size: 50 }, { width, height });
    return option.series.flatMap(({ data }: Parsed) => data.filter((one: Parsed) => one.label?.show)) as Parsed[];
  };

  it("are left out where they would cover other bubbles; names inside stay", () => {
    const crowded = namedIn(365, 300);
    expect(crowded.map(({ label }) => [label.formatter(), label.position])).toEqual([["Big", "inside"]]);
  });
});
