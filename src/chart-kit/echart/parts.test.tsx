import { describe, expect, test } from "vitest";
import { chartTheme } from "../colors/theme.ts";
import { BitmapPointer, middleOf, paintCells } from "./bitmap-layer.ts";
import { mergeOptions, parseEChartOptions } from "./echart-options.ts";
import type { EChartSpec, TooltipContent } from "./echart-spec.ts";
import { isolatedPoints } from "./isolated-points.ts";
import { nextHit } from "./keyboard-navigation.ts";
import { parseLiteral } from "./object-literal.ts";
import { shapesSeries, textElement } from "./shapes.ts";
import { placeTooltip, tooltipElement } from "./tooltip.ts";

const theme = chartTheme("light");

describe("tooltip content", () => {
  const textsOf = (content: TooltipContent) =>
    [...tooltipElement(content).querySelectorAll("*")].map((one) => one.textContent);

  test("has title, rows, total and note in this order", () => {
    const content = {
      title: "May 2001",
      rows: [
        { color: "#123456", label: "ORD", value: "1,200", share: "60.0 %" },
        { label: "DFW", value: "800" },
      ],
      total: { label: "Total", value: "2,000" },
      note: "+ 3 more",
    };
    expect(tooltipElement(content).textContent).toBe("May 2001ORD1,20060.0 %DFW800Total2,000+ 3 more");
  });

  test("aligns dots and shares when one row has them", () => {
    const rows = [
      { color: "#123456", label: "a", value: "1", share: "50 %" },
      { label: "b", value: "2" },
    ];
    const cells = tooltipElement({ rows, total: { label: "Total", value: "3" } }).querySelectorAll("div > span");
    // Four per row, plus a rule before the total.
    expect(cells).toHaveLength(4 + 4 + 1 + 4);
    expect((cells[0] as HTMLElement).style.backgroundColor).toBe("rgb(18, 52, 86)");
  });

  test("reserves no space for missing parts", () => {
    expect(textsOf({ rows: [] })).toEqual([""]);
    expect(tooltipElement({ title: "", rows: [{ label: "", value: "" }] }).textContent).toBe("");
  });
});

describe("tooltip position", () => {
  const window = { width: 400, height: 300 };
  const at = (point: [number, number], size: [number, number] = [100, 50]) =>
    placeTooltip({ point, size, chart: { left: 0, top: 0 }, window });

  test("is within the window in each corner of it", () => {
    for (const point of [
      [0, 0],
      [400, 0],
      [0, 300],
      [400, 300],
      [200, 150],
    ] as [number, number][]) {
      const [x, y] = at(point);
      expect([x >= 8, y >= 8, x + 100 <= 392, y + 50 <= 292], String(point)).toEqual([true, true, true, true]);
    }
  });

  test("is beside the pointer if there is room", () => {
    for (let x = 0; x <= 400; x += 20) {
      const [left] = at([x, 150]);
      expect(x < left || x > left + 100, String(x)).toBe(true);
    }
  });

  test("starts at the window's edge when it is too large", () => {
    expect(at([200, 150], [900, 700])).toEqual([8, 8]);
  });
});

