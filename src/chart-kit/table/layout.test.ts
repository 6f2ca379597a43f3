import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TableColumn } from "../../chart-seam/table-column.ts";
import { textWidth } from "../text-width.ts";
import { isInRange, moveCursor, rangeOf } from "./grid-cursor.ts";
import { pageList } from "./Pager.tsx";
import { BAR_TRACK, layoutWidths, naturalWidth } from "./widths.ts";

const text = (key: string, part: Partial<TableColumn> = {}): TableColumn => ({
  key,
  label: key,
  type: 1,
  format: String,
  ...part,
});
const number = (key: string, part: Partial<TableColumn> = {}) => text(key, { type: 0, ...part });

const ROWS = [{ name: "Thriller/Suspense", count: 239, share: 0.07 }];
const COLUMNS = [text("name"), number("count"), number("share", { hasBars: true })];
const total = (widths: readonly number[]) => widths.reduce((sum, width) => sum + width, 0);

describe("column widths", () => {
  test("fill the width to the pixel", () => {
    for (const available of [400, 613, 1200]) {
      expect(total(layoutWidths({ columns: COLUMNS, rows: ROWS, available }).widths)).toBe(available);
    }
  });

  test("of results stay close together, unless there are enough of them", () => {
    const columns = [text("name"), number("count")];
    const { widths } = layoutWidths({ columns, rows: ROWS, available: 1200, isPacked: true });
    expect(total(widths)).toBeLessThanOrEqual(400);
    const many = Array.from({ length: 9 }, (_, at) => number(`count ${at}`));
    expect(total(layoutWidths({ columns: many, rows: ROWS, available: 1200, isPacked: true }).widths)).toBe(1200);
  });

  test("leave room for a bold total wider than its values", () => {
    const widthOf = (summary?: Record<string, number>) =>
      layoutWidths({ columns: COLUMNS, rows: ROWS, summary, available: 100 }).widths[1] ?? 0;
    expect(widthOf({ count: 3_000_000_000 })).toBeGreaterThanOrEqual(10 * 12 * 0.6 * 1.05 + 18);
    expect(widthOf({})).toBe(widthOf());
  });

  test("dates aren't truncated, even next to the border of a frozen column", () => {
    const inner = naturalWidth(text("date"), [{ date: "2012-01-01" }]) - 2 * 9 - 1;
    expect(inner).toBeGreaterThanOrEqual(textWidth("2012-01-01", 12));
  });

  test("bars are beside their numbers if there is room, else below", () => {
    const wide = layoutWidths({ columns: COLUMNS, rows: ROWS, available: 600 });
    expect(wide.barsBeside).toBe(true);
    expect(wide.widths[2]).toBeGreaterThan(BAR_TRACK);
    expect(layoutWidths({ columns: COLUMNS, rows: ROWS, available: 260 }).barsBeside).toBe(false);
  });

  test("long text shrinks before the table scrolls", () => {
    const rows = [{ name: "The Lord of the Rings: The Return of the King", count: 1 }];
    const columns = [text("name"), number("count")];
    const natural = naturalWidth(columns[0]!, rows);
    const { widths } = layoutWidths({ columns, rows, available: 230 });
    expect(natural).toBeGreaterThan(230);
    expect(total(widths)).toBe(230);
    const tight = layoutWidths({ columns, rows, available: 60 });
    expect(tight.widths[0]).toBe(150);
  });

  test("headers give space to columns that would be cut off, values never", () => {
    const columns = ["first count", "second count", "third count"].map((key) => number(key));
    const needed = total(columns.map((column) => naturalWidth(column, [])));
    const layout = (available: number, rows: Record<string, number>[] = []) =>
      layoutWidths({ columns, rows, available }).widths;
    expect(total(layout(needed - 20))).toBeLessThanOrEqual(needed - 20);
    expect(total(layout(needed - 120))).toBeLessThan(needed - 20);
    expect(total(layout(needed - 120))).toBeGreaterThan(needed - 120);
    const wide = { "first count": 2 ** 50, "second count": 2 ** 50, "third count": 2 ** 50 };
    const full = total(columns.map((column) => naturalWidth(column, [wide])));
    expect(total(layout(full - 20, [wide]))).toBe(full);
  });

  test("text that must not be truncated keeps its width", () => {
    const columns = [text("name", { truncate: false }), number("count")];
    const rows = [{ name: "x".repeat(90), count: 1 }];
    expect(layoutWidths({ columns, rows, available: 300 }).widths[0]).toBeGreaterThan(500);
  });

  test("dragged and configured widths are kept", () => {
    const columns = [text("name"), number("count", { width: 90 })];
    const { widths } = layoutWidths({ columns, rows: ROWS, available: 500, chosen: { count: 77 } });
    expect(widths).toEqual([423, 77]);
    expect(naturalWidth(columns[1]!, ROWS)).toBe(90);
  });

  test("long headers shrink for values that would be truncated, if that is enough", () => {
    const columns = [text("line"), number("a_header_of_some_length")];
    const rows = [{ line: "Trucks and Buses", a_header_of_some_length: 33_992 }];
    const widths = layoutWidths({ columns, rows, available: 230 }).widths;
    expect(widths.reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(230);
    expect(widths[1]).toBeGreaterThan(textWidth("a_header_of_", 12, true) + 18);
    const cut = layoutWidths({ columns, rows, available: 150 }).widths;
    expect(cut).toEqual(layoutWidths({ columns, rows, available: 140 }).widths);
  });

  test("header words stay whole, with room for the sort arrow", () => {
    const labels = ["Late", "Films", "Worldwide gross", "avg_production_budget", "% Worldwide gross"];
    const columns = labels.map((label) => number(label));
    const { widths } = layoutWidths({ columns, rows: [], available: 365 });
    for (const [i, word] of ["Late", "Films", "Worldwide", "production_", "Worldwide"].entries()) {
      expect(widths[i], word).toBeGreaterThan(textWidth(word, 12, true) + 18 + 16 - 8);
    }
  });

  test("leave room for the word that names the summary", () => {
    const columns = [text("g"), number("count")];
    const { widths } = layoutWidths({ columns, rows: [{ g: "a", count: 1 }], summary: { count: 1 }, available: 60 });
    expect(widths[0]).toBeGreaterThan(textWidth("Summary", 12, true) + 18);
  });

  test("a long header doesn't widen its column", () => {
    const column = number("c", { label: "Average number of felt reports per event and day" });
    expect(naturalWidth(column, [{ c: 1 }])).toBeLessThan(160);
  });

  test("works without columns", () => {
    expect(layoutWidths({ columns: [], rows: [], available: 300 }).widths).toEqual([]);
  });
});

describe("the cell cursor", () => {
  const size = { rows: 100, columns: 4, page: 10 };
  const at = { row: 5, column: 2 };
  const move = (key: string, isCtrl = false, from = at) => moveCursor(from, { key, isCtrl }, size);

  test.each([
    ["ArrowUp", { row: 4, column: 2 }],
    ["ArrowDown", { row: 6, column: 2 }],
    ["ArrowLeft", { row: 5, column: 1 }],
    ["ArrowRight", { row: 5, column: 3 }],
    ["Home", { row: 5, column: 0 }],
    ["End", { row: 5, column: 3 }],
    ["PageUp", { row: 0, column: 2 }],
    ["PageDown", { row: 15, column: 2 }],
  ])("%s", (key, expected) => {
    expect(move(key)).toEqual(expected);
  });

  test("Ctrl moves to the edge", () => {
    expect(move("ArrowDown", true)).toEqual({ row: 99, column: 2 });
    expect(move("Home", true)).toEqual({ row: 0, column: 0 });
    expect(move("End", true)).toEqual({ row: 99, column: 3 });
  });

  test("moves up from the first row to the header", () => {
    expect(move("ArrowUp", false, { row: 0, column: 1 })).toEqual({ row: -1, column: 1 });
    expect(move("ArrowUp", false, { row: -1, column: 1 })).toEqual({ row: -1, column: 1 });
  });

  test("ignores other keys", () => {
    expect(move("a")).toBeUndefined();
  });

  test("never leaves the grid", () => {
    const keys = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown"];
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...keys), fc.boolean()), { maxLength: 40 }), (strokes) => {
        let position = at;
        for (const [key, isCtrl] of strokes) position = moveCursor(position, { key, isCtrl }, size) ?? position;
        expect(position.row).toBeGreaterThanOrEqual(-1);
        expect(position.row).toBeLessThan(100);
        expect(position.column).toBeGreaterThanOrEqual(0);
        expect(position.column).toBeLessThan(4);
      }),
    );
  });

  test("a range accepts its corners in any order", () => {
    const range = rangeOf({ row: 7, column: 0 }, { row: 3, column: 2 });
    expect(range).toEqual({ from: { row: 3, column: 0 }, to: { row: 7, column: 2 } });
    expect([isInRange(range, 5, 1), isInRange(range, 2, 1), isInRange(undefined, 5, 1)]).toEqual([true, false, false]);
  });
});

describe("pages", () => {
  const shown = (page: number, count: number) =>
    pageList(page, count).map((entry) => (entry.kind === "gap" ? "…" : entry.page + 1));

  test("show the first, last and neighboring pages, with gaps", () => {
    expect(shown(0, 1)).toEqual([1]);
    expect(shown(0, 500)).toEqual([1, 2, "…", 500]);
    expect(shown(50, 100)).toEqual([1, "…", 50, 51, 52, "…", 100]);
  });

  test("show the page instead of a gap of one", () => {
    expect(shown(2, 5)).toEqual([1, 2, 3, 4, 5]);
    expect(shown(3, 7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });
});
