import { describe, expect, it } from "vitest";
import { QueryContext } from "../../model/query-context.ts";
import { drawChart } from "../../testing/chart.ts";
import { definition as pairedTtest } from "./definition.ts";
import { gallery } from "./gallery.ts";
import { pairedP, twoSidedP } from "./statistics.ts";
import { compare, type TtestDrawing } from "./transform.ts";

const FORM = {
  granularity_sqla: "date",
  metrics: ["rate"],
  groupby: ["group"],
  viz_type: "paired_ttest",
  datasource: "1__table",
};
const month = (at: number) => Date.UTC(2015, at, 1);
const rows = (group: string | null, values: readonly (number | null)[]) =>
  values.map((rate, at) => ({ date: month(at), group, rate }));
const ROWS = [...rows("A", [10, 12, 11, 13]), ...rows("B", [13, 14.5, 14, 16.2]), ...rows(null, [10, 12, null, 13])];
function draw(form = {}, data: Record<string, unknown>[] = ROWS) {
  const { drawing } = drawChart(pairedTtest, { ...FORM, ...form }, data, { types: { date: 2 } });
  return { drawing, props: drawing.props as TtestDrawing };
}

describe("query", () => {
  it("requests every metric by period and group", () => {
    const [query] = QueryContext.parse(
      pairedTtest.buildQuery({ ...pairedTtest.defaults(), ...FORM, time_grain_sqla: "P1M" }),
    ).queries;
    expect(query).toMatchObject({
      columns: [{ label: "date", columnType: "BASE_AXIS", timeGrain: "P1M" }, "group"],
      metrics: ["rate"],
      orderby: [["date", true]],
    });
  });

  it("is valid for every gallery case, and requires time, groups and metrics", () => {
    for (const { name, formData } of gallery) {
      expect(pairedTtest.validate({ ...pairedTtest.defaults(), ...formData, viz_type: "paired_ttest" }), name).toEqual(
        {},
      );
    }
    expect(Object.keys(pairedTtest.validate({ viz_type: "paired_ttest" }))).toEqual([
      "granularity_sqla",
      "metrics",
      "groupby",
    ]);
  });
});

describe("statistics", () => {
  it("match tables of Student's t", () => {
    expect(twoSidedP(1, 1)).toBeCloseTo(0.5, 10);
    expect(twoSidedP(2.228, 10)).toBeCloseTo(0.05, 4);
    expect(twoSidedP(-3.169, 10)).toBeCloseTo(0.01, 4);
    expect(twoSidedP(1.96, 1e6)).toBeCloseTo(0.05, 4);
    expect(twoSidedP(0, 5)).toBeCloseTo(1, 10);
  });

  it("compare pairs, and handle too few pairs and constant differences", () => {
    expect(pairedP([1, 2, 3, 4, 5], [2, 3.5, 3, 5, 7])).toBeCloseTo(0.029471, 6);
    expect(pairedP([1], [2])).toBeUndefined();
    expect(pairedP([1, 2], [1, 2])).toBe(1);
    expect(pairedP([2, 3], [1, 2])).toBe(0);
  });
});

describe("the tables", () => {
  it("contain every group with its values by period, leaving out gaps", () => {
    const { props } = draw();
    expect(props.tables.map((table) => table.metric)).toEqual(["rate"]);
    expect(props.tables[0]?.groups.map((group) => [group.names[0], group.values.size])).toEqual([
      ["A", 4],
      ["B", 4],
      ["<NULL>", 3],
    ]);
  });

  it("compare over the periods that both groups have", () => {
    const [a, b, none] = draw().props.tables[0]?.groups ?? [];
    if (!a || !b || !none) throw new Error("three groups expected");
    const { p, lift } = compare(b, a);
    expect(p).toBeLessThan(0.01);
    expect(lift).toBeCloseTo(((57.7 - 46) / 46) * 100, 6);
    expect(compare(none, a)).toEqual({ p: 1, lift: 0 });
  });

  it("are summarized in a sentence", () => {
    expect(draw().drawing.summary).toBe("Paired t-test at 0.05. rate: 1 of 2 groups differ from A.");
    expect(draw({ significance_level: 0.0001 }).drawing.summary).toContain("0 of 2");
    const alone = draw({}, [{ __timestamp: 0, date: 0, rate: 1, industry: "A" }]).drawing.summary;
    expect(alone).toContain("no other group to compare");
    expect(draw({}, []).drawing).toMatchObject({ isEmpty: true, summary: "Paired t-test: no values." });
    expect(draw({ pvalue_precision: 99 }).props.pDecimals).toBe(12);
  });
});