describe("keyboard navigation", () => {
  const picture = (series: (string | null)[][], dataType?: "edge"): EChartSpec => ({
    ...{ option: {}, summary: "", size: 0 },
    walk: series.map((marks, seriesIndex) => ({
      seriesIndex,
      length: marks.length,
      ...(dataType ? { dataType } : {}),
    })),
    mark: ({ seriesIndex, dataIndex }) => {
      const text = series[seriesIndex]?.[dataIndex];
      return text ? { text, selection: null, isSelected: false } : null;
    },
  });
  const walked = (of: EChartSpec, keys: string) => {
    let at: ReturnType<typeof nextHit> | null = null;
    for (const key of keys.split(" ")) at = nextHit(of, at ?? null, key) ?? at;
    return at ? of.mark?.(at)?.text : undefined;
  };
  const three = picture([["a", null, "b"], [null, null, null], ["c"]]);

  test.each([
    ["Home", "a"],
    ["End", "b"],
    ["ArrowLeft", "b"],
    ["ArrowRight ArrowRight", "b"],
    ["ArrowRight ArrowLeft", "a"],
    ["ArrowRight ArrowDown", "c"],
    ["End ArrowDown", "c"],
    ["ArrowRight ArrowDown ArrowUp", "a"],
    ["ArrowUp", "a"],
    ["x", undefined],
  ])("%s leads to %s", (keys, text) => expect(walked(three, keys)).toBe(text));

  test("does nothing without marks, and supports links", () => {
    expect(nextHit({ option: {}, summary: "", size: 0 }, null, "Home")).toBeUndefined();
    expect(nextHit(picture([[null]]), null, "Home")).toBeUndefined();
    expect(nextHit(picture([["link"]], "edge"), null, "ArrowRight")).toEqual({
      ...{ seriesIndex: 0, dataIndex: 0, dataType: "edge" },
    });
  });
});

describe("isolated points", () => {
  const sizes = (values: (number | null)[]) => {
    const look = isolatedPoints(values) as
      | { symbolSize(value: unknown, at: { dataIndex: number }): number }
      | undefined;
    return look && values.map((_, dataIndex) => look.symbolSize(null, { dataIndex }) > 1);
  };

  test.each<[(number | null)[], boolean[] | undefined]>([
    [[5], [true]],
    [
      [1, null, 3],
      [true, false, true],
    ],
    [
      [1, 2, null, null, 3],
      [false, false, false, false, true],
    ],
    [
      [0, null],
      [true, false],
    ],
    [[1, 2, 3], undefined],
    [[null, null], undefined],
    [[], undefined],
  ])("of %j: %j", (values, expected) => expect(sizes(values)).toEqual(expected));
});

describe("object literals", () => {
  test.each<[string, unknown]>([
    ["{a: 1, 'b': -2.5e3, \"c\": .5,}", { a: 1, b: -2500, c: 0.5 }],
    ["{hex: 0xff, plus: +3, none: null, yes: true}", { hex: 255, plus: 3, none: null, yes: true }],
    ["[1, [2, [3,],],]", [1, [2, [3]]]],
    ["{ /* words */ a: 1, // more\n b: 2 }", { a: 1, b: 2 }],
    [
      String.raw`{t: 'it\'s', u: "\u00e4\u{1f600}\x41", n: "a\nb", l: "a\
b"}`,
      { t: "it's", u: "ä😀A", n: "a\nb", l: "ab" },
    ],
    ["{`q`: `plain`}", { q: "plain" }],
    ["{}", {}],
    ["''", ""],
  ])("%s", (text, value) => expect(parseLiteral(text)).toEqual(value));

  test("keeps numeric keys and keys that look like code", () => {
    expect(parseLiteral("{1: 'one', $x_1: 2, constructor: 3}")).toEqual({ 1: "one", $x_1: 2, constructor: 3 });
  });
});

describe("edge cases of ECharts options", () => {
  test("removes URLs deep in lists", () => {
    const text = "{a: {b: ['https://x.org/i.png', ' data:text/html,x', 'fine']}, symbol: 'image://x'}";
    expect(parseEChartOptions(text).options).toEqual({ a: { b: ["fine"] } });
  });

  test("adds missing keys and replaces values of another type", () => {
    expect(mergeOptions({ a: 1 }, { b: { c: [1] } })).toEqual({ a: 1, b: { c: [1] } });
    expect(mergeOptions({ a: { b: 1 } }, { a: null })).toEqual({ a: null });
    expect(mergeOptions([{ a: 1 }], [{ b: 1 }, { c: 1 }])).toEqual([{ a: 1, b: 1 }, { c: 1 }]);
    expect(mergeOptions({ a: 1 }, undefined)).toBeUndefined();
  });
});

