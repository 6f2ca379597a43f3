import { fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { chartTheme } from "../../chart-kit/colors/theme.ts";
import { QueryContext } from "../../model/query-context.ts";
import { folds } from "./bands.ts";
import { definition as horizon } from "./definition.ts";
import { gallery } from "./gallery.ts";
import { Renderer as Horizon } from "./Renderer.tsx";
import type { HorizonPicture } from "./transform.ts";

const DAY = 86_400_000;
const base = {
  ...horizon.defaults(),
  viz_type: horizon.key,
  datasource: "1__table",
  x_axis: "day",
  metrics: ["m"],
  groupby: ["kind"],
};
const theme = chartTheme("light");

function draw(rows: (readonly [number | null, number | null])[], more: Record<string, unknown> = {}) {
  const drawing = horizon.transform({
    formData: { ...base, ...more },
    results: [
      { data: rows.map(([a, b], i) => ({ day: i * DAY, a, b })), colnames: ["day", "a", "b"], coltypes: [2, 0, 0] },
    ],
    theme,
    colorOf: () => "#123456",
    rampOf: () => [],
    width: 600,
    height: 300,
  });
  return { ...drawing, props: drawing.props as HorizonPicture };
}
const ROWS = [
  [1, -8],
  [2, null],
  [4, 4],
] as const;

test("builds a valid query for every gallery case", () => {
  for (const { name, formData } of gallery) {
    expect(QueryContext.parse(horizon.buildQuery({ ...base, ...formData })).queries, name).toHaveLength(1);
    expect(horizon.validate({ ...base, ...formData }), name).toEqual({});
  }
});

describe("folds", () => {
  const box = { width: 100, height: 20, most: 4 };

  test("a value continues in the next fold when one is full; negative values are separate", () => {
    expect(folds([0, 1, 2], box).map(({ depth, isNegative }) => [depth, isNegative])).toEqual([
      [0, false],
      [1, false],
    ]);
    expect(folds([-4], box)).toHaveLength(4);
    expect(folds([0, 0], { ...box, most: 0 })).toEqual([]);
  });

  test("gaps stay open, and a single point is visible", () => {
    expect(folds([1, null, 1, 1], box)[0]?.path.match(/M/g)).toHaveLength(2);
    const [only] = folds([1], box);
    expect(only?.path, "the only one fills the row").toMatch(new RegExp(`^M0\\.0,.*${box.width.toFixed(1)},[\\d.]+Z$`));
  });
});

describe("the horizon drawing", () => {
  test("has a row per series, scaled by series, overall or by change", () => {
    const depths = (scale: string) =>
      draw([...ROWS], { horizon_color_scale: scale }).props.rows.map((row) => [row.label, row.folds.length]);
    expect(Object.fromEntries(depths("series"))).toEqual({ a: 4, b: 6 });
    expect(Object.fromEntries(depths("overall"))).toEqual({ a: 2, b: 6 });
    expect(Object.fromEntries(depths("change"))).toEqual({ a: 4, b: 4 });
  });

  test("rows have the configured height, or share the remaining height", () => {
    const heightOf = (series_height: number) =>
      draw(
        ROWS.map(([a, b]) => [a, b]),
        { series_height },
      ).props.rowHeight;
    expect(heightOf(25)).toBe(63);
    expect(heightOf(60)).toBe(139);
    expect(heightOf(200)).toBe(200);
  });

  test("rows shrink so that all fit; if they can't, only whole rows are shown", () => {
    const of = (series_height: number) => draw([...ROWS], { series_height }).props;
    expect([of(180).rowHeight, of(180).rowsHeight]).toEqual([139, undefined]);
    expect([of(200).rowHeight, of(200).rowsHeight]).toEqual([200, 201]);
  });

  test("handles no rows, only NULL, and a single value", () => {
    expect(draw([]).isEmpty).toBe(true);
    expect(draw([[null, null]]).isEmpty).toBe(true);
    expect(draw([[3, null]])).toMatchObject({ isEmpty: false });
    expect(draw([...ROWS]).summary).toContain("highest 4");
  });

  test("arrow keys read values; Enter and a click filter", () => {
    const onSelect = vi.fn();
    const { props } = draw([...ROWS]);
    render(<Horizon props={props} width={600} height={300} theme={theme} onSelect={onSelect} />);
    const chart = screen.getByRole("img", { name: props.summary });
    const [first, second] = props.rows;
    fireEvent.keyDown(chart, { key: "ArrowRight" });
    fireEvent.keyDown(chart, { key: "ArrowRight" });
    expect(chart.querySelector("[aria-live]")?.textContent).toBe(
      `${first?.label}, 2 Jan 1970: ${first?.textAt(1) || "no value"}`,
    );
    fireEvent.keyDown(chart, { key: "ArrowDown" });
    fireEvent.keyDown(chart, { key: "Enter" });
    expect(onSelect).toHaveBeenCalledWith(
      { clauses: [{ column: "kind", values: [second?.label] }], label: second?.label },
      false,
    );
  });

  test("a click on a selected row clears the selection; Ctrl+click toggles only that row", () => {
    const onSelect = vi.fn();
    const { props } = draw([...ROWS]);
    const rows = props.rows.map((row, at) => ({ ...row, isSelected: at === 0, isMuted: at > 0 }));
    render(<Horizon props={{ ...props, rows }} width={600} height={300} theme={theme} onSelect={onSelect} />);
    const name = screen.getByText(rows[0]?.label ?? "");
    fireEvent.click(name);
    expect(onSelect).toHaveBeenLastCalledWith(null, false);
    fireEvent.click(name, { ctrlKey: true });
    expect(onSelect).toHaveBeenLastCalledWith(rows[0]?.selection, true);
  });
});
