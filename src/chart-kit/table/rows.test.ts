import { describe, expect, test } from "vitest";
import type { TableColumn } from "../../chart-seam/table-column.ts";
import { Dataset } from "../../model/dataset.ts";
import { ChartDataResponse } from "../../model/query-context.ts";
import { columnsOfResult, formatTimestamp, labelOf, rowsOf } from "./column.ts";
import { compareValues, nextSort, searchRows, sortRows } from "./rows.ts";
import { tableToTsv, toTsv } from "./tsv.ts";

const ROWS = [
  { airport: "ORD", flights: 166_341, late: 0.255, day: Date.UTC(2001, 0, 1) },
  { airport: "DFW", flights: 157_000, late: null, day: Date.UTC(2001, 0, 2) },
  { airport: null, flights: 9, late: 0.1, day: null },
  { airport: "atl", flights: 125_000, late: 0.2, day: Date.UTC(2001, 0, 3, 4, 5, 6) },
];

const RESULT = { data: ROWS, colnames: ["airport", "flights", "late", "day"], coltypes: [1, 0, 0, 2] };
const COLUMNS = columnsOfResult(RESULT);

describe("columns of a result", () => {
  test("show numbers in full and all parts of dates", () => {
    const texts = COLUMNS.map((column) => {
      const value = ROWS[3]?.[column.key as "day"];
      return column.format(value ?? null, ROWS[3]!);
    });
    expect(texts).toEqual(["atl", "125,000", "0.200", "2001-01-03 04:05:06"]);
    expect(formatTimestamp(Date.UTC(2001, 0, 2))).toBe("2001-01-02");
    expect(formatTimestamp("soon")).toBe("soon");
  });

  test("labels and formats come from the dataset", () => {
    const dataset = {
      id: 1,
      table_name: "flights",
      columns: [],
      metrics: [],
      verbose_map: { late: "Late share" },
      column_formats: { late: ".1%" },
    };
    const late = columnsOfResult(RESULT, dataset)[2];
    expect(late?.label).toBe("Late share");
    expect(late?.format(0.255, {})).toBe("25.5%");
    expect(labelOf("flights", dataset)).toBe("flights");
    for (const name of ["constructor", "__proto__", "toString"]) {
      const [column] = columnsOfResult({ data: [{ [name]: 1 }], colnames: [name] } as never, dataset);
      expect([column?.label, column?.format(1, {})]).toEqual([name, "1"]);
    }
  });

  test("shares are named after their metric and shown in percent", () => {
    const dataset = { id: 1, table_name: "flights", columns: [], metrics: [], verbose_map: { count: "Flights" } };
    const data = [{ count: 3, count__contribution: 0.25, lone__contribution: 1 }];
    const columns = columnsOfResult({ data }, dataset);
    expect(columns.map(({ label }) => label)).toEqual(["Flights", "% Flights", "lone__contribution"]);
    expect(columns[1]?.format(0.25, {})).toBe("25.0%");
  });

  test("a column named __proto__ keeps its values", () => {
    const body: unknown = JSON.parse('{"result":[{"data":[{"__proto__":"a0","n":1}],"colnames":["__proto__","n"]}]}');
    const [result] = ChartDataResponse.parse(body).result;
    const [column] = columnsOfResult(result ?? {});
    const [row] = rowsOf(result);
    expect(row && column?.format(row[column.key] ?? null, row)).toBe("a0");
    expect(ChartDataResponse.safeParse({ result: [{ data: [[1]] }] }).success).toBe(false);
  });

  test("names and types are inferred from the rows if the result lacks them", () => {
    const columns = columnsOfResult({
      data: [
        { a: null, b: 1 },
        { a: true, b: 2 },
      ],
    });
    expect(columns.map(({ key, type }) => [key, type])).toEqual([
      ["a", 3],
      ["b", 0],
    ]);
  });

  test("a text response has no rows", () => {
    expect(rowsOf({ data: "a,b" })).toEqual([]);
    expect(rowsOf(undefined)).toEqual([]);
  });
});

