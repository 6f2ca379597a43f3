import { fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { chartTheme } from "../colors/theme.ts";
import { Figure } from "./Figure.tsx";
import type { FigureProps } from "./figure.ts";
import { figureSizes } from "./figure.ts";
import { figureFormatter } from "./format.ts";
import { paletteOf } from "./paint.ts";
import { type SparkPoint, sparkPicture, sparkScale } from "./spark.ts";

const BOX = { width: 100, height: 40 };
const drawn = (points: readonly SparkPoint[], options = {}) => sparkPicture(points, sparkScale(points, options), BOX);

describe("the trend line", () => {
  test("is empty without points, and a dot for a single one", () => {
    expect(drawn([])).toEqual({ line: "", area: "", marks: [] });
    const { area, marks } = drawn([{ x: Date.UTC(1969, 1, 1), y: -5 }]);
    expect([area, marks]).toEqual(["", [{ index: 0, x: 4, y: 20 }]]);
  });

  test("is empty if no point has a value", () => {
    expect(
      drawn([
        { x: 0, y: null },
        { x: 1, y: null },
      ]),
    ).toEqual({ line: "", area: "", marks: [] });
  });

  test("fills down from zero for negative values when starting at zero", () => {
    const points = [
      { x: 0, y: -10 },
      { x: 1, y: -20 },
    ];
    expect(sparkScale(points, { fromZero: true })).toMatchObject({ yMin: -20, yMax: 0 });
    expect(drawn(points, { fromZero: true }).marks.map(({ y }) => y)).toEqual([20, 36]);
  });

  test("stays within its box for any values", () => {
    const points = [1e15, -1e15, 0, 1e-9, 3].map((y, x) => ({ x: x * 1e12 - 2e12, y }));
    for (const { x, y } of drawn(points).marks) {
      expect([x >= 4, x <= 96, y >= 4, y <= 36]).toEqual([true, true, true, true]);
    }
  });

  test("draws 200,000 points", () => {
    const points = Array.from({ length: 200_000 }, (_, x) => ({ x, y: x % 7 }));
    expect(sparkScale(points, {})).toEqual({ xMin: 0, xMax: 199_999, yMin: 0, yMax: 6 });
  });

  test("leaves space for times without values", () => {
    const points = [
      { x: 50, y: 1 },
      { x: 60, y: 2 },
    ];
    expect(drawn(points, { xRange: [0, 100] }).marks.map(({ x }) => x)).toEqual([50, 59.2]);
  });
});

const FIGURE: FigureProps = { text: "7", isMissing: false, header: 0.4, sub: 0.15, subtitleSize: 0.15, nameSize: 0.15 };

describe("a figure with a trend", () => {
  const trend = {
    points: [
      { x: 0, y: 10 },
      { x: 1, y: null },
      { x: 2, y: 30 },
    ],
    labels: [
      { x: "Jan", y: "10" },
      { x: "Feb", y: "N/A" },
      { x: "Mar", y: "30" },
    ],
    ...{
      color: "#656973",
      ground: "#FFFFFF",
      fromZero: false,
      yEnds: ["10", "30"] as const,
      xEnds: ["Jan", "Mar"] as const,
    },
  };
  const show = () => {
    const { container } = render(<Figure {...FIGURE} trend={trend} width={300} height={200} />);
    const spark = container.querySelector("svg")?.parentElement as HTMLElement;
    return { spark, tip: () => spark.querySelector("b")?.parentElement?.textContent };
  };

  test("shows the nearest point with a value, on both sides of a gap", () => {
    const { spark, tip } = show();
    expect(tip()).toBeUndefined();
    fireEvent.pointerMove(spark, { clientX: 100 });
    expect(tip()).toBe("10 Jan");
    fireEvent.pointerMove(spark, { clientX: 200 });
    expect(tip()).toBe("30 Mar");
  });

  test("shows the labels of both ends", () => {
    const { spark } = show();
    expect(["Jan", "Mar", "10", "30"].every((text) => spark.textContent?.includes(text))).toBe(true);
  });

  test("marks the last point when not hovered", () => {
    const { spark } = show();
    const circle = () => spark.querySelector("circle")?.getAttribute("cx");
    const last = circle();
    fireEvent.pointerMove(spark, { clientX: 0 });
    expect(circle()).not.toBe(last);
    fireEvent.pointerLeave(spark);
    expect(circle()).toBe(last);
  });
});

describe("figure texts", () => {
  test("show the name above and the full value on hover", () => {
    render(<Figure {...FIGURE} text="123,456,789" metricName="Umsatz 🍎" subtitle="שנה" width={300} height={200} />);
    expect(screen.getByText("Umsatz 🍎").getAttribute("title")).toBe("Umsatz 🍎");
    expect(screen.getByText("123,456,789").getAttribute("title")).toBe("123,456,789");
    expect(screen.getByText("שנה")).toBeTruthy();
  });

  test("have no arrow without a change", () => {
    const change = { direction: "same", text: "0.0 %", base: "vs 7" } as const;
    render(<Figure {...FIGURE} change={change} width={300} height={200} />);
    expect(screen.getByText("0.0 %").textContent?.trim()).toBe("0.0 %");
  });

  test("fit boxes of every size, even without a value", () => {
    for (const width of [1, 60, 300, 2000]) {
      for (const height of [1, 60, 300, 2000]) {
        for (const text of ["", "7", "1,234,567,890,123"]) {
          const sizes = figureSizes({ width, height, text, lines: 3, header: 0.6, sub: 0.4, hasSpark: true });
          expect(sizes.value).toBeGreaterThanOrEqual(16);
          expect(Number.isFinite(sizes.value) && sizes.sparkHeight <= height * 0.6).toBe(true);
        }
      }
    }
  });
});

describe("figure formats", () => {
  const plain = figureFormatter({ y_axis_format: ",d" }, {});

  test("show unusual values unchanged", () => {
    expect([true, "NaN", "", "five", Number.NaN, Number.POSITIVE_INFINITY].map(plain)).toEqual([
      ...["true", "NaN", "", "five", "NaN", "Infinity"],
    ]);
  });

  test("keep all digits of integers beyond double precision, unless the format abbreviates them", () => {
    expect(plain("9007199254740993")).toBe("9,007,199,254,740,993");
    expect(figureFormatter({}, {})("9007199254740993")).toBe("9.01P");
  });

  test("format dates before 1970, and show other text unchanged", () => {
    const day = figureFormatter({ time_format: "%d.%m.%Y" }, { type: 2 });
    expect([Date.UTC(1969, 6, 20), "1969-07-20", "soon", null].map(day)).toEqual([
      ...["20.07.1969", "20.07.1969", "soon", "N/A"],
    ]);
  });
});

test("the last matching rule colors the figure; rules for other columns don't", () => {
  const theme = chartTheme("light");
  const painted = (value: number | null, ...rules: Record<string, unknown>[]) =>
    paletteOf({ rules, name: "n", value, theme });
  const text = { objectFormatting: "TEXT_COLOR" };
  const good = { operator: ">", targetValue: 0, colorScheme: "Green", ...text };
  const great = { operator: "≥", targetValue: 10, colorScheme: "#abc", ...text };
  expect([painted(5, good, great), painted(10, good, great)]).toEqual([{ color: theme.success }, { color: "#abc" }]);
  expect(painted(5, { ...good, column: "other" })).toEqual({});
  expect(painted(null, good)).toEqual({});
  expect(painted(null, { operator: "is null", colorScheme: "Red", ...text })).toEqual({ color: theme.error });
});
