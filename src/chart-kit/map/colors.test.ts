import { describe, expect, test } from "vitest";
import type { TransformInput } from "../../chart-seam/chart-type.ts";
import type { DataRow } from "../../model/query-context.ts";
import { LabelColors } from "../colors/label-colors.ts";
import { rampOf } from "../colors/ramps.ts";
import { chartTheme } from "../colors/theme.ts";
import { measureOf } from "../values/measure.ts";
import { areaSeries, shadesOf } from "./choropleth.ts";
import { rgbaOf, shareOf } from "./color.ts";
import { MapForm } from "./map-form.ts";
import { fadeOthers, legendOf, type PaintOptions, paintOf } from "./paint.ts";

const theme = chartTheme("light");

function painted(rows: readonly DataRow[], options: Partial<PaintOptions>, form: Record<string, unknown> = {}) {
  const input = {
    formData: MapForm.parse({ viz_type: "x", datasource: "1__table", ...form }),
    results: [{ data: [...rows], colnames: Object.keys(rows[0] ?? {}) }],
    theme,
    colorOf: new LabelColors().chart(1),
    rampOf: (key: string | null | undefined) => rampOf(key, theme),
  } as unknown as TransformInput<MapForm>;
  const paint = paintOf(input, rows, { scheme: "linear_palette", measure: measureOf("n", input), ...options });
  return { ...paint, colors: rows.map(paint.colorOf) };
}

const values = (...list: unknown[]) => list.map((n) => ({ n }) as DataRow);

describe("marks colored by a value", () => {
  test("use the whole ramp; missing values are pale", () => {
    const { colors, legend } = painted(values(0, 50, 100, null, "NaN"), {});
    expect(new Set(colors.slice(0, 3).map(String)).size).toBe(3);
    expect(colors[3]).toEqual(colors[4]);
    expect(colors[3]?.[3]).toBeLessThan(colors[0]?.[3] ?? 0);
    expect(legend).toMatchObject({ kind: "ramp", low: "0", high: "100" });
  });

  test("include negative values in the legend's range", () => {
    expect(painted(values(-10, 0, 10), {}).legend).toMatchObject({ low: "-10", high: "10" });
  });

  test("have one color for a single value, shown once in the legend", () => {
    const { colors, legend } = painted(values(7, 7), {});
    expect(colors[0]).toEqual(colors[1]);
    expect(legend?.kind === "ramp" && legend.colors).toHaveLength(1);
  });

  test("have no legend if all values are missing", () => {
    expect(painted(values(null, null), {}).legend).toBeNull();
    expect(painted([], {}).legend).toBeNull();
  });

  test("clip outliers, which the legend shows", () => {
    const { legend, colors } = painted(values(...Array.from({ length: 100 }, (_, i) => i), 1e9), {});
    expect(legend).toMatchObject({ high: "≥ 98" });
    expect(colors[98]).toEqual(colors[100]);
  });

  test("use the author's format in the legend", () => {
    const format = (legend_format: string) => painted(values(0, 2500), {}, { legend_format }).legend;
    expect(format("$,.2f")).toMatchObject({ low: "$0.00", high: "$2,500.00" });
    expect(format("SMART_NUMBER")).toMatchObject({ high: "2,500" });
  });
});

describe("marks colored by ranges", () => {
  const color_breakpoints = [
    { minValue: 0, maxValue: 10, color: { r: 1, g: 2, b: 3, a: 1 } },
    { minValue: "10", maxValue: 100, color: { r: 4, g: 5, b: 6, a: 0.5 } },
  ];

  test("use the first matching range, ends included, or the default color", () => {
    const { colors } = painted(values(0, 10, 10.5, 101, null), { scheme: "color_breakpoints" }, { color_breakpoints });
    expect(colors.slice(0, 3)).toEqual([
      [1, 2, 3, 255],
      [1, 2, 3, 255],
      [4, 5, 6, 128],
    ]);
    expect(colors[3]).toEqual(colors[4]);
  });

  test("read the default color from the misspelled key of legacy charts", () => {
    const form = { color_breakpoints, deafult_breakpoint_color: { r: 9, g: 9, b: 9, a: 1 } };
    expect(painted(values(500), { scheme: "color_breakpoints" }, form).colors).toEqual([[9, 9, 9, 255]]);
    const both = { ...form, default_breakpoint_color: { r: 8, g: 8, b: 8, a: 1 } };
    expect(painted(values(500), { scheme: "color_breakpoints" }, both).colors).toEqual([[8, 8, 8, 255]]);
  });

  test("list the default color last in the legend", () => {
    const { legend } = painted(values(1), { scheme: "color_breakpoints" }, { color_breakpoints });
    expect(legend?.kind === "items" && legend.items.map(({ label }) => label)).toEqual([
      ...["0 to 10", "10 to 100", "Other values"],
    ]);
  });
});

