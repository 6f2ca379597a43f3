import { describe, expect, test } from "vitest";
import { chartTheme } from "../colors/theme.ts";
import { formatFull } from "../format/plain-number.ts";
import { textWidth, widest } from "../text-width.ts";
import { niceScale } from "./nice-scale.ts";
import {
  bandLabelHeight,
  bandLabels,
  cutRotated,
  everyNthLabel,
  fitLabels,
  labelRotation,
  nameLines,
  plainValueAxis,
  rotatedHeight,
  rotatedLength,
} from "./plain-axes.ts";
import { type AxisPlan, extentOf, tickWidth, valueAxis } from "./scatter-axes.ts";

const theme = chartTheme("light");
const NAMES = Array.from({ length: 200 }, (_, i) => `Category ${i}`);

const written = (interval: unknown, count: number) =>
  Array.from({ length: count }, (_, i) => i).filter((i) =>
    typeof interval === "function" ? interval(i) : i % (Number(interval) + 1) === 0,
  );

describe("band labels", () => {
  test("aren't truncated if they fit", () => {
    expect(bandLabels({ texts: ["a", "b"], width: 60, layout: "auto" }, theme)).toMatchObject({ interval: 0 });
    expect(bandLabels({ texts: ["a", "b"], width: 60, layout: "auto" }, theme)).not.toHaveProperty("overflow");
  });

  test("are truncated to their bands if they don't fit", () => {
    const { width, overflow, interval } = bandLabels({ texts: NAMES.slice(0, 8), width: 50, layout: "auto" }, theme);
    expect([overflow, interval]).toEqual(["truncate", 0]);
    expect(width).toBeLessThan(50);
  });

  test("are skipped for 200 narrow bands, without touching the edges or each other", () => {
    const width = 3;
    const { interval, width: room } = bandLabels(
      { texts: NAMES.map((name) => `${name} with a long name`), width, layout: "auto" },
      theme,
    );
    const shown = written(interval, NAMES.length);
    expect(shown.length).toBeGreaterThan(3);
    expect(shown[0]).toBeGreaterThan(0);
    expect(shown.at(-1)).toBeLessThan(NAMES.length - 1);
    const pitch = ((shown[1] ?? 0) - (shown[0] ?? 0)) * width;
    expect(Number(room)).toBeLessThanOrEqual(pitch);
  });

  test("are hidden or rotated as configured", () => {
    const labelsOf = (layout: "flat" | "45°" | "90°") => bandLabels({ texts: NAMES, width: 20, layout }, theme);
    expect(labelsOf("flat")).toMatchObject({ interval: "auto", hideOverlap: true });
    expect([labelsOf("45°").rotate, labelsOf("90°").rotate]).toEqual([45, 90]);
  });

  test("are staggered on two lines when two bands fit one label", () => {
    const { formatter, interval } = bandLabels({ texts: ["abc", "def"], width: 20, layout: "staggered" }, theme);
    expect(["abc", "def", "ghi"].map(formatter as (text: string, index: number) => string)).toEqual([
      "abc",
      "\ndef",
      "ghi",
    ]);
    expect(interval).toBe(0);
    expect(bandLabels({ texts: NAMES, width: 5, layout: "staggered" }, theme).interval).toBe("auto");
  });

  test("take one line, two when staggered, or their rotated height", () => {
    const heightOf = (layout: "auto" | "staggered" | "45°" | "90°", most = 500) =>
      bandLabelHeight({ texts: NAMES, layout }, most);
    expect([heightOf("auto"), heightOf("staggered")]).toEqual([16, 32]);
    expect(heightOf("90°")).toBeGreaterThan(widest(NAMES));
    expect(heightOf("45°")).toBeLessThan(heightOf("90°"));
    expect(heightOf("90°", 40)).toBe(48);
  });

  test("are left-aligned when the first one would touch the other axis", () => {
    expect(bandLabels({ texts: ["12345678", "2", "3"], width: 8, layout: "flat" }, theme)).toMatchObject({
      alignMinLabel: "left",
    });
    expect(bandLabels({ texts: ["1", "12345678"], width: 8, layout: "flat" }, theme)).not.toHaveProperty(
      "alignMinLabel",
    );
  });
});

