import { describe, expect, it } from "vitest";
import { chartTheme } from "../colors/theme.ts";
import { densityOf } from "../density.ts";
import { legendMargins, legendOption } from "../legend/legend.ts";
import { isInSelection, selectionOf } from "../selection.ts";
import { mergeOptions, parseEChartOptions } from "./echart-options.ts";
import type { EChartSpec } from "./echart-spec.ts";
import { nextHit } from "./keyboard-navigation.ts";

const theme = chartTheme("light");

describe("keyboard navigation", () => {
  const values = [
    [1, null, 3],
    [4, 5, null],
  ];
  const picture: EChartSpec = {
    option: {},
    summary: "",
    size: 6,
    walk: values.map((series, seriesIndex) => ({ seriesIndex, length: series.length })),
    mark: ({ seriesIndex, dataIndex }) => {
      const value = values[seriesIndex]?.[dataIndex];
      return value === null || value === undefined ? null : { text: String(value), selection: null, isSelected: false };
    },
  };
  const hit = (seriesIndex: number, dataIndex: number) => ({ seriesIndex, dataIndex });

  it("goes point by point and skips gaps", () => {
    expect(nextHit(picture, null, "ArrowRight")).toEqual(hit(0, 0));
    expect(nextHit(picture, hit(0, 0), "ArrowRight")).toEqual(hit(0, 2));
    expect(nextHit(picture, hit(0, 2), "ArrowLeft")).toEqual(hit(0, 0));
    expect(nextHit(picture, hit(0, 2), "ArrowRight")).toBeUndefined();
    expect(nextHit(picture, hit(1, 0), "End")).toEqual(hit(1, 1));
    expect(nextHit(picture, hit(0, 2), "Home")).toEqual(hit(0, 0));
  });

  it("changes series to the nearest point", () => {
    expect(nextHit(picture, hit(0, 2), "ArrowDown")).toEqual(hit(1, 1));
    expect(nextHit(picture, hit(1, 1), "ArrowUp")).toEqual(hit(0, 2));
    expect(nextHit(picture, hit(0, 0), "ArrowUp")).toBeUndefined();
    expect(nextHit(picture, null, "a")).toBeUndefined();
    expect(nextHit({ ...picture, walk: [] }, null, "ArrowRight")).toBeUndefined();
  });
});

describe("legend", () => {
  const settings = { legendType: "scroll", legendOrientation: "top", width: 400, height: 300 } as const;

  it("sorts its names and reserves space on its side", () => {
    const sorted = legendOption(["b10", "b2", "a"], { ...settings, legendSort: "asc" }, theme);
    expect(sorted).toMatchObject({ data: ["a", "b2", "b10"], type: "scroll", orient: "horizontal", top: 0 });
    expect(legendMargins(["a"], settings)).toEqual({ left: 0, right: 0, top: 24, bottom: 0 });
    expect(legendMargins(["a"], { ...settings, legendOrientation: "right", legendMargin: 90 }).right).toBe(90);
    expect(legendOption(["a"], { ...settings, legendOrientation: "left" }, theme)).toMatchObject({
      orient: "vertical",
      left: 0,
    });
  });

  it("truncates long names and shows them in full on hover", () => {
    const long = "Professional and business services of the northern states";
    const written = (names: readonly string[], width: number) => {
      const { formatter, tooltip } = legendOption(names, { ...settings, width }, theme);
      return [(formatter as (name: string) => string)(long), (tooltip as { show: boolean }).show];
    };
    expect(written([long], 400)).toEqual([long, false]);
    expect(written([long, "Trade"], 400)).toEqual([long, false]);
    expect(written([long, "Trade"], 300)).toEqual([expect.stringMatching(/^Professional a.*…$/), true]);
    expect(written([long, "Trade"], 1200)).toEqual([long, false]);
  });
});

