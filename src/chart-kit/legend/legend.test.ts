import { describe, expect, test } from "vitest";
import { chartTheme } from "../colors/theme.ts";
import { type LegendSettings, legendMargins, legendOption } from "./legend.ts";

const NAMES = ["South Asia", "Sub-Saharan Africa", "East Asia and Pacific", "Americas", "Europe and Central Asia"];
const form = (more: Partial<LegendSettings> = {}): LegendSettings => ({
  ...{ legendType: "plain", legendOrientation: "top", width: 600, height: 500 },
  ...more,
});
const typeOf = (names: readonly string[], settings: LegendSettings) =>
  legendOption(names, settings, chartTheme("light")).type;

describe("a plain legend", () => {
  test("reserves space for all its rows", () => {
    expect(legendMargins(NAMES.slice(0, 3), form()).top).toBe(24);
    expect(legendMargins(NAMES, form({ width: 420 })).top).toBe(54);
    expect(legendMargins(NAMES, form({ width: 420, legendOrientation: "bottom" })).bottom).toBe(54);
    expect(legendMargins(NAMES, form({ width: 420, legendType: "scroll" })).top).toBe(24);
    expect(typeOf(NAMES, form({ width: 420 }))).toBe("plain");
  });

  test("is paged when it would take too much space above or beside the chart", () => {
    const many = Array.from({ length: 30 }, (_, i) => `Series number ${i + 1}`);
    expect([typeOf(many, form()), legendMargins(many, form()).top]).toEqual(["scroll", 24]);
    expect(typeOf(many, form({ legendOrientation: "left" }))).toBe("scroll");
    expect(typeOf(many, form({ legendOrientation: "left", height: 900 }))).toBe("plain");
  });

  test("uses the author's margin", () => {
    expect(legendMargins(NAMES, form({ width: 420, legendMargin: 12 })).top).toBe(12);
  });
});
