import { PieChart } from "echarts/charts";
import { use } from "echarts/core";
import { describe, expect, test } from "vitest";
import { type Parsed, textsOf } from "../../testing/chart.ts";
import { chartTheme } from "../colors/theme.ts";
import { textWidth } from "../text-width.ts";
import { type LegendSettings, legendMargins, legendOption } from "./legend.ts";
import { PagedLegendComponent } from "./paged-legend.ts";

const theme = chartTheme("light");
const form = (more: Partial<LegendSettings> = {}): LegendSettings => ({
  ...{ legendType: "scroll", legendOrientation: "top", width: 600, height: 400 },
  ...more,
});
const drawn = (names: readonly string[], more: Partial<LegendSettings> = {}) => {
  const option = legendOption(names, form(more), theme) as Parsed;
  return { ...option, write: option.formatter };
};
const many = (count: number, name = "Series") => Array.from({ length: count }, (_, i) => `${name} ${i + 1}`);

describe("legend names", () => {
  test("are in series or alphabetical order, numbers by size", () => {
    const names = ["b 10", "b 9", "ä", "a"];
    expect(drawn(names).data).toEqual(names);
    expect(drawn(names, { legendSort: "asc" }).data).toEqual(["a", "ä", "b 9", "b 10"]);
    expect(drawn(names, { legendSort: "desc" }).data).toEqual(["b 10", "b 9", "ä", "a"]);
    expect(names[0], "which leaves the series as they are").toBe("b 10");
  });

  test("are truncated to the space beside the chart and shown in full on hover", () => {
    const long = "A very long name of a series that nobody has room for beside a chart";
    const side = drawn([long, "short"], { legendOrientation: "right" });
    expect(side.write(long)).toMatch(/^A very.*…$/);
    expect(side.write("short")).toBe("short");
    expect(side.tooltip).toEqual({ show: true });
    expect(drawn(["short"], { legendOrientation: "right" }).tooltip).toEqual({ show: false });
  });

  test("are in full if all fit in a row; otherwise at least two fit on a page", () => {
    expect(drawn(["North", "South"]).write("North")).toBe("North");
    const names = many(40, "A rather long name of a series");
    const cut: string[] = names.map(drawn(names, { width: 300 }).write);
    expect(textWidth(cut[0] ?? "") + textWidth(cut[1] ?? "")).toBeLessThan(300);
  });

  test("never split emoji, and truncate right-to-left names at their end", () => {
    const names = ["🍎🍏🍐🍊🍋🍌🍉🍇🍓🍈🍒🍑🥭🍍🥥🥝🍅🍆🥑", "שם ארוך מאוד של סדרה שאין לה מקום ליד התרשים"];
    const { write } = drawn(names, { legendOrientation: "left" });
    expect(write(names[0] ?? "")).toMatch(/^(🍎|🍏|🍐|🍊|🍋|🍌|🍉|🍇|🍓|🍈|🍒|🍑|🥭|🍍|🥥|🥝)+…$/u);
    expect(write(names[1] ?? "")).toMatch(/^שם ארוך.*…$/);
  });
});

describe("legend space", () => {
  test("is one row above or below the chart; beside it, the width of its names up to a limit", () => {
    expect(legendMargins(many(3), form())).toEqual({ top: 24, bottom: 0, left: 0, right: 0 });
    expect(legendMargins(many(3), form({ legendOrientation: "bottom" })).bottom).toBe(24);
    const beside = (name: string) => legendMargins([name], form({ legendOrientation: "left" })).left;
    expect(beside("short")).toBeGreaterThan(textWidth("short"));
    expect(beside("x".repeat(500))).toBe(beside("x".repeat(50)));
  });

  test("is one row without names", () => {
    expect(legendMargins([], form({ legendType: "plain" })).top).toBe(24);
    expect(drawn([]).data).toEqual([]);
  });

  test("is 0 when the margin is set to 0", () => {
    expect(legendMargins(many(3), form({ legendMargin: 0 })).top).toBe(0);
  });
});

describe("the select-all button", () => {
  test("is offered for many series in wide charts", () => {
    expect(drawn(many(6)).selector).toHaveLength(2);
    expect(drawn(many(5)).selector).toBe(false);
    expect(drawn(many(6), { width: 300 }).selector).toBe(false);
  });

  test("is offered beside a chart unless it is wider than the names", () => {
    expect(drawn(many(6, "S"), { legendOrientation: "right" }).selector).toBe(false);
    expect(drawn(many(6, "A long name of a series"), { legendOrientation: "right" }).selector).toHaveLength(2);
  });
});

describe("a page of a legend", () => {
  const textsAt = (width: number, count: number) => {
    use([PieChart, PagedLegendComponent]);
    const names = many(count);
    const legend = legendOption(names, form({ width }), theme);
    const series = { type: "pie", label: { show: false }, data: names.map((name) => ({ name, value: 1 })) };
    return textsOf({ legend, series: [series] }, { width, height: 200 });
  };

  test("says how many names aren't shown", () => {
    const hidden = (width: number) => textsAt(width, 25).filter((text) => text.endsWith("more"));
    expect([hidden(300), hidden(600)]).toEqual([["+ 22 more"], ["+ 19 more"]]);
    expect(textsAt(300, 2).filter((text) => text.endsWith("more"))).toEqual([]);
  });
});
