import { describe, expect, test } from "vitest";
import { LAPIS_LIGHT } from "../../chart-kit/colors/ramps.ts";
import type { Sheet } from "../../chart-kit/sheet.ts";
import { chartTheme } from "../../chart-kit/theme.ts";
import type { Selection } from "../chart-type.ts";
import { heatmap } from "./heatmap.ts";
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
  return (drawing.props as HeatmapDrawing).picture;
}

function paintedBy(sheet: Sheet | undefined) {
  const painted: { color: string; alpha: number; box: number[] }[] = [];
  const context = {
    fillStyle: "",
    globalAlpha: 1,
    fillRect(...box: number[]) {
      painted.push({ color: this.fillStyle, alpha: this.globalAlpha, box });
    },
  };
  sheet?.paint(context as unknown as CanvasRenderingContext2D);
  return painted;
}

describe("a heatmap of thousands of cells", () => {
  test("is painted as one image, every cell in its color from the ramp's first to its last", () => {
    const { sheet, size } = pictureOf();
    const painted = paintedBy(sheet);
    expect(painted).toHaveLength(size);
    const colors = painted.map(({ color }) => color.toLowerCase());
    expect(colors.filter((color) => color === LAPIS_LIGHT[0]?.toLowerCase()).length).toBeGreaterThan(0);
    expect(colors.filter((color) => color === LAPIS_LIGHT.at(-1)?.toLowerCase()).length).toBeGreaterThan(0);
    expect(painted.every(({ box, alpha }) => alpha === 1 && box.every(Number.isInteger))).toBe(true);
  });

  test("finds the cell at any point of it, and none where there is none", () => {
    const { sheet, mark, size } = pictureOf();
    if (!sheet) throw new Error("no sheet");
    for (let index = 0; index < size; index++) {
      const { x, y, width, height } = sheet.boxOf(index);
      expect(sheet.at(x + width / 2, y + height / 2)).toBe(index);
    }
    const left = sheet.boxOf(COLUMNS * 7 + 2);
    expect(mark?.({ seriesIndex: 0, dataIndex: sheet.at(left.x + 1, left.y + 1) })?.text).toBe("7, 2: 492");
    expect(sheet.at(left.x + left.width + 5, left.y + 1)).toBe(-1);
    expect(sheet.at(sheet.area.x - 2, left.y)).toBe(-1);
  });

  test("dims what is not selected, and draws a line only around cells that have room for it", () => {
    const selected = { clauses: [{ column: "x", values: [5] }], label: "5" };
    const alphas = paintedBy(pictureOf({}, { selected }).sheet).map(({ alpha }) => alpha);
    expect(alphas.filter((alpha) => alpha === 1)).toHaveLength(ROWS);
    expect(alphas.filter((alpha) => alpha < 0.5)).toHaveLength(alphas.length - ROWS);
    expect(pictureOf().sheet?.outline).toBe(theme.text);
    expect(pictureOf({}, { width: 240 }).sheet?.outline).toBeUndefined();
  });

  test("has elements where values are written, borders drawn, or cells are few", () => {
    expect(pictureOf({ show_values: true }, { width: 4000, height: 900 }).sheet).toBeUndefined();
    expect(pictureOf({ border_width: 1, border_color: { r: 0, g: 0, b: 0, a: 1 } }).sheet).toBeUndefined();
    expect(pictureOf({}, { rows: DATA.slice(0, 2000) }).sheet).toBeUndefined();
  });
});