describe("shapes", () => {
  const series = shapesSeries(
    [
      {
        type: "rect",
        shape: { x: 1 },
        fill: "#111111",
        value: 7,
        texts: [{ text: "שלום", x: 1, y: 2, color: "#222222" }],
      },
    ],
    { theme, isClickable: true },
  ) as {
    data: number[];
    cursor: string;
    renderItem(at: { dataIndex: number }): { children: { style: object }[] } | null;
  };

  test("render as a mark with its labels, or as nothing if there is no shape", () => {
    expect([series.data, series.cursor]).toEqual([[7], "pointer"]);
    expect(series.renderItem({ dataIndex: 0 })?.children.map(({ style }) => style)).toMatchObject([
      { fill: "#111111", opacity: 1 },
      { text: "שלום", textAlign: "left" },
    ]);
    expect(series.renderItem({ dataIndex: 5 })).toBeNull();
  });

  test("have texts with their own size, weight and rotation", () => {
    const text = {
      text: "a",
      x: 0,
      y: 0,
      color: "#000000",
      size: 14,
      isBold: true,
      align: "right",
      rotation: 1,
    } as const;
    expect(textElement(text, theme)).toMatchObject({
      rotation: 1,
      style: { textAlign: "right", font: /^600 14px/ } as never,
    });
  });
});

describe("a bitmap of cells", () => {
  function canvasOf(width: number, height: number) {
    const data = new Uint8ClampedArray(4 * width * height);
    const context = { createImageData: () => ({ data }), putImageData: () => undefined };
    return { data, canvas: { width, height, getContext: () => context } as unknown as HTMLCanvasElement };
  }
  const cells = (boxes: readonly [number, number, number, number][]) => ({
    size: boxes.length,
    colorOf: (index: number) => [index + 1, 0, 255] as const,
    opacityOf: () => 0.5,
    boxOf: (index: number) => {
      const [x = 0, y = 0, width = 0, height = 0] = boxes[index] ?? [];
      return { x, y, width, height };
    },
  });
  const redOf = (data: Uint8ClampedArray) => [...data].filter((_, i) => i % 4 === 0);

  test("paints each cell's pixels and nothing outside the canvas", () => {
    const { data, canvas } = canvasOf(3, 2);
    paintCells(
      cells([
        [0, 0, 1, 1],
        [2, 0, 9, 1],
        [-5, 1, 6, 9],
      ]),
      canvas,
      1,
    );
    expect(redOf(data)).toEqual([1, 0, 2, 3, 0, 0]);
    expect([...data.slice(0, 4)]).toEqual([1, 0, 255, 128]);
  });

  test("uses the device's pixels", () => {
    const { data, canvas } = canvasOf(4, 2);
    paintCells(cells([[0, 0, 1, 1]]), canvas, 2);
    expect(redOf(data)).toEqual([1, 1, 0, 0, 1, 1, 0, 0]);
  });

  test("finds the topmost mark under the pointer", () => {
    const bitmap = (first: number) => ({
      area: { x: 0, y: 0, width: 9, height: 9 },
      size: 1,
      at: (x: number) => (x >= first ? 0 : -1),
      boxOf: () => ({ x: 0, y: 0, width: 4, height: 2 }),
    });
    const shown = [bitmap(2), bitmap(5)].map((one, seriesIndex) => ({ seriesIndex, bitmap: one }));
    const pointer = new BitmapPointer();
    const hitAt = (x: number) => pointer.hitOf({ seriesIndex: 0, dataIndex: 0 }, shown, { x, y: 0 });
    expect([hitAt(6), hitAt(3), hitAt(0)]).toEqual([
      { seriesIndex: 1, dataIndex: 0 },
      { seriesIndex: 0, dataIndex: 0 },
      { seriesIndex: 0, dataIndex: -1 },
    ]);
    expect(middleOf({ x: 2, y: 4, width: 6, height: 2 })).toEqual({ x: 5, y: 5 });
  });
});
