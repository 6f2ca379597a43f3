import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TransformInput } from "../../chart-seam/chart-type.ts";
import { LabelColors } from "../colors/label-colors.ts";
import { chartTheme } from "../colors/theme.ts";
import { dimensionsOf, measureOf } from "../values/measure.ts";
import { ancestorNames, type Branch, branchAt, branchPaints, hierarchyOf, preorder, sortByValue } from "./hierarchy.ts";
import { branchMark, branchSummary, branchTooltip } from "./hierarchy-text.ts";
import { zoomedPicture } from "./zoom.ts";

type Row = Record<string, unknown>;

const theme = chartTheme("light");

function treeOf(
  rows: readonly Row[],
  columns: readonly string[] = ["region", "country"],
  more: Partial<TransformInput> = {},
) {
  const colnames = Object.keys(rows[0] ?? {});
  const input = {
    results: [{ data: [...rows], colnames, coltypes: colnames.map(() => 1) }],
    theme,
    colorOf: new LabelColors().chart(1),
    ...more,
  } as unknown as TransformInput;
  const [dims, measure] = [dimensionsOf(columns, input), measureOf("n", input)];
  return { input, dims, measure, tops: hierarchyOf(input, { dims, measure, second: "area" }) };
}

const place = (region: unknown, country: unknown, n: unknown, area: unknown = 1): Row => ({ region, country, n, area });
const ROWS = [
  ...[place("Asia", "China", 600, 10), place("Asia", "India", 300, 5), place("Europe", "Malta", 60)],
  ...[place("Asia", "China", 40, 1), place("Europe", null, 100), place(null, "Nauru", 100)],
];
const shape = (branches: readonly Branch[]): unknown =>
  branches.map(({ name, value, children }) => (children.length > 0 ? [name, value, shape(children)] : [name, value]));

describe("parts of a whole", () => {
  test("sum their parts, merge rows of the same path and keep row order", () => {
    expect(shape(treeOf(ROWS).tops)).toEqual([
      [
        "Asia",
        940,
        [
          ["China", 640],
          ["India", 300],
        ],
      ],
      [
        "Europe",
        160,
        [
          ["Malta", 60],
          ["<NULL>", 100],
        ],
      ],
      ["<NULL>", 100, [["Nauru", 100]]],
    ]);
  });

  test("add up at every level, and their shares to one", () => {
    const row = fc.tuple(
      fc.constantFrom("a", "b", null),
      fc.constantFrom("x", "y", ""),
      fc.integer({ min: -50, max: 1000 }),
    );
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 60 }), (list) => {
        const { tops } = treeOf(list.map(([region, country, n]) => place(region, country, n)));
        const total = list.reduce((sum, [, , n]) => sum + Math.max(0, n), 0);
        const sum = (branches: readonly Branch[], key: "value" | "share") =>
          branches.reduce((all, one) => all + one[key], 0);
        expect(sum(tops, "value")).toBe(total);
        if (total > 0) expect(sum(tops, "share")).toBeCloseTo(1, 9);
        for (const branch of preorder(tops)) {
          if (branch.children.length > 0) expect(sum(branch.children, "value")).toBe(branch.value);
          expect(branch.value).toBeGreaterThan(0);
        }
      }),
    );
  });

  test("sum a second metric, treating missing values as 0", () => {
    const { tops } = treeOf([
      place("Asia", "China", 1, 10),
      place("Asia", "India", 1, null),
      place("Asia", "Laos", 1, "2"),
    ]);
    expect(tops[0]?.second).toBe(12);
  });

  test("are dropped without a positive value, as are empty branches", () => {
    const { tops } = treeOf([
      ...[place("Asia", "China", 0), place("Europe", "Malta", -5), place("Africa", "Togo", "NaN")],
      place("America", "Cuba", "7"),
    ]);
    expect(shape(tops)).toEqual([["America", 7, [["Cuba", 7]]]]);
    expect(treeOf([]).tops).toEqual([]);
    expect(treeOf([place("Asia", "China", null)]).tops).toEqual([]);
  });

  test("are a single part named after the metric without dimensions", () => {
    expect(shape(treeOf([place("Asia", "China", 3), place("Asia", "India", 4)], []).tops)).toEqual([["n", 7]]);
  });

  test("distinguish null, empty text and text that looks like them", () => {
    const { tops } = treeOf(
      [null, "", "<NULL>", "<empty string>"].map((name) => place(name, "x", 1)),
      ["region"],
    );
    expect(new Set(tops.map(({ name }) => name)).size).toBe(4);
  });

  test("distinguish numbers from text with the same digits", () => {
    expect(treeOf([place(1, "x", 1), place("1", "x", 1)], ["region"]).tops).toHaveLength(2);
  });

  test("are sorted largest first at every level", () => {
    expect(shape(sortByValue(treeOf(ROWS.toReversed()).tops))).toEqual([
      [
        "Asia",
        940,
        [
          ["China", 640],
          ["India", 300],
        ],
      ],
      [
        "Europe",
        160,
        [
          ["<NULL>", 100],
          ["Malta", 60],
        ],
      ],
      ["<NULL>", 100, [["Nauru", 100]]],
    ]);
  });

  test("handle 10,000 leaves quickly", () => {
    const rows = Array.from({ length: 10_000 }, (_, i) => place(`r${i % 100}`, `c${i}`, i + 1));
    expect(preorder(treeOf(rows).tops)).toHaveLength(10_100);
  });
});

