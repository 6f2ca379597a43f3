import { describe, expect, it } from "vitest";
import { type DrawOptions, drawChart, type Parsed } from "../../testing/chart.ts";
import { definition as boxPlot } from "./definition.ts";

type Row = Record<string, unknown>;
const FORM = { columns: ["day"], groupby: ["kind"], metrics: ["n"] };
const box = (kind: unknown, [min, q1, median, q3, max]: readonly unknown[], more: Row = {}): Row => ({
  kind,
  ...{ n__min: min, n__q1: q1, n__median: median, n__q3: q3, n__max: max, n__count: 9, n__outliers: [] },
  ...more,
});
const draw = (rows: readonly Row[], form: Row = {}, options: DrawOptions = {}) =>
  drawChart(boxPlot, { ...FORM, ...form }, rows, options);
const PLAIN = [1, 2, 3, 4, 5];

describe("groups drawn as boxes", () => {
  it("need all five numbers, also as text", () => {
    const rows = [
      box("a", PLAIN),
      box("b", ["1", "2", "3", "4", "5"]),
      box("c", [1, null, 3, 4, 5]),
      box("d", ["x", 2, 3, 4, 5]),
    ];
    const { option } = draw(rows);
    expect(option.xAxis.data).toEqual(["a", "b"]);
    expect(option.series[0].data[1].value).toEqual(PLAIN);
  });

  it("can be flat, negative and huge", () => {
    const { option, drawing } = draw([box("flat", [7, 7, 7, 7, 7]), box("low", [-1e12, -5, -4, -3, 1e12])]);
    expect([option.yAxis.min <= -1e12, option.yAxis.max >= 1e12]).toEqual([true, true]);
    expect(drawing.summary).toContain("highest median flat (7), lowest low (-4)");
  });

  it("with a single value have a nonempty axis", () => {
    const { min, max } = draw([box("a", [5, 5, 5, 5, 5])]).option.yAxis;
    expect([min <= 5, max >= 5, max > min]).toEqual([true, true, true]);
  });

  it("have names in any script, or a placeholder", () => {
    expect(draw([box(null, PLAIN), box("", PLAIN), box("😀 שלום", PLAIN)]).option.xAxis.data).toEqual([
      ...["<NULL>", "<empty string>", "😀 שלום"],
    ]);
  });

  it("with two equal medians say so in the summary", () => {
    expect(draw([box("a", PLAIN), box("b", PLAIN)]).drawing.summary).toBe(
      "Box plot of n, 2 boxes; medians all equal to 3.",
    );
    expect(draw([box("a", PLAIN)]).drawing.summary).toBe("Box plot of n: median 3.");
  });
});

describe("outliers", () => {
  const points = (n__outliers: unknown) =>
    draw([box("a", PLAIN, { n__outliers })]).option.series[1].data.map((one: Parsed) => one.value[1]);

  it("are read from a list or its JSON text", () => {
    expect(points([9, -9])).toEqual([9, -9]);
    expect(points("[9,-9]")).toEqual([9, -9]);
  });

  it("skip invalid values, and are empty without a list", () => {
    expect(points([null, "NaN", "", 9, "10"])).toEqual([9, 10]);
    expect([points("[9,"), points("many"), points(null), points({ odd: 1 })]).toEqual([[], [], [], []]);
  });

  it("are within the axis, have a tooltip, and belong to their group", () => {
    const { option, picture } = draw([box("a", PLAIN), box("b", PLAIN, { n__outliers: [99] })]);
    expect(option.yAxis.max).toBeGreaterThanOrEqual(99);
    expect(picture.tooltip?.([{ seriesIndex: 1, dataIndex: 0 }])).toMatchObject({
      title: "b",
      note: "Outlier",
      rows: [{ value: "99" }],
    });
    expect(picture.mark?.({ seriesIndex: 1, dataIndex: 0 })?.selection?.clauses).toEqual([
      { column: "kind", values: ["b"] },
    ]);
    expect(picture.mark?.({ seriesIndex: 1, dataIndex: 7 })).toBeNull();
  });
});

describe("a box", () => {
  it("shows its five numbers and the mean, or the median if there is no mean", () => {
    const rows = (more: Row) =>
      draw([box("a", PLAIN, more)], { number_format: ",.1f" }).picture.tooltip?.([{ seriesIndex: 0, dataIndex: 0 }]);
    expect(rows({ n__mean: 3.25 })?.rows.map(({ label, value }) => `${label} ${value}`)).toEqual([
      ...[
        "Upper whisker 5.0",
        "Third quartile 4.0",
        "Median 3.0",
        "Mean 3.3",
        "First quartile 2.0",
        "Lower whisker 1.0",
      ],
    ]);
    expect(rows({ n__mean: null })?.rows[3]?.value).toBe("3.0");
    expect(rows({ n__count: 1_234_567 })?.note).toBe("1,234,567 values");
  });

  it("is muted if another one is selected", () => {
    const selected = { clauses: [{ column: "kind", values: ["a"] }], label: "" };
    const [first, second] = draw([box("a", PLAIN), box("b", PLAIN)], {}, { selected }).option.series[0].data;
    expect(first.itemStyle.borderColor).not.toBe(second.itemStyle.borderColor);
  });
});

describe("box plot axes", () => {
  it("use the author's bounds", () => {
    expect(draw([box("a", PLAIN)], { y_axis_bounds: [-10, 50] }).option.yAxis).toMatchObject({ min: -10, max: 50 });
    expect(draw([box("a", PLAIN)], { y_axis_bounds: [null, 50] }).option.yAxis.max).toBe(50);
  });

  it("have a slider if configured and there is room", () => {
    const zooms = (options: DrawOptions) =>
      draw([box("a", PLAIN)], { zoomable: true }, options).option.dataZoom?.length;
    expect([zooms({}), zooms({ width: 150, height: 100 })]).toEqual([2, undefined]);
  });

  it("show titles on top if configured", () => {
    const top = draw([box("a", PLAIN)], { y_axis_title: "Rating", y_axis_title_position: "Top" }).option;
    const left = draw([box("a", PLAIN)], { y_axis_title: "Rating" }).option;
    expect([top.yAxis.nameLocation, left.yAxis.nameLocation]).toEqual(["end", "middle"]);
    expect(top.grid.top).toBeGreaterThan(left.grid.top);
    expect(top.grid.left).toBeLessThan(left.grid.left);
  });

  it("skip some of 200 names, and hide all if there is no room", () => {
    const rows = Array.from({ length: 200 }, (_, i) => box(`group ${i}`, PLAIN));
    const { axisLabel } = draw(rows).option.xAxis;
    expect(axisLabel.interval).toBeGreaterThan(2);
    expect(draw(rows, {}, { width: 150, height: 100 }).option.xAxis.axisLabel.show).toBe(false);
  });
});
