import { strFromU8, unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import type { TableColumn } from "../../chart-seam/table-column.ts";
import { fileName, toCsv, toJson } from "./texts.ts";
import { workbookOf } from "./workbook.ts";

const column = (key: string, label: string, type: number): TableColumn => ({
  key,
  label,
  type,
  format: (value) => `~${value}~`,
});
const COLUMNS = [
  column("city", "City, place", 1),
  column("at", "At", 2),
  column("sum", "Sum", 0),
  column("ok", "OK", 3),
];
const DAY = Date.parse("2024-03-01T12:00:00Z");
const ROWS = [
  { city: 'Oslo "S"', at: DAY, sum: 1.5, ok: true },
  { city: "=1+1", at: null, sum: null, ok: false },
];

function cellsOf(columns: readonly TableColumn[], rows: readonly Record<string, string | number | boolean | null>[]) {
  const files = unzipSync(workbookOf({ columns, rows }));
  const sheet = strFromU8(files["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
  const cells = [...sheet.matchAll(/<c r="([A-Z]+\d+)"([^>]*?)(?:\/>|>(.*?)<\/c>)/g)];
  return Object.fromEntries(
    cells.map(([, at, kind, text = ""]) => [
      at,
      [/t="(\w+)"/.exec(kind ?? "")?.[1] ?? "n", text.replace(/<[^>]+>/g, "")],
    ]),
  );
}

describe("exported rows", () => {
  test("are CSV with quoted texts, times as shown, and no formulas", () => {
    expect(toCsv(ROWS, COLUMNS).split("\r\n")).toEqual([
      '"City, place",At,Sum,OK',
      `"Oslo ""S""",~${DAY}~,1.5,true`,
      "'=1+1,,,false",
    ]);
    expect(toCsv([], COLUMNS.slice(1, 2))).toBe("At");
  });

  test("are JSON with the keys of shown columns only", () => {
    expect(JSON.parse(toJson([{ city: "Oslo", at: 5, hidden: 1 }], COLUMNS.slice(0, 3)))).toEqual([
      { city: "Oslo", at: 5, sum: null },
    ]);
  });

  test("are a workbook with typed numbers, dates and booleans", () => {
    const cells = cellsOf(COLUMNS, ROWS);
    expect([cells.A1, cells.D1]).toEqual([
      ["inlineStr", "City, place"],
      ["inlineStr", "OK"],
    ]);
    expect(cells.A2).toEqual(["inlineStr", "Oslo &quot;S&quot;"]);
    expect(cells.B2).toEqual(["n", "45352.5"]);
    expect(cells.C2).toEqual(["n", "1.5"]);
    expect([cells.D2, cells.D3]).toEqual([
      ["b", "1"],
      ["b", "0"],
    ]);
    expect([cells.B3, cells.C3]).toEqual([
      ["n", ""],
      ["n", ""],
    ]);
  });

  test("keep long integers and early dates as text in a workbook", () => {
    const long = 10 ** 15 + 1;
    const cells = cellsOf(COLUMNS, [
      { at: Date.parse("1850-01-01T00:00:00Z"), sum: long },
      { at: "2024-03-01", sum: Number.POSITIVE_INFINITY },
    ]);
    expect(cells.B2).toEqual(["inlineStr", `~${Date.parse("1850-01-01T00:00:00Z")}~`]);
    expect(cells.C2).toEqual(["inlineStr", String(long)]);
    expect(cells.B3).toEqual(["n", "45352"]);
    expect(cells.C3).toEqual(["inlineStr", "Infinity"]);
  });

  test("have cell addresses beyond column Z", () => {
    const many = Array.from({ length: 28 }, (_, at) => column(`c${at}`, `C${at}`, 0));
    const cells = cellsOf(many, [{ c26: 1, c27: 2 }]);
    expect([cells.Z1?.[1], cells.AA2?.[1], cells.AB2?.[1]]).toEqual(["C25", "1", "2"]);
  });

  test.each([
    ["Flights by day", "Flights_by_day.csv"],
    ["  Umsatz: €/Tag! ", "Umsatz_Tag.csv"],
    ["日本", "日本.csv"],
    ["???", "chart.csv"],
  ])("the file name of “%s” is %s", (title, name) => expect(fileName(title, "csv")).toBe(name));

  test("name the zone of times that are on a clock", () => {
    const zoned = [{ ...column("at", "At", 2), zone: "Asia/Tokyo" }];
    const rows = [{ at: DAY }];
    expect(toCsv(rows, zoned).split("\r\n")[0]).toBe("At (Asia/Tokyo)");
    expect(JSON.parse(toJson(rows, zoned))).toEqual([{ "at (Asia/Tokyo)": DAY }]);
    expect(cellsOf(zoned, rows).A1).toEqual(["inlineStr", "At (Asia/Tokyo)"]);
  });
});
