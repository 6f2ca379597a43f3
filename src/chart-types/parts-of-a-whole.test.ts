import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ChartType } from "../chart-seam/chart-type.ts";
import { type DrawOptions, drawChart } from "../testing/chart.ts";
import { definition as chord } from "./chord/definition.ts";
import { definition as funnel } from "./funnel/definition.ts";
import { definition as graph } from "./graph/definition.ts";
import { definition as pie } from "./pie/definition.ts";
import { definition as rose } from "./rose/definition.ts";
import { definition as sankey } from "./sankey/definition.ts";
import { definition as sunburst } from "./sunburst/definition.ts";
import { definition as treemap } from "./treemap/definition.ts";
import { definition as waterfall } from "./waterfall/definition.ts";
import { definition as wordCloud } from "./word-cloud/definition.ts";

type Row = Record<string, unknown>;
const named = (...values: readonly (readonly [unknown, unknown])[]) => values.map(([name, n]): Row => ({ name, n }));

function marksOf(type: ChartType, form: Row, rows: readonly Row[], options: DrawOptions = {}) {
  const { picture, drawing } = drawChart(type, form, rows, options);
  const texts = (picture.walk ?? []).flatMap(({ seriesIndex, length, dataType }) =>
    Array.from(
      { length },
      (_, dataIndex) => picture.mark?.({ seriesIndex, dataIndex, ...(dataType ? { dataType } : {}) })?.text ?? "",
    ),
  );
  return { texts, drawing, picture };
}

const percentIn = (text: string) => Number(/(-?[\d.]+)\s?%/.exec(text)?.[1] ?? Number.NaN);

const WHOLES = [
  ["pie", pie, { groupby: ["name"], metric: "n" }],
  ["treemap", treemap, { groupby: ["name"], metric: "n" }],
  ["sunburst", sunburst, { columns: ["name"], metric: "n" }],
  ["funnel", funnel, { groupby: ["name"], metric: "n", percent_calculation_type: "total" }],
] as const;

describe.each(WHOLES)("the parts of a %s", (_, type, form) => {
  test("have shares that add up to the whole", () => {
    const values = fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(values, (list) => {
        const { texts } = marksOf(type, form, named(...list.map((n, i) => [`name ${i}`, n] as const)));
        const sum = texts.reduce((total, text) => total + percentIn(text), 0);
        expect(Math.abs(sum - 100)).toBeLessThan(0.05 * list.length + 0.01);
      }),
      { numRuns: 20 },
    );
  });

  test("include only positive values; without any, the chart is empty and says so", () => {
    const { texts } = marksOf(type, form, named(["a", 3], ["b", 0], ["c", -7], ["d", null], ["e", "NaN"], ["f", "1"]));
    expect(texts.map((text) => text.split(":")[0])).toEqual(["a", "f"]);
    for (const rows of [[], named(["a", 0]), named(["a", null], ["b", -1])]) {
      const { drawing } = marksOf(type, form, rows);
      expect([drawing.isEmpty, /no (values|slices|parts)/i.test(drawing.summary)]).toEqual([true, true]);
    }
  });

  test("are 100% if there is only one", () => {
    const { texts, drawing } = marksOf(type, form, named(["only", 0.001]));
    expect(percentIn(texts[0] ?? "")).toBe(100);
    expect(drawing.summary).toMatch(/\bone\b/);
  });

  test("keep names in any script, and filter by the value behind each", () => {
    const names = ["שלום", "👩‍👩‍👧‍👦", "", null, "<NULL>", "x".repeat(300)];
    const { picture } = marksOf(type, form, named(...names.map((name, i) => [name, 100 - i] as const)));
    const values = names.map(
      (_name, dataIndex) => picture.mark?.({ seriesIndex: 0, dataIndex })?.selection?.clauses[0]?.values[0],
    );
    expect(new Set(values)).toEqual(new Set(names));
  });

  test("show very large values in full in their texts", () => {
    expect(marksOf(type, form, named(["a", 1e15])).texts[0]).toContain("1,000,000,000,000,000");
  });
});

