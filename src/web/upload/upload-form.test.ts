import { describe, expect, test } from "vitest";
import {
  formFor,
  guessCsv,
  kindOf,
  problemOfFile,
  problemsOf,
  readingFields,
  tableNameOf,
  uploadFields,
} from "./upload-form.ts";

test.each([
  ["Sales 2024 (final).csv", "sales_2024_final"],
  ["2024-Umsätze.xlsx", "t_2024_umsatze"],
  ["日本.parquet", "upload"],
  ["_a__b_.tsv", "a_b"],
  [`${"x".repeat(80)}.csv`, "x".repeat(63)],
])("the table of %s is called %s", (file, name) => expect(tableNameOf(file)).toBe(name));

test.each([
  ["a.CSV", "csv"],
  ["a.b.xlsx", "excel"],
  ["a.zip", "columnar"],
  ["a.exe", undefined],
  ["csv", undefined],
])("%s is %s", (name, kind) => expect(kindOf(name)).toBe(kind));

test.each([
  [{ name: "a.exe", size: 1 }, /Only CSV, Excel and Parquet/],
  [{ name: "a.xls", size: 1 }, /\.xlsx/],
  [{ name: "a.csv", size: 0 }, /empty/],
  [{ name: "a.csv", size: 120 * 1024 * 1024 }, /120 MB.*up to 100 MB/],
])("%o cannot be uploaded", (file, text) => expect(problemOfFile(file)).toMatch(text));

test.each([
  ["a,b\n1,2\n", ",", "."],
  ['a;b\n1,5;2\n"x,y;z";3\n', ";", ","],
  ["a\tb\n1.5\t2", "\t", "."],
  ['"a|b"|c\n1|2', "|", "."],
  ["alone\n1", ",", "."],
  ["", ",", "."],
])("%j is written with %j and %j", (text, delimiter, decimal) =>
  expect(guessCsv(text)).toEqual({ delimiter, decimal }),
);

describe("what the server is told", () => {
  const guess = { delimiter: ";", decimal: "," } as const;
  const form = { ...formFor("a.csv"), databaseId: 1, schema: "main" };

  test("nothing but the kind of a Parquet file's reading, no marks of a workbook", () => {
    expect(readingFields("columnar", form, undefined)).toEqual({ type: "columnar" });
    expect(Object.keys(readingFields("excel", form, undefined))).not.toContain("delimiter");
    expect(readingFields("csv", form, guess)).toMatchObject({
      delimiter: ";",
      decimal_character: ",",
      header_row: "0",
    });
    expect(readingFields("csv", { ...form, delimiter: "|", headerRow: 3 }, guess)).toMatchObject({
      delimiter: "|",
      header_row: "2",
    });
  });

  test("columns by their names, whatever is in them; those of another sheet are forgotten", () => {
    const set = {
      ...form,
      leftOut: ["b"],
      types: { "a, c": "integer", d: "datetime", b: "datetime", gone: "text" } as const,
      hasIndex: true,
      indexColumn: "gone",
    };
    expect(uploadFields({ type: "csv" }, set, ["a, c", "b", "d"])).toEqual({
      type: "csv",
      table_name: "a",
      already_exists: "fail",
      schema: "main",
      columns_read: '["a, c","d"]',
      column_dates: '["d"]',
      column_data_types: '{"a, c":"integer"}',
      dataframe_index: "true",
    });
  });

  test("problems are told before anything is sent", () => {
    expect(problemsOf(form, ["A"], ["x"])).toEqual({ table_name: "A table “a” exists." });
    expect(problemsOf({ ...form, exists: "append" }, ["A"], ["x"])).toEqual({});
    expect(problemsOf({ ...form, table: " ", leftOut: ["x"] }, [], ["x"])).toEqual({
      table_name: "A table needs a name.",
      columns_read: "Choose a column at least.",
    });
  });
});