describe("skipped labels", () => {
  test("show one per group, centered in its group", () => {
    expect(written(everyNthLabel(1, 5), 5)).toEqual([0, 1, 2, 3, 4]);
    expect(written(everyNthLabel(5, 20), 20)).toEqual([2, 7, 12, 17]);
    expect(written(everyNthLabel(4, 7), 7)).toEqual([2]);
  });

  test("leave out others evenly if short, never the first, and share several bands if long", () => {
    const short = written(fitLabels(40, { width: 10, count: 50 }).interval, 50);
    expect(short.slice(0, 4)).toEqual([0, 7, 12, 17]);
    expect(fitLabels(200, { width: 50, count: 50 })).toMatchObject({ width: 44, interval: 0 });
    const { interval } = fitLabels(200, { width: 0.5, count: 1000 });
    expect(written(interval, 1000).length).toBeGreaterThan(4);
  });
});

describe("names beside bands", () => {
  const name = "Weather station of the regional office";

  test("have as many lines as their band has room for", () => {
    expect(nameLines(name, { width: 90, band: 60, size: 12 }).split("\n")).toEqual([
      "Weather station",
      "of the regional",
      "office",
    ]);
    expect(nameLines(name, { width: 100, band: 30, size: 12 }).split("\n").length).toBe(2);
    expect(nameLines(name, { width: 100, band: 20, size: 12 })).toMatch(/^Weather stat[^\n]*…$/);
  });

  test("are cut where even a word is too long", () => {
    expect(nameLines("Donaudampfschifffahrtsgesellschaft", { width: 60, band: 60, size: 12 })).toMatch(/^Donau.*…$/);
  });
});

describe("rotated labels", () => {
  const turned = (texts: readonly string[], width: number, more = {}) =>
    labelRotation(texts, { width, height: 400, isCut: false, ...more });

  test("are used for names slightly too long for their bands", () => {
    expect(turned(["Chicago", "Dallas"], 100)).toBe(0);
    expect(turned(["Chicago", "Dallas"], 30)).toBe(45);
  });

  test("are upright in bands as narrow as a line", () => {
    expect(turned(["Baba", "Deda"], 13)).toBe(90);
    expect(turned(["Baba", "Deda"], 13, { height: 100 })).toBe(0);
    expect(rotatedHeight(100, 90)).toBe(100);
  });

  test("aren't used for bands narrower than a line or if they would fill the chart", () => {
    expect(turned(["Chicago", "Dallas"], 10)).toBe(0);
    expect(turned(["Professional and business services"], 30, { height: 100 })).toBe(0);
    expect(rotatedHeight(100)).toBeCloseTo(70.7, 1);
  });

  test("are never used for numbers, including signs and currencies", () => {
    expect(turned(["1,000,000", "$2,000,000", "-3,000,000"], 30)).toBe(0);
    expect(turned(["1,000,000", "many"], 30)).toBe(45);
  });

  test("aren't used if names are truncated", () => {
    expect(turned(["Chicago O'Hare"], 60, { isCut: true })).toBe(0);
  });

  test("are used when cut names would be unreadable, unless the chart is too low for readable ones", () => {
    const names = ["Professional and business services", "Leisure and hospitality"];
    expect(turned(names, 36, { isCut: true, height: 200 })).toBe(45);
    expect(turned(names, 36, { isCut: true, height: 100 })).toBe(0);
    expect(fitLabels(200, { width: 36, count: 8, isReadable: false }), "then some are skipped").toMatchObject({
      width: 66,
      overflow: "truncate",
    });
  });

  test("are cut at the chart's edges", () => {
    expect(rotatedLength(["Professional and business services"], 200)).toBeCloseTo(96.2, 1);
    expect(rotatedLength(["Dallas"], 200)).toBe(textWidth("Dallas"));
    expect(cutRotated("Leisure and hospitality", { length: 96, at: 500 })).toMatch(/^Leisure and.*…$/);
    expect(cutRotated("Leisure and hospitality", { length: 96, at: 50 })).toMatch(/^Leisure a?…$/);
  });
});

