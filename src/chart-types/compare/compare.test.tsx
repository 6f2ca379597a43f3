import { fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { chartTheme } from "../../chart-kit/colors/theme.ts";
import { QueryContext } from "../../model/query-context.ts";
import { definition as compare } from "./definition.ts";
import { gallery } from "./gallery.ts";
import { Renderer as Compare } from "./Renderer.tsx";
import type { ComparePicture } from "./transform.ts";

const DAY = 86_400_000;
const base = {
  ...compare.defaults(),
  viz_type: compare.key,
  datasource: "1__table",
  x_axis: "day",
  metrics: ["a", "b"],
};
const theme = chartTheme("light");

function draw(rows: (readonly [number | null, number | null])[], ownState?: Record<string, unknown>) {
  const drawing = compare.transform({
    formData: base,
    results: [
      { data: rows.map(([a, b], i) => ({ day: i * DAY, a, b })), colnames: ["day", "a", "b"], coltypes: [2, 0, 0] },
    ],
    theme,
    colorOf: () => "#123456",
    rampOf: () => [],
    width: 600,
    height: 300,
    ownState,
  });
  const props = drawing.props as ComparePicture;
  const series = props.picture.option.series as {
    name: string;
    data: [number, number | null][];
    markLine?: { data: unknown };
  }[];
  const values = Object.fromEntries(series.map(({ name, data }) => [name, data.map(([, value]) => value)]));
  return { ...drawing, props, series, values };
}

const ROWS = [
  [10, null],
  [15, -4],
  [5, -2],
] as const;

test("queries like other time-series charts; legacy time shifts are in the past", () => {
  for (const { name, formData } of gallery) {
    expect(QueryContext.parse(compare.buildQuery({ ...base, ...formData })).queries, name).toHaveLength(1);
    expect(compare.validate({ ...base, ...formData }), name).toEqual({});
  }
  const old = {
    viz_type: "compare",
    datasource: "1__table",
    metrics: ["a"],
    time_compare: ["1 year"],
  };
  expect(compare.migrate?.(old)).toMatchObject({ viz_type: "compare", time_compare: ["1 year ago"] });
});

describe("the drawing", () => {
  test("shows the change since the first value of each series", () => {
    const { values, summary } = draw([...ROWS]);
    expect(values.a).toEqual([0, 0.5, -0.5]);
    expect(values.b).toEqual([null, 0, 0.5]);
    expect(summary).toMatch(/^Change since 1 Jan 1970: b, a/);
  });

  test("shows the change since the selected date, marked by a line", () => {
    const { values, series } = draw([...ROWS], { index: 1 });
    expect(values.a?.[0]).toBeCloseTo(-1 / 3);
    expect(values.a?.slice(1)).toEqual([0, (5 - 15) / 15]);
    expect(series[0]?.markLine?.data).toEqual([{ xAxis: DAY }]);
    expect(draw([...ROWS], { index: 99 }).props.slider?.index).toBe(2);
    expect(draw([...ROWS], { index: "x" }).props.slider?.index).toBe(0);
  });

  test("shows no change from zero, and is empty without values", () => {
    expect(
      draw([
        [0, 1],
        [5, 2],
      ]).values.a,
    ).toEqual([null, null]);
    expect(draw([]).isEmpty).toBe(true);
    expect(draw([[3, null]])).toMatchObject({ isEmpty: false, props: { slider: undefined } });
  });

  test("moves the date with a slider", () => {
    const onOwnState = vi.fn();
    render(<Compare props={draw([...ROWS]).props} width={600} height={300} theme={theme} onOwnState={onOwnState} />);
    fireEvent.change(screen.getByRole("slider", { name: /Change since/ }), { target: { value: "2" } });
    expect(onOwnState).toHaveBeenCalledWith({ index: 2 });
  });
});
