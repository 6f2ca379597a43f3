import { describe, expect, it } from "vitest";
import { CATEGORICAL_SCHEMES, categoricalColors, TESSERA } from "./categorical.ts";
import { assignColors, LabelColors } from "./label-colors.ts";
import { LAPIS_DARK, LAPIS_LIGHT, rampOf, ramps } from "./ramps.ts";
import { readableOn, visibleOn } from "./shade.ts";
import { chartTheme, colorsIn } from "./theme.ts";

const LENGTHS: Record<string, number> = {
  tessera: 12,
  supersetColors: 20,
  presetColors: 20,
  supersetAndPresetColors: 12,
  modernSunset: 12,
  colorsOfRainbow: 12,
  blueToGreen: 10,
  redToYellow: 10,
  wavesOfBlue: 10,
  bnbColors: 13,
  d3Category10: 10,
  d3Category20: 20,
  d3Category20b: 20,
  d3Category20c: 20,
  echarts4Colors: 11,
  echarts5Colors: 9,
  googleCategory10c: 10,
  googleCategory20c: 20,
  lyftColors: 10,
};

const RAMP_LENGTHS: [RegExp, number][] = [
  [/^superset_seq|^preset_seq/, 10],
  [/^superset_div|^preset_div/, 9],
  [/^scheme(RdBu|BrBG|PRGn|PiYG|PuOr|RdGy|RdYlBu|RdYlGn|Spectral)$/, 10],
  [/^scheme(Blues|Greens|Grays|Oranges|Purples|Reds|BuGn|BuPu|GnBu|OrRd|PuBuGn|PuBu|PuRd|RdPu)$/, 8],
  [/^scheme(Viridis|Inferno|Magma|Warm|Cool|CubehelixDefault)$/, 10],
  [/^scheme(YlGnBu|YlGn|YlOrBr|YlOrRd)$/, 9],
];