describe("a value axis with round ticks", () => {
  const axis = plainValueAxis(niceScale([-30, 90]), { theme, tick: formatFull, isShown: true });
  const label = axis.axisLabel as { formatter(value: number): string; show: boolean };

  test("labels each tick of its scale", () => {
    expect(niceScale([-30, 90]).ticks.map(label.formatter)).toEqual(["-30", "0", "30", "60", "90"]);
    expect(axis).toMatchObject({ min: -30, max: 90, interval: 30 });
  });

  test("keeps its scale when hidden", () => {
    const hidden = plainValueAxis(niceScale([0, 1]), { theme, tick: formatFull, isShown: false, font: 9 });
    expect(hidden).toMatchObject({ axisLabel: { show: false, fontSize: 9 }, splitLine: { show: false }, max: 1 });
  });
});

describe("two value axes", () => {
  const plan = (more: Partial<AxisPlan> = {}): AxisPlan => ({ extent: [12, 87], format: formatFull, ...more });
  const drawn = (more: Partial<AxisPlan> = {}, length = 400) => valueAxis(plan(more), { theme, length, side: "x" });

  test("end at round ticks around the values, and at zero if required", () => {
    expect(drawn()).toMatchObject({ type: "value", min: 0, max: 90 });
    expect(drawn({ extent: [812, 887] }).min).toBeGreaterThan(700);
    expect(drawn({ extent: [812, 887], fromZero: true }).min).toBe(0);
  });

  test("have more ticks when there is room, up to a limit", () => {
    const ticksAt = (length: number) => {
      const { min, max, interval } = drawn({}, length) as { min: number; max: number; interval: number };
      return (max - min) / interval;
    };
    expect(ticksAt(90)).toBeLessThan(ticksAt(500));
    expect(ticksAt(5000)).toBeLessThanOrEqual(12);
    expect(ticksAt(1)).toBeGreaterThanOrEqual(1);
  });

  test("keep one or both of the author's bounds", () => {
    expect(drawn({ bounds: [50, null] }).min).toBe(50);
    expect(drawn({ bounds: [null, 60] }).max).toBe(60);
    expect(drawn({ bounds: [5, 6] })).toMatchObject({ min: 5, max: 6 });
  });

  test("have their own ticks when logarithmic, from the minimum or the author's bound", () => {
    const log = drawn({ isLog: true, extent: [3, 4000] });
    expect(log).toMatchObject({ type: "log", min: "dataMin", axisLabel: { customValues: [10, 100, 1000] } });
    expect(drawn({ isLog: true, extent: [3, 4000], bounds: [1, 1e6] })).toMatchObject({ min: 1, max: 1e6 });
    expect(drawn({ isLog: true, extent: [-5, 4000] })).toMatchObject({ axisLabel: { customValues: [] } });
  });

  test("show all labels rotated if configured", () => {
    expect(drawn({ hasAllLabels: true, rotate: 45 })).toMatchObject({ axisLabel: { hideOverlap: false, rotate: 45 } });
  });

  test("leave space for their widest label", () => {
    const money = (value: number) => `$ ${formatFull(value)}`;
    expect(tickWidth(plan({ extent: [0, 9e6], format: money }), 300)).toBeGreaterThan(textWidth("$ 8,000,000"));
    expect(tickWidth(plan({ isLog: true, extent: [-1, 0] }), 300)).toBe(10);
  });
});

describe("the extent of values", () => {
  test.each([
    [[], 0.1, [0, 1]],
    [[7], 0, [7, 7]],
    [[10], 0.1, [8, 12]],
    [[0], 0.1, [0, 1]],
    [[-10], 0.1, [-12, -8]],
    [[0, 100], 0.1, [0, 110]],
    [[50, 100], 0.1, [45, 105]],
    [[-50, 50], 0.1, [-60, 60]],
  ])("of %j with %d padding", (values, air, extent) => expect(extentOf(values, air)).toEqual(extent));

  test("is computed for 500,000 values", () => {
    expect(extentOf(Array.from({ length: 500_000 }, (_, i) => i))).toEqual([0, 499_999]);
  });
});
