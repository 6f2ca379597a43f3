import { describe, expect, test } from "vitest";
import { inLocale } from "../../i18n/node.ts";
import { errorOfResponse } from "../../web/client/errors.ts";
import {
  formFor,
  kindOf,
  problemOfFile,
  problemsOf,
  readingFields,
  sizeText,
  tableNameOf,
  uploadFields,
} from "./upload-form.ts";
import { failureTextsOf } from "./use-uploading.ts";

test.each([
  ["Sales 2024 (final).csv", "sales_2024_final"],
  ["2024-Umsätze.xlsx", "t_2024_umsatze"],
  ["日本.parquet", "upload"],
  ["_a__b_.tsv", "a_b"],
  [`${"x".repeat(80)}.csv`, "x".repeat(63)],
])("%s gets the table name %s", (file, name) => expect(tableNameOf(file)).toBe(name));

test.each([
  ["a.CSV", "csv"],
  ["a.b.xlsx", "excel"],
  ["a.zip", "columnar"],
  ["a.exe", undefined],
  ["csv", undefined],
])("%s has the file type %s", (name, kind) => expect(kindOf(name)).toBe(kind));

test.each([
  [{ name: "a.exe", size: 1 }, /Unsupported file type/],
  [{ name: "a.xls", size: 1 }, /\.xlsx/],
  [{ name: "a.csv", size: 0 }, /empty/],
  [{ name: "a.csv", size: 1200 * 1024 * 1024 }, /1\.2 GB.*up to 1 GB/],
  [{ name: "a.xlsx", size: 120 * 1024 * 1024 }, /120 MB.*up to 100 MB.*CSV/],
  [{ name: "a.zip", size: 120 * 1024 * 1024 }, /120 MB.*up to 100 MB.*Parquet/],
])("rejects %o", (file, text) => expect(problemOfFile(file)).toMatch(text));

describe("fields sent to the server", () => {
  const form = { ...formFor("a.csv"), databaseId: 1, schema: "main" };

  test("include only formats that were set, for Parquet files only the date order", () => {
    expect(readingFields("columnar", form)).toEqual({ type: "columnar" });
    const detected = ["encoding", "delimiter", "decimal_character", "thousands_character", "day_first", "null_values"];
    for (const field of detected) expect(readingFields("csv", form)).not.toHaveProperty(field);
    const set = { ...form, encoding: "utf-8", delimiter: "|", decimal: ",", thousands: "", dayFirst: false } as const;
    expect(readingFields("csv", { ...set, headerRow: 3 })).toMatchObject({
      ...{ encoding: "utf-8", delimiter: "|", decimal_character: ",", thousands_character: "" },
      ...{ day_first: "false", header_row: "0", skip_rows: "2" },
    });
    expect(readingFields("excel", set)).not.toHaveProperty("delimiter");
    expect(readingFields("columnar", set)).toEqual({ type: "columnar", day_first: "false" });
  });

  test("list columns by name, whatever characters they have, without those of another sheet", () => {
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

  test("finds problems before sending", () => {
    expect(problemsOf(form, ["A"], ["x"])).toEqual({ table_name: "Table “a” already exists." });
    expect(problemsOf({ ...form, exists: "append" }, ["A"], ["x"])).toEqual({});
    expect(problemsOf({ ...form, table: " ", leftOut: ["x"] }, [], ["x"])).toEqual({
      table_name: "Enter a table name.",
      columns_read: "Choose at least one column.",
    });
  });
});

test.each([
  [1, "1 byte"],
  [512, "512 bytes"],
  [2048, "2 kB"],
  [1024 * 1024, "1 MB"],
  [2.54 * 1024 * 1024, "2.5 MB"],
  [120 * 1024 * 1024, "120 MB"],
])("a file of %i bytes has %s", (bytes, text) => expect(sizeText(bytes)).toBe(text));

test("sizes are written in the user's language", () => {
  expect(inLocale({ language: "de" }, () => sizeText(2.54 * 1024 * 1024))).toContain("2,5");
});

describe("the server's errors", () => {
  const error = (field: string) => errorOfResponse(422, { message: "Die Datei ist nicht lesbar.", field });

  test("belong to the field that the server names, in any language", () => {
    const { fields, rest } = failureTextsOf(error("encoding"), "csv");
    expect([fields, rest]).toEqual([{ encoding: "Die Datei ist nicht lesbar." }, undefined]);
  });

  test("without a field of this kind of file are shown below the form", () => {
    const texts = [error("encoding"), errorOfResponse(422, { message: "Die Datei ist nicht lesbar." })].map((each) =>
      failureTextsOf(each, "columnar"),
    );
    expect(texts).toEqual([texts[1], { fields: {}, rest: "Die Datei ist nicht lesbar." }]);
    expect(failureTextsOf(undefined, "csv")).toEqual({ fields: {}, rest: undefined });
  });
});

describe("problems of the form", () => {
  const form = { ...formFor("sales.csv"), databaseId: 1 };

  test("are whole sentences in the user's language", () => {
    const all = [
      problemsOf({ ...form, databaseId: undefined, table: "" }, [], []),
      problemsOf({ ...form, table: "x".repeat(121) }, [], []),
      problemsOf(form, ["Sales"], []),
      problemsOf({ ...form, leftOut: ["a"] }, [], ["a"]),
    ];
    expect(all.flatMap((problems) => Object.values(problems))).toEqual([
      "Choose a database.",
      "Enter a table name.",
      "Names can be up to 120 characters.",
      "Table “sales” already exists.",
      "Choose at least one column.",
    ]);
    const pseudo = inLocale({ language: "en-XA" }, () => problemsOf(form, ["Sales"], []));
    expect(pseudo.table_name).toMatch(/^\[[^[]*sales[^[]*\]$/);
  });
});
