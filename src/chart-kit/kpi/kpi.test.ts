import { describe, expect, test } from "vitest";
import { chartTheme } from "../colors/theme.ts";
import { metricFormats } from "../format/metric-formats.ts";
import { withSubtitle } from "./controls.ts";
import { figureSizes } from "./figure.ts";
import { figureFormatter } from "./format.ts";
import { paletteOf } from "./paint.ts";
import { sparkPicture, sparkScale } from "./spark.ts";

const box = { width: 260, height: 60, header: 0.4, sub: 0.15, text: "166,341", lines: 1, hasSpark: false };

describe("figure sizes", () => {
  test("a dashboard tile's figure is 28 px", () => {
    expect(figureSizes(box)).toMatchObject({ value: 28, sub: 12, spark: "none" });
  });

  test("the size scales with the configured share, but less than the box", () => {
    const at = (height: number, header: number) => figureSizes({ ...box, width: 900, height, header }).value;
    expect(at(200, 0.2)).toBeLessThan(at(200, 0.4));
    expect(at(200, 0.4)).toBeLessThan(at(200, 0.6));
    expect(at(400, 0.4)).toBeGreaterThan(at(200, 0.4));
    expect(at(400, 0.4)).toBeLessThan(2 * at(200, 0.4));
  });

  test("long figures shrink to the width", () => {
    const long = figureSizes({ ...box, width: 150, height: 200, text: "$ 1,234,567,890.00" });
    expect(long.value).toBeLessThan(20);
    expect(long.value).toBeGreaterThanOrEqual(16);
  });

  test("the sparkline is beside the figure in short boxes, below it in tall ones and hidden in narrow ones", () => {
    const place = (width: number, height: number) => figureSizes({ ...box, width, height, hasSpark: true }).spark;
    expect(place(260, 60)).toBe("right");
    expect(place(260, 160)).toBe("below");
    expect(place(100, 160)).toBe("none");
    expect(place(180, 60)).toBe("none");
    const texts = ["7", "1,234,567"].map((text) =>
      figureSizes({ ...box, text, width: 240, height: 100, hasSpark: true }),
    );
    expect(texts.map(({ spark }) => spark)).toEqual(["right", "right"]);
  });

  test("the text and sparkline together fit the height", () => {
    for (const height of [128, 160, 240, 480]) {
      const sizes = figureSizes({ ...box, height, lines: 3, hasSpark: true });
      expect(sizes.value * 1.15 + 3 * sizes.sub * 1.34 + sizes.sparkHeight).toBeLessThanOrEqual(height);
    }
  });
});

describe("the sparkline", () => {
  const points = [
    { x: 0, y: 10 },
    { x: 1, y: 20 },
    { x: 2, y: null },
    { x: 3, y: 15 },
    { x: 4, y: 12 },
  ];

  test("scales to its values, or from zero", () => {
    expect(sparkScale(points, {})).toEqual({ xMin: 0, xMax: 4, yMin: 10, yMax: 20 });
    expect(sparkScale(points, { fromZero: true }).yMin).toBe(0);
    expect(sparkScale(points, { xRange: [-5, 9] })).toMatchObject({ xMin: -5, xMax: 9 });
  });

  test("has gaps where values are missing", () => {
    const picture = sparkPicture(points, sparkScale(points, {}), { width: 100, height: 40 });
    expect(picture.line.match(/M/g)).toHaveLength(2);
    expect(picture.marks.map((mark) => mark.index)).toEqual([0, 1, 3, 4]);
    expect(picture.marks[1]?.y).toBe(4);
    expect(picture.marks[0]?.y).toBe(36);
  });

  test("draws constant values in the middle", () => {
    const flat = [
      { x: 0, y: 5 },
      { x: 1, y: 5 },
    ];
    const picture = sparkPicture(flat, sparkScale(flat, {}), { width: 100, height: 40 });
    expect(picture.marks.map((mark) => mark.y)).toEqual([20, 20]);
  });
});

describe("figure formats", () => {
  test("the author's format overrides the metric's, which overrides adaptive", () => {
    expect(figureFormatter({ y_axis_format: ",d" }, { metricFormat: ".1%" })(1234)).toBe("1,234");
    expect(figureFormatter({ y_axis_format: "SMART_NUMBER" }, { metricFormat: ".1%" })(0.255)).toBe("25.5%");
    expect(figureFormatter({}, {})(166_341)).toBe("166k");
  });

  test("the currency is the author's, the metric's or the detected one", () => {
    const metricCurrency = { symbol: "EUR", symbolPosition: "suffix" };
    expect(figureFormatter({}, { metricCurrency })(1200)).toBe("1.2k €");
    expect(figureFormatter({ currency_format: { symbol: "USD" } }, { metricCurrency })(1200)).toBe("$ 1.2k");
    expect(figureFormatter({ currency_format: { symbol: "AUTO" } }, { detected: "GBP" })(1200)).toBe("£ 1.2k");
  });

  test("dates are formatted by column type or when forced", () => {
    const day = Date.UTC(2001, 5, 30);
    expect(figureFormatter({ time_format: "%Y-%m-%d" }, { type: 2 })(day)).toBe("2001-06-30");
    expect(figureFormatter({ time_format: "%Y", force_timestamp_formatting: true }, {})(day)).toBe("2001");
    expect(figureFormatter({ time_format: "%Y" }, { type: 2 })("2001-06-30")).toBe("2001");
  });

  test("missing values and plain text are shown", () => {
    const format = figureFormatter({}, {});
    expect([format(null), format(undefined), format("none"), format("1200")]).toEqual(["N/A", "N/A", "none", "1.2k"]);
  });

  test("the dataset provides its metrics' formats", () => {
    const metrics = [{ metric_name: "late", expression: "AVG(late)", d3format: ".1%" }];
    const dataset = { id: 1, table_name: "flights", columns: [], metrics };
    expect(metricFormats(dataset, "late").metricFormat).toBe(".1%");
    expect(metricFormats(dataset, "other")).toEqual({ metricFormat: undefined, metricCurrency: undefined });
  });
});

describe("rules and legacy form data", () => {
  const theme = chartTheme("dark");

  test("a rule colors the figure or its background", () => {
    const rule = { operator: ">", targetValue: 1, colorScheme: "colorError" };
    const painted = (part: string, value: number) =>
      paletteOf({ rules: [{ ...rule, objectFormatting: part }], name: "count", value, theme });
    expect(painted("TEXT_COLOR", 5)).toEqual({ color: theme.error });
    expect(painted("BACKGROUND_COLOR", 5).background).toContain(theme.error);
    expect(painted("TEXT_COLOR", 0)).toEqual({});
    expect(paletteOf({ rules: null, name: "count", value: 5, theme })).toEqual({});
  });

  test("migrates subheader to subtitle unless subtitle is set", () => {
    const old = { viz_type: "big_number_total", subheader: "of all", subheader_font_size: 0.3 };
    expect(withSubtitle(old)).toMatchObject({ subtitle: "of all", subtitle_font_size: 0.3 });
    expect(withSubtitle(old)).not.toHaveProperty("subheader");
    expect(withSubtitle({ ...old, subtitle: "mine" }).subtitle).toBe("mine");
  });
});
