import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startUploads, type Uploads } from "../../testing/uploads.ts";
import { minimalWorkbook } from "../../testing/workbooks.ts";

let world: Uploads;
beforeAll(async () => {
  world = await startUploads();
});
afterAll(() => world.stop());

type Fields = Record<string, string>;
// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

async function itemsOf(content: string | Uint8Array, fields: Fields = {}): Promise<Json[]> {
  const file = fields.type === "excel" ? "a.xlsx" : "a.csv";
  const sent = { content, file, fields: { rows_to_read: "8", ...fields }, path: "upload_metadata/" };
  const { status, body } = await world.send(sent);
  return status === 200 ? body.result.items : [body];
}

async function upload(content: string | Uint8Array, fields: Fields = {}) {
  const table = fields.table_name ?? `f_${randomUUID().replaceAll("-", "").slice(0, 12)}`;
  const file = fields.type === "excel" ? "a.xlsx" : "a.csv";
  const { body } = await world.send({ content, file, fields: { table_name: table, ...fields } });
  return { table, body, rows: () => world.rowsOf("duckdb", table) };
}

describe("a header below titles", () => {
  const REPORT = `Report 2024;;\nAs of: 31.12.2024;;\n\nDay;Store;Sales\n01.01.2024;Köln;1,5\n13.01.2024;Bonn;2,5\n`;

  test("is named by the line of the file, and read from there", async () => {
    const [titled] = await itemsOf(REPORT);
    expect([titled.column_names, titled.header_below]).toEqual([["Report 2024", "column1", "column2"], 4]);
    const [read] = await itemsOf(REPORT, { skip_rows: "3" });
    expect([read.column_names, read.column_types]).toEqual([
      ["Day", "Store", "Sales"],
      ["date", "text", "double"],
    ]);
    expect(read).not.toHaveProperty("header_below");
    expect(await (await upload(REPORT, { skip_rows: "3" })).rows()).toHaveLength(2);
  });

  test("is found below a title without delimiters, which makes all lines too long", async () => {
    const [item] = await itemsOf("Sales report\n\nday;store;sales\n2024-01-01;A;1\n2024-01-02;B;2\n");
    expect([item.format.delimiter, item.header_below, item.problem]).toEqual([
      ";",
      3,
      "Line 3: expected 1 field, found 3.",
    ]);
  });

  test.each([
    ["a header", "a,b,c\n1,2,3\n4,5,6\n"],
    ["a header with fewer cells than the rows", "a,,\n1,2,3\n4,5,6\n"],
    ["names with commas in one column", "name\nSmith; John\nDoe; Jane\n"],
  ])("isn't suggested for %s", async (_, content) => {
    expect((await itemsOf(content))[0]).not.toHaveProperty("header_below");
  });

  test("beyond the end is refused with the number of lines", async () => {
    const [item] = await itemsOf("a,b\n1,2\n", { skip_rows: "8" });
    expect(item).toEqual({
      message: "Parsing error: The header row is 9, but there are only 2 lines.",
      field: "header_row",
    });
  });
});

test("only the chosen sheet of a workbook counts", async () => {
  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  const rows = [text("Q1"), "", text("store") + text("sales"), `${text("Oslo")}<c><v>7</v></c>`];
  const content = await minimalWorkbook(rows, { notes: [text("Made in March")] });
  const fields = { type: "excel", skip_rows: "2", column_data_types: '{"sales":"text"}' };
  const [sales, notes] = await itemsOf(content, fields);
  expect([sales.column_names, sales.column_types, sales.rows]).toEqual([
    ["store", "sales"],
    ["text", "text"],
    [["Oslo", "7"]],
  ]);
  expect(notes).toEqual({
    sheet_name: "Notes",
    column_names: [],
    problem: "The header row is 3, but there is only 1 row.",
  });
  expect((await itemsOf(content, { type: "excel" }))[0].header_below).toBe(3);
  expect((await upload(content, fields)).body.result.rows).toBe(1);
  expect((await upload(content, { ...fields, sheet_name: "Notes" })).body).toEqual({
    message: "Parsing error: The header row is 3, but there is only 1 row.",
    field: "header_row",
  });
});

