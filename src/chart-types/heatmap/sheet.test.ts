import { describe, expect, test } from "vitest";
import { LAPIS_LIGHT } from "../../chart-kit/colors/ramps.ts";
import { chartTheme } from "../../chart-kit/colors/theme.ts";
import type { BitmapLayer, Cells } from "../../chart-kit/echart/bitmap-layer.ts";
import type { Selection } from "../../chart-seam/chart-type.ts";
import { definition as heatmap } from "./definition.ts";
import type { HeatmapDrawing } from "./transform.ts";

const [COLUMNS, ROWS] = [70, 40];
const missing = (x: number, y: number) => x === 3 && y === 7;
const DATA = Array.from({ length: COLUMNS * ROWS }, (_, i) => ({
  x: i % COLUMNS,
  y: Math.floor(i / COLUMNS),
  value: i,
}));
const theme = chartTheme("light");

interface Shown {
  width?: number;
  height?: number;
  rows?: typeof DATA;
  selected?: Selection;
}

function pictureOf(
  formData: Record<string, unknown> = {},
  { width = 700, height = 480, rows = DATA, selected }: Shown = {},
) {
  const data = rows.filter(({ x, y }) => !missing(x, y));
  const drawing = heatmap.transform({
    formData: {
      ...heatmap.defaults(),
      viz_type: "heatmap_v2",
      datasource: "7__table",
      x_axis: "x",
      groupby: "y",
      metric: "value",
      ...formData,
    },
    results: [{ data, colnames: ["x", "y", "value"], coltypes: [0, 0, 0] }],
    theme,
    colorOf: () => "#000000",
    rampOf: () => LAPIS_LIGHT,
    selected,
    width,
    height,
  });
  const { picture } = drawing.props as HeatmapDrawing;
  return { ...picture, bitmap: picture.bitmaps?.[0] as (BitmapLayer & Cells) | undefined };
}

const allOf = (bitmap: (BitmapLayer & Cells) | undefined) =>
  Array.from({ length: bitmap?.size ?? 0 }, (_, index) => ({
    rgb: bitmap?.colorOf(index).join(),
    opacity: bitmap?.opacityOf(index) ?? 0,
    box: Object.values(bitmap?.boxOf(index) ?? {}),
  }));
const rgbOf = (hex = "") => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join();

describe("a heatmap of thousands of cells", () => {
  test("is painted as one image, with each cell in its color of the ramp", () => {
    const { bitmap, size } = pictureOf();
    const cells = allOf(bitmap);
    expect(cells).toHaveLength(size);
    expect([cells[0]?.rgb, cells.at(-1)?.rgb]).toEqual([rgbOf(LAPIS_LIGHT[0]), rgbOf(LAPIS_LIGHT.at(-1))]);
    expect(new Set(cells.map(({ rgb }) => rgb)).size).toBeGreaterThan(200);
    expect(cells.every(({ box, opacity }) => opacity === 1 && box.every(Number.isInteger))).toBe(true);
  });

  test("finds the cell at a point, or none outside cells", () => {
    const { bitmap, mark, size } = pictureOf();
    if (!bitmap) throw new Error("no sheet");
    for (let index = 0; index < size; index++) {
      const { x, y, width, height } = bitmap.boxOf(index);
      expect(bitmap.at(x + width / 2, y + height / 2)).toBe(index);
    }
    const left = bitmap.boxOf(COLUMNS * 7 + 2);
    expect(mark?.({ seriesIndex: 0, dataIndex: bitmap.at(left.x + 1, left.y + 1) })?.text).toBe("7, 2: 492");
    expect(bitmap.at(left.x + left.width + 5, left.y + 1)).toBe(-1);
    expect(bitmap.at(bitmap.area.x - 2, left.y)).toBe(-1);
  });

  test("dims unselected cells, and outlines only cells that are large enough", () => {
    const selected = { clauses: [{ column: "x", values: [5] }], label: "5" };
    const opacities = allOf(pictureOf({}, { selected }).bitmap).map(({ opacity }) => opacity);
    expect(opacities.filter((opacity) => opacity === 1)).toHaveLength(ROWS);
    expect(opacities.filter((opacity) => opacity < 0.5)).toHaveLength(opacities.length - ROWS);
    expect(pictureOf().bitmap?.outline).toBe(theme.text);
    expect(pictureOf({}, { width: 240 }).bitmap?.outline).toBeUndefined();
  });

  test("isn't an image if values or borders are shown, or cells are few", () => {
    expect(pictureOf({ show_values: true }, { width: 4000, height: 900 }).bitmap).toBeUndefined();
    expect(pictureOf({ border_width: 1, border_color: { r: 0, g: 0, b: 0, a: 1 } }).bitmap).toBeUndefined();
    expect(pictureOf({}, { rows: DATA.slice(0, 2000) }).bitmap).toBeUndefined();
  });
});