describe("the author's options", () => {
  it("are data only: markup, links and requests are dropped", () => {
    const text = JSON.stringify({
      tooltip: { formatter: "<img src=x onerror=alert(1)>" },
      title: { text: "Rain", link: "javascript:alert(1)" },
      series: [{ symbol: "image://https://example.com/a.png", symbolSize: 4 }],
      toolbox: { feature: {} },
    });
    expect(parseEChartOptions(text).options).toEqual({ title: { text: "Rain" }, series: [{ symbolSize: 4 }] });
  });

  it("are parsed as JavaScript object literals and never executed", () => {
    const text = `{
      // as in the examples
      title: { text: 'Rain \\u{2602}\\n\\'now\\'', show: true, /* none */ left: null },
      "grid": { top: -.5, right: +3, bottom: 1e2, left: 0x10 },
      series: [{ name: \`a "b"\` }, [],],
    }`;
    expect(parseEChartOptions(text)).toEqual({
      options: {
        title: { text: "Rain \u2602\n'now'", show: true, left: null },
        grid: { top: -0.5, right: 3, bottom: 100, left: 16 },
        series: [{ name: 'a "b"' }, []],
      },
    });
    const { options } = parseEChartOptions('{ __proto__: { a: 1 }, "__proto__": { b: 1 }, title: { link: "x" } }');
    expect([Object.keys(options), Reflect.get(options, "a"), Reflect.get({}, "b")]).toEqual([
      ["title"],
      undefined,
      undefined,
    ]);
  });

  it.each([
    ["{}", undefined],
    [undefined, undefined],
    ["[1]", "ECharts options must be an object"],
    ...["(() => 1)()", "{ a: alert(1) }", "{ a: b }", "{ a: 1", "{ a: 1 } x", "{ 'a: 1 }", "{ a 1 }", "{ [a]: 1 }"].map(
      (text): [string, string] => [text, "ECharts options must be a JSON-like object without functions"],
    ),
    [`{ a: \`\${alert(1)}\` }`, "ECharts options must be a JSON-like object without functions"],
    ["[".repeat(1e5), "ECharts options must be a JSON-like object without functions"],
  ])("%.20s has the problem %s", (text, problem) => {
    expect(parseEChartOptions(text).problem).toBe(problem);
  });

  it("merge into lists by item or into each item", () => {
    const base = { grid: { left: 1, top: 2 }, series: [{ a: 1 }, { a: 2 }], data: [1, 2] };
    expect(mergeOptions(base, { grid: { left: 9 }, series: [{ b: 1 }], data: [3] })).toEqual({
      grid: { left: 9, top: 2 },
      series: [{ a: 1, b: 1 }, { a: 2 }],
      data: [3],
    });
    expect(mergeOptions(base, { series: { b: 1 } })).toMatchObject({
      series: [
        { a: 1, b: 1 },
        { a: 2, b: 1 },
      ],
    });
  });
});

describe("selection", () => {
  it("has one clause per dimension with its value", () => {
    expect(selectionOf(["origin", "late"], [null, true])).toEqual({
      clauses: [
        { column: "origin", values: [null] },
        { column: "late", values: [true] },
      ],
      label: "<NULL>, true",
    });
    expect(selectionOf([], [])).toBeNull();
  });

  it("matches a mark if all clauses about its columns match", () => {
    const selection = {
      clauses: [
        { column: "origin", values: ["ORD", "DFW"] },
        { column: { sqlExpression: "hour(date)", label: "hour" }, values: ["7"] },
      ],
      label: "",
    };
    expect(isInSelection(selection, ["origin"], ["DFW"])).toBe(true);
    expect(isInSelection(selection, ["origin"], ["ATL"])).toBe(false);
    expect(isInSelection(selection, ["origin", "hour"], ["ORD", 7])).toBe(true);
    expect(isInSelection(selection, ["destination"], ["ORD"])).toBe(false);
    expect(isInSelection(null, ["origin"], ["ORD"])).toBe(false);
  });
});

describe("density", () => {
  it("depends on the chart size", () => {
    expect([densityOf(600, 350), densityOf(290, 300), densityOf(200, 130), densityOf(110, 70)]).toEqual([
      "full",
      "compact",
      "bare",
      "figure",
    ]);
  });
});