describe("sorting", () => {
  test("a click cycles from ascending to descending to unsorted", () => {
    const first = nextSort([], "flights", { additive: false });
    const second = nextSort(first, "flights", { additive: false });
    expect(first).toEqual([{ key: "flights", descending: false }]);
    expect(second).toEqual([{ key: "flights", descending: true }]);
    expect(nextSort(second, "flights", { additive: false })).toEqual([]);
  });

  test("every click on the column of the initial order reverses it", () => {
    const unsorted = [{ key: "flights", descending: true }];
    const first = nextSort(unsorted, "flights", { additive: false, unsorted: unsorted });
    expect(first).toEqual([{ key: "flights", descending: false }]);
    const second = nextSort(first, "flights", { additive: false, unsorted: unsorted });
    expect(second).toEqual([{ key: "flights", descending: true }]);
    expect(nextSort(second, "flights", { additive: false, unsorted: unsorted })).toEqual(first);
    const rising = [{ key: "flights", descending: false }];
    expect(
      nextSort(nextSort(rising, "flights", { additive: false, unsorted: rising }), "flights", {
        additive: false,
        unsorted: rising,
      }),
    ).toEqual([]);
  });

  test("Shift keeps other columns in the sort order", () => {
    const two = nextSort([{ key: "airport", descending: false }], "flights", { additive: true });
    expect(two.map((sort) => sort.key)).toEqual(["airport", "flights"]);
    expect(nextSort(two, "airport", { additive: true })).toEqual([
      { key: "airport", descending: true },
      { key: "flights", descending: false },
    ]);
    expect(nextSort(two, "airport", { additive: false })).toEqual([{ key: "airport", descending: true }]);
  });

  test("null is last in both directions, and case is ignored", () => {
    const order = (descending: boolean) => sortRows(ROWS, [{ key: "airport", descending }]).map((row) => row.airport);
    expect(order(false)).toEqual(["atl", "DFW", "ORD", null]);
    expect(order(true)).toEqual(["ORD", "DFW", "atl", null]);
  });

  test("numbers sort as numbers, numeric text by value", () => {
    const long = [{ n: "0.12345678901234567891" }, { n: 0.5 }, { n: "0.02345678901234567891" }];
    expect(sortRows(long, [{ key: "n", descending: false }]).map((row) => row.n)).toEqual([
      "0.02345678901234567891",
      "0.12345678901234567891",
      0.5,
    ]);
    expect(sortRows(ROWS, [{ key: "flights", descending: true }]).map((row) => row.flights)[0]).toBe(166_341);
    expect(compareValues("9 to 10", "10 to 11")).toBeLessThan(0);
    expect(compareValues(false, true)).toBeLessThan(0);
  });

  test("integers beyond double precision sort by value", () => {
    const rows = ["9007199254740993", "-9007199254740993", 5, "10007199254740993", null].map((id) => ({ id }));
    const ids = (descending: boolean) => sortRows(rows, [{ key: "id", descending }]).map(({ id }) => id);
    expect(ids(false)).toEqual(["-9007199254740993", 5, "9007199254740993", "10007199254740993", null]);
    expect(ids(true)).toEqual(["10007199254740993", "9007199254740993", 5, "-9007199254740993", null]);
  });

  test("text sorts by the numbers in it, ignoring accents", () => {
    const names = ["Gate 10", "Éclair", "gate 9", "eclipse"].map((name) => ({ name }));
    const sorted = sortRows(names, [{ key: "name", descending: false }]).map((row) => row.name);
    expect(sorted).toEqual(["Éclair", "eclipse", "gate 9", "Gate 10"]);
  });

  test("sorts 100,000 text rows quickly", () => {
    const many = Array.from({ length: 100_000 }, (_, index) => ({ name: `Airport ${(index * 7919) % 100_000}` }));
    const sorted = sortRows(many, [{ key: "name", descending: true }]);
    expect(sorted[0]?.name).toBe("Airport 99999");
    expect(sorted.at(-1)?.name).toBe("Airport 0");
  });

  test("without a sort order the rows stay unchanged", () => {
    expect(sortRows(ROWS, [])).toBe(ROWS);
  });
});

describe("searching", () => {
  const keys = (text: string, columnKey?: string) =>
    searchRows(ROWS, COLUMNS, { text, columnKey }).map((row) => row.airport);

  test("finds displayed text, ignoring case", () => {
    expect(keys("ord")).toEqual(["ORD"]);
    expect(keys("157,000")).toEqual(["DFW"]);
    expect(keys("2001-01-03")).toEqual(["atl"]);
    expect(keys("  ")).toHaveLength(4);
  });

  test("searches only one column if requested", () => {
    expect(keys("1", "airport")).toEqual([]);
  });

  test("doesn't find null by its placeholder text", () => {
    expect(keys("N/A")).toEqual([]);
  });
});

describe("copying", () => {
  test("a range of cells becomes tab-separated text with raw numbers", () => {
    const range = { from: { row: 0, column: 0 }, to: { row: 1, column: 2 } };
    expect(toTsv(ROWS, COLUMNS, range)).toBe("ORD\t166341\t0.255\nDFW\t157000\t");
  });

  test("the whole table includes its header", () => {
    const text = tableToTsv(ROWS, COLUMNS);
    expect(text.split("\n")).toHaveLength(5);
    expect(text.split("\n")[0]).toBe("airport\tflights\tlate\tday");
  });

  test("tabs and quotes inside values are quoted", () => {
    const note: TableColumn = { key: "note", label: "Note", type: 1, format: String };
    const rows = [{ note: 'a\t"b"' }];
    expect(toTsv(rows, [note], { from: { row: 0, column: 0 }, to: { row: 0, column: 0 } })).toBe('"a\t""b"""');
  });
});

test.each([
  ["late", ["late"], "12.5%"],
  ["late, Europe", ["late", "flights"], "12.5%"],
  ["Europe", ["late"], "12.5%"],
  ["Europe", ["late", "flights"], "0.125"],
  ["delay", ["late"], "0.125"],
])("values of %s with the metrics %o are formatted like their metric", (name, metrics, text) => {
  const dataset = Dataset.parse({
    id: 1,
    table_name: "flights",
    columns: [{ column_name: "delay" }],
    metrics: [],
    column_formats: { late: ".1%" },
  });
  const [column] = columnsOfResult({ data: [{ [name]: 0.125 }], colnames: [name], coltypes: [0] }, dataset, metrics);
  expect(column?.format(0.125, {})).toBe(text);
});

test.each([
  ["late", ["late"], "Late departures"],
  ["late, Europe", ["late", "flights"], "Late departures, Europe"],
  ["late__1 year ago, Europe", ["late"], "Late departures, 1 year ago, Europe"],
  ["Europe", ["late"], "Europe"],
  ["later", ["late"], "later"],
])("%s with the metrics %o is labeled %s", (name, metrics, label) => {
  const names = { verbose_map: { late: "Late departures" } };
  const dataset = Dataset.parse({ id: 1, table_name: "flights", columns: [], metrics: [], ...names });
  expect(columnsOfResult({ data: [], colnames: [name] }, dataset, metrics)[0]?.label).toBe(label);
});
