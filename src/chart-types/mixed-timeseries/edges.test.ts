import { describe, expect, test } from "vitest";
import { chartTheme } from "../../chart-kit/colors/theme.ts";
import type { EChartSpec } from "../../chart-kit/echart/echart-spec.ts";
import type { Parsed } from "../../testing/chart.ts";
import { definition as mixed } from "./definition.ts";
import { alignResults, downsampleBoth } from "./results.ts";

type Row = Record<string, unknown>;
const DAY = 86_400_000;
const result = (rows: readonly Row[]) => {
  const colnames = [...new Set(rows.flatMap(Object.keys))];
  return { data: [...rows] as never, colnames, coltypes: colnames.map((name) => (name === "day" ? 2 : 0)) };
};

function draw(a: readonly Row[], b: readonly Row[], form: Row = {}, size = { width: 800, height: 400 }) {
  const drawing = mixed.transform({
    formData: {
      ...mixed.defaults(),
      viz_type: mixed.key,
      datasource: "1__table",
      x_axis: "day",
      metrics: ["a"],
      metrics_b: ["b"],
      ...form,
    },
    results: [result(a), result(b)],
    ...{ theme: chartTheme("light"), colorOf: () => "#111111", rampOf: () => [], ...size },
  });
  const picture = drawing.props as EChartSpec;
  const option = picture.option as Record<string, Parsed>;
  const tell = (dataIndex: number) =>
    picture.tooltip?.((option.series as Parsed[]).map((_, seriesIndex) => ({ seriesIndex, dataIndex })));
  return { ...drawing, picture, option, tell };
}

describe("two results over one axis", () => {
  const valuesOf = (of: ReturnType<typeof alignResults>) =>
    of.map(({ data }) => (data as unknown as Row[]).map(({ day, n = null }) => [day, n]));

  test("contain the times of both in order, each with its own values", () => {
    expect(
      valuesOf(
        alignResults(
          [
            result([
              { day: 3, n: 1 },
              { day: -1, n: 2 },
            ]),
            result([{ day: 2, n: 5 }]),
          ],
          "day",
        ),
      ),
    ).toEqual([
      [
        [-1, 2],
        [2, null],
        [3, 1],
      ],
      [
        [-1, null],
        [2, 5],
        [3, null],
      ],
    ]);
  });

  test("keep the order of names, and merge numbers with text of the same digits", () => {
    const names = (a: unknown[], b: unknown[]) =>
      valuesOf(
        alignResults(
          [a, b].map((list) => result(list.map((day) => ({ day, n: 1 })))),
          "day",
        ),
      )[0]?.map(([day]) => day);
    expect(names(["b", "a"], ["c", "a"])).toEqual(["b", "a", "c"]);
    expect(names([null, "x"], ["x"])).toEqual([null, "x"]);
  });

  test("can be missing, one or both", () => {
    expect(valuesOf(alignResults([], "day"))).toEqual([[], []]);
    expect(valuesOf(alignResults([{ data: "a,b" }, result([{ day: 1, n: 2 }])] as never, "day"))).toEqual([
      [[1, null]],
      [[1, 2]],
    ]);
  });

  test("aren't downsampled if they fit or the axis is categorical", () => {
    const both = alignResults([result([{ day: 1, n: 2 }]), result([])], "day");
    expect(downsampleBoth(both, "day", 100).sampledFrom).toBeUndefined();
    const named = Array.from({ length: 5000 }, (_, i) => ({ day: `d${i}`, n: i }));
    expect(downsampleBoth(alignResults([result(named), result([])], "day"), "day", 100).sampledFrom).toBeUndefined();
  });
});

const days = (name: string, ...values: (number | null)[]) =>
  values.map((value, i) => ({ day: (i - 1) * DAY, [name]: value }));

describe("two queries in one chart", () => {
  test("share a tooltip without a total, also before 1970", () => {
    const { tell } = draw(days("a", 5, 6), days("b", 1000, null));
    expect(tell(0)).toEqual({ title: "31 Dec 1969", rows: expect.any(Array) });
    expect(tell(0)?.rows.map(({ label, value }) => [label, value])).toEqual([
      ["a", "5"],
      ["b", "1,000"],
    ]);
    expect(tell(1)?.rows).toHaveLength(1);
  });

  test("have separate scales that fit negative and very large values", () => {
    const [left, right] = draw(days("a", -5, 5), days("b", 1e12, -1e12), { yAxisIndexB: 1 }).option.yAxis;
    expect([left.min <= -5, left.max < 100, right.min <= -1e12, right.max >= 1e12]).toEqual([true, true, true, true]);
  });

  test("can be logarithmic on either side, leaving out values that aren't positive", () => {
    const { option } = draw(days("a", 0, 5), days("b", -1, 1000), { logAxisSecondary: true, yAxisIndexB: 1 });
    expect(option.yAxis.map(({ type }: Parsed) => type)).toEqual(["value", "log"]);
    expect(option.series[1].data.map((point: Parsed) => point[1])).toEqual([null, 1000]);
  });

  test("use their own formats", () => {
    const form = { y_axis_format: ",.1f", y_axis_format_secondary: "$,.0f", yAxisIndexB: 1 };
    expect(
      draw(days("a", 5), days("b", 1000), form)
        .tell(0)
        ?.rows.map(({ value }) => value),
    ).toEqual(["5.0", "$1,000"]);
  });

  test("with the same name are distinguished if configured", () => {
    const { option } = draw(days("n", 1), days("n", 2), {
      metrics: ["n"],
      metrics_b: ["n"],
      show_query_identifiers: true,
    });
    expect(option.series.map(({ name }: Parsed) => name)).toEqual(["n (Query A)", "n (Query B)"]);
    expect(option.legend.data).toEqual(["n (Query A)", "n (Query B)"]);
  });

  test("are summarized one after the other, leaving out an empty one", () => {
    const { summary } = draw(days("a", 1, 2), days("b", 4, 3));
    expect(summary).toMatch(/a, 31 Dec 1969 to 1 Jan 1970; .*b, 31 Dec 1969 to 1 Jan 1970; /);
    expect(draw(days("a", 1), []).summary).not.toContain(" b,");
    expect(draw([], [])).toMatchObject({ isEmpty: true, summary: "Mixed chart, no values." });
    expect(draw(days("a", null), days("b", null)).isEmpty).toBe(true);
  });

  test("have no labels or legend in a small box", () => {
    const { option } = draw(days("a", 1, 2), days("b", 4, 3), { y_axis_title: "A" }, { width: 150, height: 100 });
    expect([option.legend, option.yAxis[0].axisLabel.show, option.yAxis[0].name]).toEqual([
      undefined,
      false,
      undefined,
    ]);
  });

  test("have a title on the right for the second axis", () => {
    const form = { yAxisTitleSecondary: "Second", yAxisIndexB: 1 };
    expect(draw(days("a", 1), days("b", 2), form).option.yAxis[1].name).toBe("Second");
    const [none, titled] = [{ yAxisIndexB: 1 }, form].map(
      (one) => draw(days("a", 1), days("b", 2), one).option.grid.right,
    );
    expect(titled - none).toBe(18);
  });
});
