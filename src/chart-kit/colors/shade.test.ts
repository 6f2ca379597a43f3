import { describe, expect, test } from "vitest";
import { selectionStates } from "../selection.ts";
import { CATEGORICAL_SCHEMES, categoricalColors, isScheme, TESSERA } from "./categorical.ts";
import { assignColors, LabelColors } from "./label-colors.ts";
import { rampOf, ramps } from "./ramps.ts";
import { blend, colorAt, readableOn, rgbAt, textOn } from "./shade.ts";
import { chartTheme, chartThemeWith } from "./theme.ts";

function contrast(a: string, b: string): number {
  const luminance = (hex: string) =>
    [1, 3, 5]
      .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
      .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, i) => sum + part * ([0.2126, 0.7152, 0.0722][i] ?? 0), 0);
  const [one, other] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (one + 0.05) / (other + 0.05);
}

const ALL = [...CATEGORICAL_SCHEMES, ...ramps("light"), ...ramps("dark")].flatMap(({ colors }) => colors);

describe("text on colors", () => {
  test("is readable on every color of every scheme", () => {
    expect(ALL.filter((color) => contrast(color, textOn(color)) < 4.5)).toEqual([]);
  });

  test("is readable in color on both backgrounds, with less contrast if large", () => {
    for (const ground of ["#FFFFFF", "#1A1C20"]) {
      expect(ALL.filter((color) => contrast(readableOn(color, ground), ground) < 4.5)).toEqual([]);
      expect(ALL.filter((color) => contrast(readableOn(color, ground, true), ground) < 3)).toEqual([]);
    }
  });
});

describe("interpolated colors", () => {
  const RAMP = ["#000000", "#808080", "#ffffff"];

  test("go from end to end and are clamped", () => {
    expect([-1, 0, 0.5, 1, 7].map((share) => colorAt(RAMP, share))).toEqual([
      ...["#000000", "#000000", "#808080"],
      ...["#ffffff", "#ffffff"],
    ]);
    expect(rgbAt(RAMP, 0.25)).toEqual([64, 64, 64]);
    expect(colorAt(["#123456"], 0.7)).toBe("#123456");
  });

  test("are black for an empty ramp", () => {
    expect(rgbAt([], 0.5)).toEqual([0, 0, 0]);
  });

  test("are the same for short and long hex colors", () => {
    expect(blend("#fff", "#000", 0)).toBe("#ffffff");
    expect(blend("#abc", "#aabbcc", 0.5)).toBe("#aabbcc");
    expect(blend("#000000", "#ffffff", 0.5)).toBe("#808080");
  });

  test("get steadily darker in sequential ramps and peak at both ends in diverging ramps", () => {
    for (const theme of [chartTheme("light"), chartTheme("dark")]) {
      const away = theme.sequential.map((color) => contrast(color, theme.background));
      expect(
        away.every((value, i) => value >= (away[i - 1] ?? 0)),
        theme.mode,
      ).toBe(true);
      const [first = "", ...others] = theme.diverging;
      const middle = theme.diverging[Math.floor(theme.diverging.length / 2)] ?? "";
      for (const end of [first, others.at(-1) ?? ""])
        expect(contrast(end, theme.background)).toBeGreaterThan(contrast(middle, theme.background));
    }
  });
});

describe("schemes by name", () => {
  test.each(["tessera", "SUPERSET_DEFAULT", "d3Category20"])("%s is known here", (key) =>
    expect(isScheme(key)).toBe(true),
  );
  test.each(["", "constructor", "__proto__", "our own"])(
    "“%s” is not, and the ramp of that name is the theme's",
    (key) => {
      expect(isScheme(key)).toBe(false);
      expect(rampOf(key, { mode: "light" })).toEqual(rampOf(null, { mode: "light" }));
    },
  );
});