describe("the path to a part", () => {
  const { tops } = treeOf(ROWS);

  test("resolves to the deepest branch on it, if any", () => {
    expect(branchAt(tops, ["Asia"])?.name).toBe("Asia");
    expect(branchAt(tops, ["Asia", "China"])?.name).toBe("Asia");
    expect(branchAt(tops, [null])?.name).toBe("<NULL>");
    expect(branchAt(tops, ["Atlantis", "China"])).toBeUndefined();
    expect(branchAt(tops, [])).toBeUndefined();
  });

  test("is kept as far as it exists, and leads back to the top", () => {
    const picture = (path: readonly string[]) =>
      zoomedPicture(
        tops,
        ({ tops: shown }) => ({ option: {}, size: 0, summary: shown.map(({ name }) => name).join() }),
        path,
      );
    expect(picture([]).summary).toBe("Asia,Europe,<NULL>");
    const inside = picture(["Asia"]);
    expect([inside.summary, inside.zoom.trail]).toEqual(["China,India", ["Asia"]]);
    expect(inside.zoom.into({ seriesIndex: 0, dataIndex: 0 })).toBeNull();
    expect(picture([]).zoom.into({ seriesIndex: 0, dataIndex: 1 })).toEqual(["Asia"]);
    expect(picture([]).zoom.into({ seriesIndex: 0, dataIndex: 99 })).toBeNull();
    expect(inside.zoom.to([]).summary).toBe("Asia,Europe,<NULL>");
    expect(picture(["Gone"]).zoom.trail).toEqual([]);
  });
});

describe("the colors of parts", () => {
  const painted = (more: Partial<TransformInput> = {}) => {
    const { input, tops, dims } = treeOf(ROWS, undefined, more);
    const paints = branchPaints(input, tops, dims);
    return { tops, paintOf: (branch: Branch | undefined) => (branch ? paints.get(branch) : undefined) };
  };

  test("are shades of their parent, lighter for smaller parts", () => {
    const { tops, paintOf } = painted();
    const [asia, europe] = tops;
    const [china, india] = (asia?.children ?? []).map((one) => paintOf(one)?.color ?? "");
    expect(paintOf(asia)?.color).not.toBe(paintOf(europe)?.color);
    const lightness = (hex = "") => [1, 3, 5].reduce((sum, at) => sum + Number.parseInt(hex.slice(at, at + 2), 16), 0);
    expect(lightness(china)).toBeGreaterThan(lightness(paintOf(asia)?.color));
    expect(lightness(india)).toBeGreaterThan(lightness(china));
  });

  test("keep only the selected part's color, or all when it isn't there", () => {
    const selected = {
      clauses: [
        { column: "region", values: ["Asia"] },
        { column: "country", values: ["India"] },
      ],
      label: "",
    };
    const { tops, paintOf } = painted({ selected });
    const [china, india] = tops[0]?.children ?? [];
    expect([paintOf(india)?.isSelected, paintOf(china)?.isFocus, paintOf(china)?.color]).toEqual([
      true,
      false,
      theme.muted,
    ]);
    const gone = painted({ selected: { clauses: [{ column: "region", values: ["Atlantis"] }], label: "" } });
    expect(preorder(gone.tops).every((branch) => gone.paintOf(branch)?.isFocus)).toBe(true);
  });
});

describe("marks of parts", () => {
  const { tops, dims, measure, input } = treeOf(ROWS);
  const paints = branchPaints(input, tops, dims);
  const malta = tops[1]?.children[0];

  test("show path, value and share of the total and of the parent", () => {
    const area = measureOf("area", input);
    expect(branchTooltip(malta, { measure, paints, second: area })).toMatchObject({
      title: "Europe › Malta",
      rows: [
        { label: "n", value: "60", share: "5.0%" },
        { label: "area", value: "1" },
      ],
      note: "37.5% of Europe",
    });
    expect(branchTooltip(tops[0], { measure, paints })).not.toHaveProperty("note");
    expect(branchTooltip(undefined, { measure, paints })).toBeNull();
  });

  test("filter by every level of the path", () => {
    expect(branchMark(malta, { dims, measure, paints })).toMatchObject({
      text: "Europe, Malta: 60, 5.0%",
      selection: {
        clauses: [
          { column: "region", values: ["Europe"] },
          { column: "country", values: ["Malta"] },
        ],
      },
    });
    expect(branchMark(undefined, { dims, measure, paints })).toBeNull();
    expect(malta && ancestorNames(malta)).toEqual(["Europe", "Malta"]);
  });

  test("are summarized with count, largest and smallest in one sentence", () => {
    expect(branchSummary("Treemap", { tops, measure })).toBe(
      "Treemap of n, 3 parts; largest Asia (940, 78.3%), smallest <NULL> (100, 8.3%).",
    );
    const [asia] = tops;
    expect(branchSummary("Treemap", { tops: asia?.children ?? [], measure, whole: asia })).toContain(
      "Treemap of n in Asia",
    );
    expect(branchSummary("Treemap", { tops: [], measure })).toBe("Treemap of n: no values.");
    expect(branchSummary("Treemap", { tops: tops.slice(0, 1), measure })).toContain("one part: Asia");
  });
});