describe("marks colored by a category", () => {
  const kinds = (...list: (string | null)[]) => list.map((kind) => ({ kind, n: 1 }) as DataRow);
  const byKind = { scheme: "categorical_palette", dimension: "kind" } as const;

  test("have one color per name, the most frequent first in the legend", () => {
    const { colors, legend } = painted(kinds("a", "b", "b", null), byKind);
    expect(colors[1]).toEqual(colors[2]);
    expect(new Set(colors.map(String)).size).toBe(3);
    expect(legend?.kind === "items" && legend.items.map(({ label }) => label)).toEqual(["b", "a", "<NULL>"]);
  });

  test("share one color beyond the limit, counted in the legend", () => {
    const names = Array.from({ length: 30 }, (_, i) => `kind ${i}`);
    const { colors, legend } = painted(kinds(...names), byKind);
    expect(new Set(colors.map(String)).size).toBe(13);
    expect(legend?.kind === "items" && legend.items.at(-1)?.label).toBe("Others (18)");
  });
});

describe("marks of one color", () => {
  test("are used when the scheme lacks its dimension or metric", () => {
    const focus = rgbaOf(theme.focus, 0.75);
    expect(painted(values(1), { measure: null }).colors).toEqual([focus]);
    expect(painted(values(1), { scheme: "categorical_palette" }).colors).toEqual([focus]);
    expect(painted(values(1), { scheme: "color_breakpoints", measure: null }).legend).toBeNull();
    expect(painted(values(1), { scheme: "default" }).colors).toEqual([focus]);
  });

  test("use their own fixed color, or else the map's", () => {
    const color_picker = { r: 1, g: 2, b: 3, a: 1 };
    expect(painted(values(1), { scheme: "fixed_color" }, { color_picker }).colors).toEqual([[1, 2, 3, 255]]);
    const fixed = { r: 4, g: 5, b: 6, a: 0 };
    expect(painted(values(1), { scheme: "fixed_color", fixed }, { color_picker }).colors).toEqual([[4, 5, 6, 0]]);
  });

  test("are muted when others are selected, keeping their color", () => {
    expect(fadeOthers([1, 2, 3, 200], true)).toEqual([1, 2, 3, 80]);
    expect(fadeOthers([1, 2, 3, 200], false)).toEqual([1, 2, 3, 200]);
  });
});

describe("a map's legend", () => {
  const ramp = { kind: "ramp", colors: ["#000"], low: "1", high: "2" } as const;

  test("is in the configured corner", () => {
    expect(legendOf({ legend_position: "bl" }, [null, ramp], "People")).toEqual({
      corner: "bl",
      parts: [ramp],
      title: "People",
    });
    expect(legendOf({ legend_position: "bl" }, [ramp])).not.toHaveProperty("title");
  });

  test("is hidden when turned off or empty", () => {
    expect(legendOf({ legend_position: null }, [ramp])).toBeNull();
    expect(legendOf({ legend_position: "tl" }, [null, { kind: "items", items: [] }])).toBeNull();
  });
});

describe("areas colored by their values", () => {
  const shaded = (list: readonly number[], box = { width: 600, height: 400 }) =>
    shadesOf(
      { theme, ...box },
      { ramp: theme.sequential, values: list, measure: measureOf("n", { results: [] }), corner: "bl" },
    );

  test("are darker for higher values and muted without one", () => {
    const { shadeOf } = shaded([0, 5, 10]);
    expect(new Set([0, 5, 10].map(shadeOf)).size).toBe(3);
    expect(shadeOf(null)).toBe(theme.muted);
    expect([-99, 99].map(shadeOf), "beyond the ends are the ends").toEqual([0, 10].map(shadeOf));
  });

  test("have a legend if there are values and enough room", () => {
    expect(shaded([0, 10]).legend).toMatchObject({ corner: "bl", title: "n" });
    expect(shaded([]).legend).toBeNull();
    expect(shaded([0, 10], { width: 150, height: 90 }).legend).toBeNull();
  });

  test("have the base color without data and keep their color on hover", () => {
    const series = areaSeries(
      "world",
      [
        { id: "DE", value: null },
        { id: "FR", value: 3, color: "#123456" },
      ],
      theme,
    );
    expect(series.data.map(({ itemStyle, emphasis }) => itemStyle.areaColor === emphasis.itemStyle.areaColor)).toEqual([
      true,
      true,
    ]);
    expect(series.data[0]?.itemStyle.areaColor).toBe(series.itemStyle.areaColor);
  });
});

test("a single nonzero value has the last color, zero the first", () => {
  const one = { low: 5, high: 5 };
  expect([shareOf(5, one), shareOf(0, { low: 0, high: 0 }), shareOf(-5, { low: -5, high: -5 })]).toEqual([1, 0, 1]);
});
