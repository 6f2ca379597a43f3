import { describe, expect, test } from "vitest";
import { chartTheme } from "../../chart-kit/colors/theme.ts";
import type { EChartSpec } from "../../chart-kit/echart/echart-spec.ts";
import { QueryContext } from "../../model/query-context.ts";
import { definition as bullet } from "./definition.ts";
import { gallery } from "./gallery.ts";

const base = { ...bullet.defaults(), viz_type: bullet.key, datasource: "1__table", metric: "share" };

function draw(value: number | string | null | undefined, more: Record<string, unknown> = {}) {
  const drawing = bullet.transform({
    formData: { ...base, ...more },
    results: [{ data: value === undefined ? [] : [{ share: value }], colnames: ["share"], coltypes: [0] }],
    theme: chartTheme("light"),
    colorOf: () => "#000000",
    rampOf: () => [],
    width: 600,
    height: 200,
  });
  const picture = drawing.props as EChartSpec;
  const texts = Array.from({ length: 9 }, (_, dataIndex) => picture.mark?.({ seriesIndex: 0, dataIndex })?.text);
  return { ...drawing, picture, texts: texts.filter((one) => one !== undefined) };
}

test("queries the metric alone; every gallery case is complete", () => {
  for (const { name, formData } of gallery) {
    const [query] = QueryContext.parse(bullet.buildQuery({ ...base, ...formData })).queries;
    expect([query?.columns, query?.metrics?.length], name).toEqual([[], 1]);
    expect(bullet.validate({ ...base, ...formData }), name).toEqual({});
  }
});

test("reports list items that aren't numbers", () => {
  expect(bullet.validate({ ...base, ranges: "1, two" })).toEqual({ ranges: "“two” isn't a number" });
  expect(bullet.validate({ ...base, ranges: "1, 2.5,", markers: "" })).toEqual({});
});

describe("the drawing", () => {
  const more = {
    ranges: "30, 10",
    range_labels: "Poor, Good",
    markers: "12",
    marker_lines: "15, 18",
    marker_line_labels: "Goal",
  };

  test("has ranges by size, the measure, markers and lines, each with its label", () => {
    const { texts, picture } = draw(20, more);
    expect(texts).toEqual(["Good: 10", "Poor: 30", "share: 20", "Marker 1: 12", "Goal: 15", "Line 2: 18"]);
    const { xAxis } = picture.option as { xAxis: { min: number; max: number } };
    expect(xAxis).toMatchObject({ min: 0, max: 30 });
    const rows = picture.tooltip?.([{ seriesIndex: 0, dataIndex: 0 }])?.rows;
    expect(rows?.find((row) => row.isFocus)).toMatchObject({ label: "share", value: "20" });
  });

  test("has evenly spaced ticks up to the end of the last range", () => {
    const { xAxis } = draw(110, { ranges: "60, 90, 120, 180" }).picture.option as { xAxis: unknown };
    expect(xAxis).toMatchObject({ min: 0, max: 180, interval: 30 });
  });

  test("shows the measure alone without ranges", () => {
    expect(draw(100).texts).toEqual(["share: 100"]);
    expect(draw(100).summary).toBe("Bullet chart: share, 100.");
  });

  test("summarizes the measure and its ranges", () => {
    expect(draw(0.2, { ranges: "0.3", y_axis_format: ".0%" }).summary).toBe("Bullet chart: share, 20%; Range 1 30%.");
  });

  test("shows zero, and is empty for NULL, no rows and text", () => {
    expect(draw(0).isEmpty).toBe(false);
    expect(draw(-4).texts).toContain("share: -4");
    for (const value of [null, undefined, "", "x"]) expect(draw(value).isEmpty).toBe(true);
  });
});
