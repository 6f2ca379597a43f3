import { describe, expect, test } from "vitest";
import { Dataset } from "../../model/dataset.ts";
import { type DrawOptions, drawChart, type Parsed } from "../../testing/chart.ts";
import { definition as bullet } from "./definition.ts";

const draw = (
  value: number | null,
  form: Record<string, unknown> = {},
  options: DrawOptions = { width: 600, height: 200 },
) => drawChart(bullet, { metric: "n", ...form }, [{ n: value }], options);

function shapesOf({ option }: ReturnType<typeof draw>): Parsed[] {
  const [series] = option.series;
  const { min, max } = option.xAxis;
  return series.data.map((data: number[]) =>
    series.renderItem(null, {
      value: (at: number) => data[at],
      coord: ([x]: [number]) => [((x - min) / (max - min)) * 100, 50],
    }),
  );
}
const axisOf = ({ option }: ReturnType<typeof draw>) => ({ min: option.xAxis.min, max: option.xAxis.max });
const wordsOf = ({ option }: ReturnType<typeof draw>) => (option.graphic ?? []).map((one: Parsed) => one.style.text);

describe("the scale of a bullet chart", () => {
  test("includes zero, whatever the sign of the value", () => {
    expect(axisOf(draw(-80)).max).toBe(0);
    expect(axisOf(draw(-80)).min).toBeLessThanOrEqual(-80);
    expect(axisOf(draw(80)).min).toBe(0);
    expect(axisOf(draw(0)).max).toBeGreaterThan(0);
  });

  test("extends beyond the ranges to values and markers", () => {
    expect(axisOf(draw(50, { ranges: "10,20" })).max).toBeGreaterThanOrEqual(50);
    expect(axisOf(draw(5, { ranges: "10", markers: "99" })).max).toBeGreaterThanOrEqual(99);
    expect(axisOf(draw(5, { ranges: "-20,10" }))).toEqual({ min: -20, max: 10 });
  });

  test("has fewer ticks if labels are long or the chart is narrow", () => {
    const ticks = (options: DrawOptions, form = {}) => {
      const { min, max, interval } = draw(1_234_567, { y_axis_format: ",.2f", ...form }, options).option.xAxis;
      return (max - min) / interval;
    };
    expect(ticks({ width: 200, height: 200 })).toBeLessThan(ticks({ width: 1000, height: 200 }));
  });

  test("fits huge values", () => {
    expect(axisOf(draw(1e15)).max).toBeGreaterThanOrEqual(1e15);
    expect(draw(1e15).drawing.summary).toBe("Bullet chart: n, 1,000,000,000,000,000.");
  });
});

describe("bullet chart shapes", () => {
  test("are ranges sorted by size, with the measure in the middle", () => {
    const [low, high, measure] = shapesOf(draw(15, { ranges: "30,10" }));
    expect([low.shape.x, low.shape.width]).toEqual([0, expect.closeTo(33.3, 1)]);
    expect([high.shape.x, high.shape.x + high.shape.width]).toEqual([expect.closeTo(33.3, 1), 100]);
    expect(measure.shape.width).toBe(50);
    expect(measure.shape.height).toBeLessThan(low.shape.height);
  });

  test("include shading without a tooltip if there are no ranges", () => {
    const drawn = draw(20);
    const [{ children }] = shapesOf(drawn);
    expect(children).toHaveLength(2);
    expect(children[0].shape.width).toBeGreaterThan(children[1].shape.width);
    expect(drawn.picture.tooltip?.([])?.rows).toHaveLength(1);
  });

  test("extend left of zero for negative values", () => {
    const [{ children }] = shapesOf(draw(-20));
    expect(children[1].shape.x + children[1].shape.width).toBe(100);
  });

  test("have names of lines and markers unless they overlap", () => {
    const options = { width: 600, height: 300 };
    const names = (markers: string) =>
      shapesOf(draw(50, { markers, marker_labels: "Budget,Goal" }, options)).flatMap(({ children = [] }: Parsed) =>
        children.flatMap((child: Parsed) => (child.type === "text" ? [child.style.text] : [])),
      );
    expect(names("20,45")).toEqual(["Budget", "Goal"]);
    expect(names("44,45")).toEqual(["Budget", ""]);
    expect(shapesOf(draw(50, { markers: "20" }, { width: 150, height: 100 }))[1].children).toHaveLength(1);
  });

  test("are only the bar in a low chart", () => {
    const { option } = draw(50, {}, { width: 300, height: 60 });
    expect([option.graphic, option.xAxis.axisLabel.show]).toEqual([undefined, false]);
  });
});

describe("texts", () => {
  test("show the value, and the name truncated if the value needs the space", () => {
    const name = "A metric with a very long name, which does not fit beside its value 😀";
    const dataset = Dataset.parse({
      id: 1,
      table_name: "t",
      columns: [],
      metrics: [{ metric_name: "n", expression: "SUM(n)", verbose_name: name }],
    });
    const [shown, value] = wordsOf(draw(1234.5, {}, { width: 300, height: 200, dataset }));
    expect([shown.endsWith("…"), value]).toEqual([true, "1,234.5"]);
  });

  test("use the metric's format, short on the axis except for percentages, or the author's format everywhere", () => {
    const saved = (d3format: string) =>
      Dataset.parse({
        id: 1,
        table_name: "t",
        columns: [],
        metrics: [{ metric_name: "n", expression: "x", d3format }],
      });
    const shown = (value: number, form: object, dataset?: Dataset) => {
      const { option, drawing } = draw(value, form as Record<string, unknown>, {
        width: 600,
        height: 200,
        ...(dataset ? { dataset } : {}),
      });
      return [option.xAxis.axisLabel.formatter(option.xAxis.max), drawing.summary];
    };
    expect(shown(0.5, {}, saved(".1%"))[0]).toMatch(/%$/);
    expect(shown(20_000, {}, saved(",.2f"))).toEqual([expect.stringMatching(/k$/), "Bullet chart: n, 20,000.00."]);
    expect(shown(20_000, { y_axis_format: "$,.0f" })).toEqual([
      expect.stringMatching(/^\$2\d,000$/),
      "Bullet chart: n, $20,000.",
    ]);
  });

  test("number ranges and marks without names", () => {
    const { picture } = draw(5, { ranges: "10,20", range_labels: "Low", marker_lines: "7" });
    const labels = picture.tooltip?.([])?.rows.map(({ label }) => label);
    expect(labels).toEqual(["Line 1", "n", "Range 2", "Low"]);
  });
});