describe("a chosen type", () => {
  const DAYS = "day,n\n01.01.2024,1\n13.01.2024,2\nTotal,3\n";

  test("is refused for the value that doesn't fit, not for a date order that the column shows", async () => {
    const { body } = await upload(DAYS, { column_data_types: '{"day":"date"}' });
    expect(body).toEqual({
      message: 'Parsing error: Column "day", line 4: "Total" doesn\'t fit the type date.',
      field: "columns_read",
    });
    const unclear = await upload("day\n01.02.2024\n03.04.2024\nTotal\n", { column_data_types: '{"day":"date"}' });
    expect(unclear.body).toEqual({
      message: expect.stringMatching(/line 2: "01\.02\.2024".*Choose the date order\. 2 more values/),
      field: "day_first",
    });
  });

  test("applies to the preview, which says which values don't fit", async () => {
    const [wrong] = await itemsOf(DAYS, { column_data_types: '{"day":"date","n":"text"}' });
    expect([wrong.column_types, wrong.column_problems, wrong.rows[0]]).toEqual([
      ["text", "text"],
      ['1 of 3 values doesn\'t fit the chosen type (line 4: "Total").', null],
      ["01.01.2024", "1"],
    ]);
    const [right] = await itemsOf("day,n\n01.01.2024,1\n", {
      ...{ column_data_types: '{"day":"date","of another file":"date"}', day_first: "true" },
    });
    expect([right.column_types, right.rows, right.column_problems]).toEqual([
      ["date", "integer"],
      [["2024-01-01", "1"]],
      undefined,
    ]);
  });
});

describe("amounts with a sign", () => {
  const MONEY = `paid,share,both\n"$1,000.50",3%,$1\n-$2.00,1.5 %,€2\n"$ 3",-4%,3\n`;

  test("stay text with the reason, and become numbers by a type that names the sign", async () => {
    const [item] = await itemsOf(MONEY);
    expect(item.column_signs).toEqual(["$", "%", null]);
    expect(item.column_notes.slice(0, 2)).toEqual([
      'Stored as text: 3 of 3 values have the sign "$". Choose the type "Number without $" to load numbers.',
      'Stored as text: 3 of 3 values have the sign "%". Choose the type "Number without %" to load numbers.',
    ]);
    const column_data_types = '{"paid":"number without $","share":"number without %"}';
    const { table, rows } = await upload(MONEY, { column_data_types });
    expect(await rows()).toEqual([
      [1000.5, 3, "$1"],
      [-2, 1.5, "€2"],
      [3, -4, "3"],
    ]);
    const append = { table_name: table, already_exists: "append", column_data_types };
    expect((await upload("paid,share,both\n$5,6%,x\n", append)).body.message).toBe("OK");
    expect((await rows()).at(-1)).toEqual([5, 6, "x"]);
  });

  test("are refused without this sign", async () => {
    const { body } = await upload("paid\n$1\n€2\n3\n", { column_data_types: '{"paid":"number without $"}' });
    expect(body.message).toBe(
      'Parsing error: Column "paid", line 3: "€2" doesn\'t fit the type number without $. 1 more value has this problem.',
    );
  });

  test("show the decimal separator, and the first value that is different", async () => {
    const content = "Umsatz;Rabatt\n1.100,00 €;0,5 %\n2,50 €;1 %\n7,00 €;\nSumme;\n";
    const [item] = await itemsOf(content);
    expect(item.column_notes[0]).toBe(
      'Stored as text: 3 of 4 values have the sign "€". Choose the type "Number without €" to load numbers. Line 5 is different: "Summe".',
    );
    const column_data_types = '{"Umsatz":"number without €","Rabatt":"number without %"}';
    const { rows } = await upload(content.replace("Summe;\n", ""), { column_data_types });
    expect(await rows()).toEqual([
      [1100, 0.5],
      [2.5, 1],
      [7, null],
    ]);
  });
});

test("lines with too many fields are skipped only if asked, and counted", async () => {
  const content = "a,b\n1,2\n3,4,5\n6,7\n8,9,10,11\n";
  const [item] = await itemsOf(content);
  expect([item.problem, item.long_lines, item.row_count]).toEqual(["Line 3: expected 2 fields, found 3.", 2, 2]);
  expect((await upload(content)).body).toEqual({
    message: "Parsing error: Line 3: expected 2 fields, found 3.",
    field: "skip_long_lines",
  });
  const { body, rows } = await upload(content, { skip_long_lines: "true" });
  expect(body.result).toMatchObject({ rows: 2, skipped_lines: 2 });
  expect(await rows()).toEqual([
    [1, 2],
    [6, 7],
  ]);
});

test("columns get new names, also to match the table they are added to", async () => {
  const names = (own: object) => ({ column_names: JSON.stringify(own) });
  const { table, body, rows } = await upload("a,column1\n1,x\n", names({ column1: " Place " }));
  expect(body.result.columns.map((column: Json) => column.name)).toEqual(["a", "Place"]);
  const added = await upload("a,Ort\n2,y\n", {
    table_name: table,
    already_exists: "append",
    ...names({ Ort: "Place" }),
  });
  expect([added.body.message, await rows()]).toEqual([
    "OK",
    [
      [1, "x"],
      [2, "y"],
    ],
  ]);
  const twice = await upload("a,b\n1,x\n", names({ b: "A" }));
  expect(twice.body).toEqual({ message: 'Parsing error: Two columns are named "A".', field: "column_names" });
  expect((await upload("a\n1\n", names({ b: "c" }))).body.message).toMatch(/no column "b"/);
  expect((await upload("a\n1\n", names({ a: " " }))).body.message).toHaveProperty("column_names");
});