describe("schemes", () => {
  it("has every scheme of imported charts at its full length, without duplicate colors", () => {
    for (const [key, length] of Object.entries(LENGTHS)) {
      const scheme = CATEGORICAL_SCHEMES.find((s) => s.key === key);
      expect(scheme?.colors, key).toHaveLength(length);
      expect(new Set(scheme?.colors).size, key).toBe(length);
    }
    expect(CATEGORICAL_SCHEMES).toHaveLength(Object.keys(LENGTHS).length);
  });

  it("writes every color as six hex digits", () => {
    const all = [...CATEGORICAL_SCHEMES.flatMap((s) => s.colors), ...ramps("light").flatMap((r) => r.colors)];
    expect(all.filter((color) => !/^#[0-9A-F]{6}$/.test(color))).toEqual([]);
  });

  it("uses the Tessera scheme for new charts and the old default for imported ones", () => {
    expect(categoricalColors(undefined)).toBe(TESSERA);
    expect(categoricalColors("nothing like it")).toBe(TESSERA);
    expect(categoricalColors("SUPERSET_DEFAULT")).toBe(categoricalColors("supersetColors"));
    expect(categoricalColors("d3Category10")[0]).toBe("#1F77B4");
  });

  it("has ramps with as many colors as imported charts expect", () => {
    for (const [pattern, length] of RAMP_LENGTHS) {
      const matching = ramps("light").filter((ramp) => pattern.test(ramp.key));
      expect(matching.length, String(pattern)).toBeGreaterThan(1);
      for (const ramp of matching) expect(ramp.colors, ramp.key).toHaveLength(length);
    }
  });

  it("reverses the default ramp in dark mode so that higher values have more contrast", () => {
    expect(rampOf(undefined, chartTheme("light"))).toBe(LAPIS_LIGHT);
    expect(rampOf(null, chartTheme("dark"))).toBe(LAPIS_DARK);
    expect(rampOf("schemeBlues", chartTheme("dark"))).toEqual(rampOf("schemeBlues", chartTheme("light")));
    expect(rampOf("SUPERSET_DEFAULT", chartTheme("light"))).toEqual(rampOf("superset_seq_1", chartTheme("light")));
  });
});

describe("label colors", () => {
  it("changes text colors only when they would be hard to read", () => {
    expect(readableOn("#4266C6", "#FFFFFF")).toBe("#4266c6");
    expect(readableOn("#D3793D", "#FFFFFF", true)).toBe("#d3793d");
    expect(readableOn("#D3793D", "#FFFFFF")).not.toBe("#d3793d");
    expect(readableOn("#17181B", "#1A1C20")).toBe("#8b8c8d");
  });

  it("lightens only marks that would be hard to see in dark mode", () => {
    expect(["#D3793D", "#1a1c20", "red"].map((color) => visibleOn(color, "#FFFFFF"))).toEqual([
      "#D3793D",
      "#1a1c20",
      "red",
    ]);
    expect(["#D3793D", "red"].map((color) => visibleOn(color, "#1A1C20"))).toEqual(["#D3793D", "red"]);
    expect(visibleOn("#746805", "#1A1C20")).toMatch(/^#8[0-9a-f]{5}$/);
    expect(colorsIn(chartTheme("dark"), () => "#000000")("x")).not.toBe("#000000");
    expect(colorsIn(chartTheme("light"), () => "#000000")("x")).toBe("#000000");
  });

  it("starts every chart at the first color and keeps a label's color across charts", () => {
    const colors = new LabelColors();
    const first = colors.chart(1);
    expect([first("ORD"), first("DFW")]).toEqual([TESSERA[0], TESSERA[1]]);
    const second = colors.chart(2);
    expect(second("DFW")).toBe(TESSERA[1]);
    expect(second("ATL")).toBe(TESSERA[0]);
    expect(colors.shared()).toEqual(["DFW"]);
  });

  it("recolors a label used in one chart when a label shared by two charts needs its color", () => {
    const colors = new LabelColors();
    assignColors(["ORD", "DFW"], colors.chart(1));
    const drawn = assignColors(["LAX", "ORD"], colors.chart(2));
    expect(drawn.get("ORD")).toBe(TESSERA[0]);
    expect(drawn.get("LAX")).not.toBe(TESSERA[0]);
  });

  it("prefers the author's colors, then the stored map", () => {
    const colors = new LabelColors({ forced: { ORD: "#000000" }, known: { DFW: "#111111", ORD: "#222222" } });
    const colorOf = colors.chart(1, { forced: { LAX: "#333333" } });
    expect([colorOf("ORD"), colorOf("DFW"), colorOf("LAX")]).toEqual(["#000000", "#111111", "#333333"]);
    expect(colors.generated()).toEqual({ DFW: "#111111" });
  });

  it("repeats colors only when the palette is used up, and never for neighbors", () => {
    const labels = Array.from({ length: 30 }, (_, i) => `s${i}`);
    const drawn = [...assignColors(labels, new LabelColors().chart(1)).values()];
    expect(new Set(drawn.slice(0, 12)).size).toBe(12);
    for (let i = 1; i < drawn.length; i++) expect(drawn[i]).not.toBe(drawn[i - 1]);
  });

  it("prefers the dashboard's scheme to the chart's", () => {
    const colors = new LabelColors({ scheme: "d3Category10" });
    expect(colors.chart(1, { scheme: "lyftColors" })("a")).toBe("#1F77B4");
    expect(new LabelColors().chart(1, { scheme: "lyftColors" })("a")).toBe("#EA0B8C");
  });

  it("uses the colors stored with the dashboard for an unknown scheme", () => {
    const domain = ["#112233", "no color", "#445566"];
    const of = (scheme: string) => {
      const color = new LabelColors({ scheme, domain }).chart(1, { scheme: "d3Category10" });
      return ["ORD", "DFW"].map(color);
    };
    expect(of("ourColors")).toEqual(["#112233", "#445566"]);
    expect(of("presetColors")).toEqual(categoricalColors("presetColors").slice(0, 2));
    expect(of("")).toEqual(categoricalColors("d3Category10").slice(0, 2));
    expect(new LabelColors({ scheme: "ourColors", domain: [] }).chart(1)("ORD")).toBe(TESSERA[0]);
  });

  it("recolors a chart when its scheme changes, except labels of other charts", () => {
    const colors = new LabelColors();
    assignColors(["own", "shared"], colors.chart(1, { scheme: "tessera" }));
    assignColors(["shared"], colors.chart(2));
    const drawn = assignColors(["own", "shared"], colors.chart(1, { scheme: "d3Category10" }));
    expect([drawn.get("own"), drawn.get("shared")]).toEqual(["#1F77B4", TESSERA[1]]);
  });

  it("forgets a chart's previous labels but not their colors", () => {
    const colors = new LabelColors();
    assignColors(["a", "b"], colors.chart(1));
    expect(colors.chart(1)("b")).toBe(TESSERA[1]);
    colors.release(1);
    expect(colors.shared()).toEqual([]);
    expect(colors.generated()).toEqual({ a: TESSERA[0], b: TESSERA[1] });
  });
});

it.each(["__proto__", "constructor", "toString"])("a label %s has a colour of the palette", (label) => {
  const colors = new LabelColors({ forced: { other: "#123456" } });
  const colorOf = colors.chart("a", { scheme: "tessera", forced: {} });
  expect(categoricalColors("tessera")).toContain(assignColors(["x", label], colorOf).get(label));
  expect(Object.getPrototypeOf({})).toEqual({});
});

it("stored colors of labels are colors only, whatever the labels are named", () => {
  const forced = { ATL: "url(https://example.org/a.png)", BOS: "#12ab34", ORD: "rgb(1 2 3 / 50%)", SFO: "red; x: y" };
  const colors = new LabelColors({ forced });
  const colorOf = colors.chart(1, { forced: { constructor: "teal" } });
  const labels = ["ATL", "BOS", "ORD", "SFO", "constructor", "__proto__"];
  expect([colorOf("BOS"), colorOf("ORD"), colorOf("constructor")]).toEqual(["#12ab34", "rgb(1 2 3 / 50%)", "teal"]);
  for (const label of labels) expect(colorOf(label)).toMatch(/^(#[\da-f]{6}|rgb\(1 2 3 \/ 50%\)|teal)$/i);
  const plain = new LabelColors();
  const plainColorOf = plain.chart(1);
  for (const label of labels) plainColorOf(label);
  for (const [, color] of plain.shownIn(1)) expect(color).toMatch(/^#[\da-f]{6}$/i);
});