describe("the colors of two hundred labels", () => {
  const LABELS = Array.from({ length: 200 }, (_, i) => `label ${i}`);

  test("use the scheme evenly, without equal neighbors", () => {
    const drawn = [...assignColors(LABELS, new LabelColors().chart(1, { scheme: "d3Category10" })).values()];
    const counts = Map.groupBy(drawn, (color) => color);
    expect([...counts.keys()].toSorted()).toEqual([...categoricalColors("d3Category10")].toSorted());
    expect([...counts.values()].every(({ length }) => length === 20)).toBe(true);
    expect(drawn.some((color, i) => color === drawn[i - 1])).toBe(false);
  });

  test("are the same on a second chart in another order and after a redraw", () => {
    const colors = new LabelColors();
    const first = assignColors(LABELS, colors.chart("a"));
    const second = assignColors(LABELS.toReversed(), colors.chart("b"));
    const again = assignColors(LABELS, colors.chart("a"));
    for (const label of LABELS)
      expect([second.get(label), again.get(label)]).toEqual([first.get(label), first.get(label)]);
    expect(colors.shared()).toHaveLength(200);
  });
});

describe("one label, one color", () => {
  test.each(["", "<NULL>", "שלום", "😀", "a".repeat(5000), "10", "1e3"])("also of the label “%s”", (label) => {
    const colors = new LabelColors({ known: { other: TESSERA[0] ?? "" } });
    const [first, second] = [colors.chart(1), colors.chart(2)];
    expect(second(label)).toBe(first(label));
    expect(colors.generated()[label]).toBe(first(label));
  });

  test("recoloring a chart frees its own colors but not stored or shared ones", () => {
    const colors = new LabelColors({ known: { stored: "#ABCDEF" } });
    assignColors(["own", "shared", "stored"], colors.chart(1));
    assignColors(["shared"], colors.chart(2));
    const before = colors.generated();
    colors.recolor(1);
    const after = colors.generated();
    expect(after).not.toHaveProperty("own");
    expect([after.shared, after.stored]).toEqual([before.shared, "#ABCDEF"]);
    colors.recolor("never drawn");
    expect(colors.generated()).toEqual(after);
  });

  test("an author's color isn't used for other labels while there are enough colors", () => {
    const [first = "", second = ""] = TESSERA;
    const colorOf = new LabelColors({ forced: { late: first } }).chart(1);
    const drawn = assignColors(["late", "a", "b"], colorOf);
    expect(drawn.get("late")).toBe(first);
    expect(drawn.get("a")).toBe(second);
    expect(new Set(drawn.values()).size).toBe(3);
  });

  test("a chart that is removed and added again keeps its colors", () => {
    const colors = new LabelColors();
    const before = assignColors(["a", "b", "c"], colors.chart(1));
    colors.release(1);
    assignColors(["x", "y"], colors.chart(2));
    expect([...assignColors(["c", "a"], colors.chart(1))]).toEqual([
      ["c", before.get("c")],
      ["a", before.get("a")],
    ]);
  });
});

describe("marks during a selection", () => {
  const columns = ["origin"];
  const chosen = (values: (string | null)[]) => ({ clauses: [{ column: "origin", values }], label: "" });

  test("are muted unless selected", () => {
    expect(selectionStates({ selected: chosen(["ORD", null]) }, columns, [["ORD"], [null], ["DFW"], null])).toEqual([
      { isSelected: true, isFocus: true },
      { isSelected: true, isFocus: true },
      { isSelected: false, isFocus: false },
      { isSelected: false, isFocus: false },
    ]);
  });

  test("are all in focus if the selected one no longer exists", () => {
    const all = selectionStates({ selected: chosen(["gone"]) }, columns, [["ORD"], ["DFW"]]);
    expect(all).toEqual([
      { isSelected: false, isFocus: true },
      { isSelected: false, isFocus: true },
    ]);
  });
});

test("a theme's tokens change background, text and marks", () => {
  const token = { ...chartTheme("dark"), colorText: "#EEEEEE", colorBgContainer: "#000000" };
  const own = chartThemeWith("dark", token as never);
  expect([own.mode, own.text, own.background]).toEqual(["dark", "#EEEEEE", "#000000"]);
  expect(own.categorical.every((color) => contrast(color, "#000000") >= 3.5)).toBe(true);
});