describe("flows between names", () => {
  const flow = (from: unknown, to: unknown, n: unknown): Row => ({ from, to, n });
  const FLOWS = [
    ["sankey", sankey, { source: "from", target: "to", metric: "n" }],
    ["chord", chord, { groupby: "from", columns: "to", metric: "n" }],
    ["graph", graph, { source: "from", target: "to", metric: "n" }],
  ] as const;

  test.each(FLOWS)("of a %s are those above zero, whichever names they have", (_, type, form) => {
    const rows = [
      flow("שלום", "😀", 5),
      flow("a", null, 3),
      flow("", "a", 2),
      flow("x", "y", 0),
      flow("x", "y", -1),
      flow("x", "y", "NaN"),
    ];
    const { drawing } = marksOf(type, form, rows);
    expect(drawing.isEmpty).toBe(false);
    expect(drawing.summary).toMatch(/largest שלום to 😀 \(5\), smallest <empty string> to a \(2\)/);
  });

  test.each(FLOWS)("of a %s that lead in circles, and to where they began, are drawn", (_, type, form) => {
    const { drawing, texts } = marksOf(type, form, [
      flow("a", "b", 5),
      flow("b", "c", 4),
      flow("c", "a", 3),
      flow("a", "a", 2),
    ]);
    expect(drawing.isEmpty).toBe(false);
    expect(texts.some((text) => text.includes("a to b: 5"))).toBe(true);
  });

  test.each(FLOWS)("of a %s without any say so", (_, type, form) => {
    for (const rows of [[], [flow("a", "b", 0)], [flow("a", "b", null)]]) {
      expect(marksOf(type, form, rows).drawing).toMatchObject({
        isEmpty: true,
        summary: expect.stringMatching(/no links\.$/),
      });
    }
  });

  test.each(FLOWS)("of a %s between two hundred names are the largest that can be read", (_, type, form) => {
    const rows = Array.from({ length: 4000 }, (_, i) => flow(`n${i % 200}`, `n${(i * 7) % 199}`, i + 1));
    const { drawing, picture } = marksOf(type, form, rows);
    expect(drawing.warning).toMatch(/^Showing the .* largest links\. [\d,]+ more were left out/);
    expect(picture.size).toBeLessThan(4000);
  });
});

describe("steps of a waterfall", () => {
  const steps = (rows: readonly Row[], form: Row = {}) =>
    marksOf(waterfall, { x_axis: "name", metric: "n", ...form }, rows);

  test("end at the total, whatever their signs", () => {
    const values = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(values, (list) => {
        const { texts } = steps(named(...list.map((n, i) => [`name ${i}`, n] as const)));
        const total = list.reduce((sum, n) => sum + n, 0).toLocaleString("en-US");
        expect(texts.at(-1)).toBe(`Total: ${total}`);
      }),
      { numRuns: 20 },
    );
  });

  test("are empty without values to add up", () => {
    expect(steps([]).drawing.isEmpty).toBe(true);
    expect(steps(named(["a", null], ["b", "NaN"])).drawing.isEmpty).toBe(true);
  });
});

describe("word clouds and rose charts", () => {
  test("words in any script are shown unchanged, largest first", () => {
    const rows = named(["שלום", 50], ["👍", 40], ["größer", 60], ["", 10], [null, 5]);
    const { texts } = marksOf(wordCloud, { series: "name", metric: "n" }, rows, { width: 800, height: 500 });
    expect(texts[0]).toMatch(/größer/);
    expect(texts.join()).toContain("שלום");
  });

  test("a rose chart is empty without rows", () => {
    const rows = [0, 1].map((i) => ({ date: Date.UTC(1969, 11, 31 + i), n: i + 1 }));
    const form = { granularity_sqla: "date", time_grain_sqla: "P1D", metrics: ["n"], groupby: [] };
    const { drawing } = drawChart(rose, form, rows, { types: { date: 2 } });
    expect(drawing.isEmpty).toBe(false);
    expect(drawChart(rose, form, [], { types: { date: 2 } }).drawing.isEmpty).toBe(true);
  });
});
