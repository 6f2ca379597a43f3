import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engineOf } from "../../server/engine/app-engine.ts";
import { casesOf, isSampled, sampleOf } from "../../testing/full-size.ts";
import { isEngineThere, sampledEngines, startUploads, type Uploads } from "../../testing/uploads.ts";
import { minimalWorkbook } from "../../testing/workbooks.ts";

let world: Uploads;
beforeAll(async () => {
  world = await startUploads();
});
afterAll(() => world.stop());

type Fields = Record<string, string>;

const tableName = () => `v_${randomUUID().replaceAll("-", "").slice(0, 12)}`;
const DAY = Date.UTC(2024, 4, 1);
const HOUR = 3_600_000;

async function uploaded(content: string | Uint8Array, fields: Fields = {}, engine = "duckdb") {
  const table_name = tableName();
  const path = `${world.ids[engine]}/upload/`;
  const file = { excel: "a.xlsx", columnar: "a.parquet" }[fields.type ?? ""] ?? "a.csv";
  const answer = await world.send({ content, file, fields: { table_name, ...fields }, path });
  expect(answer.body.message).toBe("OK");
  const rows = await world.rowsOf(engine, fields.table_name ?? table_name);
  const columns: { name: string; type: string; note: string | null }[] = answer.body.result.columns;
  return { table: fields.table_name ?? table_name, rows, columns };
}

const typesOf = ({ columns }: { columns: { type: string }[] }) => columns.map(({ type }) => type);
const notesOf = ({ columns }: { columns: { note: string | null }[] }) => columns.map(({ note }) => note);
const refusal = async (content: string | Uint8Array, fields: Fields = {}) => {
  const answer = await world.send({ content, fields: { table_name: tableName(), ...fields } });
  return [answer.status, answer.body.message];
};

describe.each(sampledEngines(1))("%s keeps", (engine) => {
  const text = (value: string) => (engine === "mysql" ? `CAST(${value} AS CHAR)` : `CAST(${value} AS VARCHAR)`);

  test("all digits, with leading and trailing zeros", async () => {
    const { table, rows } = await uploaded(
      "id,iccid,code,price\n1,12345678901234567890,007,1.10\n2,12345678901234567891,042,12.00\n3,9007199254740993,100,0.25\n",
      {},
      engine,
    );
    expect(rows).toHaveLength(3);
    const found = await world.rowsOf(engine, `${table} ORDER BY id`, `${text("iccid")}, ${text("code")}`);
    expect(found).toEqual([
      ["12345678901234567890", "007"],
      ["12345678901234567891", "042"],
      ["9007199254740993", "100"],
    ]);
    const [[price]] = (await world.rowsOf(engine, `${table} WHERE id = 1`, text("price"))) as [[string]];
    // ClickHouse keeps the scale of a decimal in its type, and leaves it out of its texts.
    expect(price).toBe(engine === "clickhouse" ? "1.1" : "1.10");
  });

  test("words that other programs read as booleans or null", async () => {
    const { table } = await uploaded("id,country,x,isTrue\n1,NO,t,true\n2,NA,f,false\n3,null,yes,true\n", {}, engine);
    const rows = await world.rowsOf(engine, `${table} ORDER BY id`, "country, x");
    expect(rows).toEqual([
      ["NO", "t"],
      ["NA", "f"],
      ["null", "yes"],
    ]);
    const flags = await world.rowsOf(engine, `${table} ORDER BY id`, engine === "postgresql" ? '"isTrue"' : "isTrue");
    expect(flags).toEqual([[true], [false], [true]]);
  });

  test("appended values in the types of the table", async () => {
    const table_name = tableName();
    const path = `${world.ids[engine]}/upload/`;
    const append = (content: string, already_exists = "append") =>
      world.send({ content, fields: { table_name, already_exists }, path });
    expect((await append("n,label,amount\n1,first,1.5\n", "fail")).status).toBe(201);
    expect((await append("n,label,amount\n2,1.10,2\n3,1e5,1e2\n4,TRUE,0.5\n")).status).toBe(201);
    expect(await world.rowsOf(engine, `${table_name} ORDER BY n`)).toEqual([
      [1, "first", 1.5],
      [2, "1.10", 2],
      [3, "1e5", 100],
      [4, "TRUE", 0.5],
    ]);
    const refused = await append('n,label,amount\n5,a,1\n\n6.5,"b\nc",2\n7,d,x\n');
    expect(refused.status).toBe(422);
    expect(refused.body.message).toMatch(
      /^Parsing error: Column "n", line 4: "6.5" doesn't fit the column's type .+\. 1/,
    );
    expect(await world.rowsOf(engine, table_name, "count(*)")).toEqual([[4]]);
  });
});

describe("column types", () => {
  test("fit all values, and notes explain why a type doesn't", async () => {
    const lines = Array.from({ length: 2000 }, (_, i) => `${i === 1499 ? "n/k" : i},${i % 2 ? "1.5" : "1.50"}`);
    const result = await uploaded(`a,b\n${lines.join("\n")}\n`);
    expect(typesOf(result)).toEqual(["text", "text"]);
    expect(notesOf(result)).toEqual([
      `Stored as text: 1 of 2,000 values isn't a number (line 1,501: "n/k").`,
      `Stored as text: 1,000 of 2,000 values would change if stored as numbers (line 2: "1.50").`,
    ]);
  });

  describe.each<[string, [string, string[], string, unknown[]][]]>([
    [
      "values",
      [
        ["hexadecimal", ["0x1F", "0x20"], "text", ["0x1F", "0x20"]],
        ["times of day", ["9:15", "10:30"], "text", ["9:15", "10:30"]],
        ["a plus sign", ["+5", "+6"], "text", ["+5", "+6"]],
        ["minus zero", ["-0", "1"], "text", ["-0", "1"]],
        ["spaces", [" 5", "6"], "text", [" 5", "6"]],
        ["not a number", ["inf", "1"], "text", ["inf", "1"]],
        ["other boolean words", ["True", "False"], "text", ["True", "False"]],
        ["floating point as programs print it", ["10.0", "2.25", "1e-05"], "double", [10, 2.25, 0.00001]],
        ["small numbers", ["0.00001", "3"], "double", [0.00001, 3]],
        ["nothing in between", ["1", "NA", "3"], "integer", [1, null, 3]],
        ["digits beyond any number", [`${"1".repeat(39)}`, "2"], "text", ["1".repeat(39), "2"]],
        ["days", ["2024-02-29", "1900-02-28"], "date", [Date.UTC(2024, 1, 29), Date.UTC(1900, 1, 28)]],
        ["days that aren't", ["2024-02-30", "2024-02-29"], "text", ["2024-02-30", "2024-02-29"]],
        ["names of months", ["01-May-2024", "02-May-2024"], "date", [DAY, DAY + 24 * HOUR]],
        [
          "UTC",
          ["2024-05-01T10:00:00Z", "2024-05-01T11:00:00.5Z"],
          "timestamp",
          [DAY + 10 * HOUR, DAY + 11 * HOUR + 500],
        ],
        ["offsets, which no column keeps", ["2024-05-01T10:00:00+02:00"], "text", ["2024-05-01T10:00:00+02:00"]],
        ["nanoseconds", ["2024-05-01 10:00:00.123456789"], "text", ["2024-05-01 10:00:00.123456789"]],
      ],
    ],
    [
      "days that come before months",
      [["day first", ["31/12/2023", "01/05/2024"], "date", [Date.UTC(2023, 11, 31), DAY]]],
    ],
    [
      "months that come before days",
      [
        ["month first", ["12/31/2023"], "date", [Date.UTC(2023, 11, 31)]],
        ["month first without zeros", ["12/31/2023", "5/1/2024"], "date", [Date.UTC(2023, 11, 31), DAY]],
        ["days with and without zeros", ["05/01/2024", "5/1/2024"], "text", ["05/01/2024", "5/1/2024"]],
        [
          "12 hour clocks",
          ["5/1/2024 3:04 PM", "12/31/2023 11:00 AM"],
          "timestamp",
          [DAY + 15 * HOUR + 240_000, Date.UTC(2023, 11, 31, 11)],
        ],
      ],
    ],
  ])("of a file with %s:", (_, columns) => {
    let found: Awaited<ReturnType<typeof uploaded>>;
    beforeAll(async () => {
      const height = Math.max(...columns.map(([, values]) => values.length));
      const rows = Array.from({ length: height }, (_row, i) => columns.map(([, values]) => values[i] ?? "").join(","));
      found = await uploaded([columns.map((_column, i) => `c${i}`).join(","), ...rows].join("\n"));
    });

    test.each(columns.map((column, at) => [...column, at] as const))("%s", (_name, _values, type, expected, at) => {
      const values = found.rows.map((row) => row[at]).slice(0, expected.length);
      expect([found.columns[at]?.type, values]).toEqual([type, expected]);
    });
  });

  test("of hundreds of columns are detected within the engine's memory limit", async () => {
    const width = casesOf(60, 900);
    const line = (cell: (i: number) => unknown) => Array.from({ length: width }, (_, i) => cell(i)).join(",");
    const rows = Array.from({ length: 1000 }, (_, row) => line((i) => (row === 999 ? "n/k" : row * i)));
    const result = await uploaded([line((i) => `c${i}`), ...rows].join("\n"));
    expect(new Set(typesOf(result))).toEqual(new Set(["text"]));
    expect(notesOf(result)[width - 1]).toBe(`Stored as text: 1 of 1,000 values isn't a number (line 1,001: "n/k").`);
  });

  test("stay text for ambiguous dates, unless another column or the caller shows the order", async () => {
    const unclear = await uploaded("d\n03/04/2024\n05/06/2024\n");
    expect([typesOf(unclear), notesOf(unclear)]).toEqual([
      ["text"],
      ["Stored as text: dates like 03/04/2024 could be day-first or month-first. Choose the date order."],
    ]);
    const shown = await uploaded("d,e\n03/04/2024,31/12/2023\n");
    expect(shown.rows).toEqual([[Date.UTC(2024, 3, 3), Date.UTC(2023, 11, 31)]]);
    const monthFirst = await uploaded("d\n03/04/2024\n", { day_first: "false" });
    expect(monthFirst.rows).toEqual([[Date.UTC(2024, 2, 4)]]);
  });

  const spellings: [string, string, unknown[][]][] = [
    [
      "German",
      "a;b\n1.234,50;1,5\n-7,25;2\n",
      [
        [1234.5, 1.5],
        [-7.25, 2],
      ],
    ],
    [
      "American",
      'a,b\n"1,234.50",1.5\n"7.25",2\n',
      [
        [1234.5, 1.5],
        [7.25, 2],
      ],
    ],
    [
      "French",
      "a;b\n1\u202f234,50;1,5\n7,25;2\n",
      [
        [1234.5, 1.5],
        [7.25, 2],
      ],
    ],
    [
      "Swiss",
      "a;b\n1'234.50;1.5\n7.25;2\n",
      [
        [1234.5, 1.5],
        [7.25, 2],
      ],
    ],
    [
      "unclear",
      "a;b\n1,234;x\n5,678;y\n",
      [
        ["1,234", "x"],
        ["5,678", "y"],
      ],
    ],
  ];
  test.each(spellings.filter((_, at) => isSampled(at, 3)))(
    "support numbers as %s files write them",
    async (_, content, rows) => {
      expect((await uploaded(content)).rows).toEqual(rows);
    },
  );

  test("read an empty field as null, and a quoted one as empty text", async () => {
    expect((await uploaded('a,b\nx,\ny,""\n')).rows).toEqual([
      ["x", null],
      ["y", ""],
    ]);
  });
});

describe("chosen types", () => {
  test("column_dates reads zones, 12-hour clocks and years", async () => {
    const values = [
      "2024-05-01T10:00:00+02:00",
      "01/05/2024 3:04 PM",
      "2024",
      "2024-05-01 08:00 Z",
      "Wed, 01 May 2024 10:00:00 GMT",
    ];
    const { rows } = await uploaded(`d\n${values.map((value) => `"${value}"`).join("\n")}\n`, {
      column_dates: "d",
    });
    expect(rows.flat()).toEqual([
      DAY + 8 * HOUR,
      Date.UTC(2024, 0, 5, 15, 4),
      Date.UTC(2024, 0, 1),
      DAY + 8 * HOUR,
      DAY + 10 * HOUR,
    ]);
  });

  test("report an unreadable value with its column, line and value", async () => {
    expect(await refusal("d,e\n2024-05-01,1\nsoon,2\nnever,3\n", { column_dates: "d" })).toEqual([
      422,
      `Parsing error: Column "d", line 3: "soon" couldn't be read as a date. 1 more value has this problem.`,
    ]);
    expect(await refusal("n\n1\n1.5\n", { column_data_types: '{"n":"int64"}' })).toEqual([
      422,
      `Parsing error: Column "n", line 3: "1.5" doesn't fit the type int64.`,
    ]);
  });
});

describe("encodings and delimiters", () => {
  test("a delimiter that the header doesn't contain is part of the values", async () => {
    expect((await uploaded("name\nSmith; John\nDoe; Jane\n")).rows).toEqual([["Smith; John"], ["Doe; Jane"]]);
  });

  const encoded: [string, string, Buffer][] = [
    ["windows-1252", "name;city\nJosé;Málaga\nZoë;Köln\n", Buffer.from("name;city\nJosé;Málaga\nZoë;Köln\n", "latin1")],
    ["utf-16le", "a,b\né,2\n", Buffer.from("a,b\né,2\n", "utf16le")],
    [
      "windows-1256",
      "",
      Buffer.from(
        "c7e1c7d3e32cc7e1e3cfede4e50ae3cde3cf2cc7e1dec7e5d1c90ac3cde3cf2ccfc8ed0adda7d8e3c92cc7e1d1edc7d60a",
        "hex",
      ),
    ],
    ["shift_jis", "", Buffer.from("8fa4956e2c89bf8a690a82e882f182b22c3130300a82dd82a982f12c38300a", "hex")],
  ];

  test.each(encoded)("%s is detected", async (encoding, _, content) => {
    const { body } = await world.send({ content, path: "upload_metadata/", fields: { rows_to_read: "5" } });
    const [item] = body.result.items;
    expect(item.format.encoding).toBe(encoding);
    expect(item.rows.flat().join()).not.toMatch(/\ufffd/);
    const expected = new TextDecoder(encoding).decode(content).trim().split("\n").slice(1);
    expect(item.rows.map((row: string[]) => row.join(item.format.delimiter))).toEqual(expected);
  });

  test("the given encoding is used", async () => {
    const content = Buffer.from("name\nJosé\n", "latin1");
    expect((await uploaded(content, { encoding: "iso-8859-1" })).rows).toEqual([["José"]]);
    expect((await uploaded(content, { encoding: "cp1251" })).rows).toEqual([["Josй"]]);
    expect(await refusal(content, { encoding: "utf-8" })).toEqual([
      422,
      "Parsing error: The file is not encoded as UTF-8. Set its encoding, or save it as UTF-8.",
    ]);
    expect(await refusal(content, { encoding: "klingon" })).toEqual([
      400,
      { encoding: [`The encoding "klingon" isn't supported.`] },
    ]);
  });

  test("an invalid byte in a UTF-8 file is reported, and no other encoding is guessed", async () => {
    const content = Buffer.concat([Buffer.from(`a\n${"é\n".repeat(40)}`), Buffer.from([0xe9, 10])]);
    expect(await refusal(content)).toEqual([
      422,
      "Parsing error: Line 42 isn't valid UTF-8, but the rest of the file is. Fix it or set the encoding.",
    ]);
  });

  test.each(sampleOf([";", "\t", "|"], 0))("%j is detected", async (delimiter) => {
    const content = `a${delimiter}b\n1${delimiter}x, y\n`;
    expect((await uploaded(content)).rows).toEqual([[1, "x, y"]]);
  });

  test.each([";", "|", "\t"])("a first line that names the delimiter %j isn't the header", async (delimiter) => {
    const lines = [`sep=${delimiter}`, `a${delimiter}b, c`, `1${delimiter}x`];
    const { columns, rows } = await uploaded(`\ufeff${lines.join("\r\n")}\r\n`);
    expect([columns.map(({ name }) => name), rows]).toEqual([["a", "b, c"], [[1, "x"]]]);
    const long = `${lines.join("\n")}\n2${delimiter}y${delimiter}z\n`;
    expect(await refusal(long)).toEqual([422, "Parsing error: Line 4: expected 2 fields, found 3."]);
  });

  test("a line with too many fields is reported", async () => {
    const content = `a,b\n${"1,2\n".repeat(900)}1,2,3\n`;
    expect(await refusal(content)).toEqual([422, "Parsing error: Line 902: expected 2 fields, found 3."]);
  });

  test("any line endings, multi-line quoted fields and short lines are accepted", async () => {
    expect((await uploaded('a,b\r\n"x\r\ny",1\r2\n')).rows).toEqual([
      ["x\r\ny", 1],
      ["2", null],
    ]);
  });
});

test.runIf(isEngineThere("postgresql"))("long names with the same beginning are made unique, with a note", async () => {
  const long = "x".repeat(70);
  const content = `${long}a,${long}b,c\n1,2,3\n`;
  const first = await uploaded(content, { table_name: tableName() }, "postgresql");
  const names = first.columns.map(({ name }: { name: string }) => name);
  expect(names).toEqual(["x".repeat(63), `${"x".repeat(61)}_1`, "c"]);
  expect(notesOf(first)[1]).toBe(`Renamed to "${names[1]}": names can be up to 63 bytes in this database.`);
  const again = await uploaded(content, { table_name: first.table, already_exists: "append" }, "postgresql");
  expect(again.rows).toEqual([
    [1, 2, 3],
    [1, 2, 3],
  ]);
});

test.runIf(isEngineThere("clickhouse"))("days that ClickHouse can't store are text", async () => {
  const { rows, columns } = await uploaded("d\n1850-01-01\n2024-05-01\n", {}, "clickhouse");
  expect(rows.flat().toSorted()).toEqual(["1850-01-01", "2024-05-01"]);
  expect(columns[0]?.note).toMatch(/dates from 1900-01-01 to 2299-12-31/);
});

describe("workbooks", () => {
  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  const number = (value: string, style?: number) => `<c${style ? ` s="${style}"` : ""}><v>${value}</v></c>`;
  const styles = ["General", "h:mm", "[h]:mm", "yyyy-mm-dd", "dd/mm/yyyy hh:mm"];

  test("keep times, durations, old dates and long numbers unchanged", async () => {
    const content = await minimalWorkbook(
      [
        ["time", "lasted", "day", "moment", "iccid"].map(text).join(""),
        [
          number("0.385416666666667", 1),
          number("1.25347222222222", 2),
          number("59", 3),
          number("45413.5", 4),
          text("12345678901234567890"),
        ].join(""),
        [
          number("0.5", 1),
          number("0.385416666666667", 2),
          number("61", 3),
          number("45413", 4),
          text("12345678901234567891"),
        ].join(""),
      ],
      { styles },
    );
    const result = await uploaded(content, { type: "excel" });
    expect(typesOf(result)).toEqual(["text", "text", "date", "timestamp", "decimal"]);
    const day = [Date.UTC(1900, 1, 28), Date.UTC(1900, 2, 1)];
    expect(result.rows).toEqual([
      ["09:15", "30:05", day[0], DAY + 12 * HOUR, "12345678901234567890"],
      ["12:00", "9:15", day[1], DAY, "12345678901234567891"],
    ]);
  });

  const error = (name: string) => `<c t="e"><v>${name}</v></c>`;

  test("read error cells as null with a note, and keep their rows", async () => {
    const header = text("n") + text("label");
    const content = await minimalWorkbook([
      header,
      number("1") + text("a"),
      error("#N/A") + error("#REF!"),
      `<c t="e"><f>1/0</f><v>#DIV/0!</v></c>${text("c")}`,
    ]);
    const result = await uploaded(content, { type: "excel" });
    expect([typesOf(result), result.rows]).toEqual([
      ["integer", "text"],
      [
        [1, "a"],
        [null, null],
        [null, "c"],
      ],
    ]);
    const notes = [
      "2 cells contain errors and are treated as null (row 3: #N/A).",
      "1 cell contains an error and is treated as null (row 3: #REF!).",
    ];
    expect(notesOf(result)).toEqual(notes);
    const fields = { type: "excel", rows_to_read: "5" };
    const preview = await world.send({ content, file: "a.xlsx", fields, path: "upload_metadata/" });
    expect(preview.body.result.items[0].column_notes).toEqual(notes);
    const narrow = await minimalWorkbook([text("n"), number("1"), error("#N/A"), number("3")]);
    expect((await uploaded(narrow, { type: "excel" })).rows).toEqual([[1], [null], [3]]);
  });

  const formulas: [string, boolean][] = [
    ["<c><f>A2*2</f><v></v></c>", true],
    ["<c><f>A2*2</f><v/></c>", true],
    ["<c><f>A2*2</f></c>", true],
    ['<c t="str"><f>""</f><v></v></c>', false],
    ["<c><f>A2*2</f><v>14</v></c>", false],
  ];
  test.each(formulas.filter((_, at) => isSampled(at, 3)))(
    "reject a formula with its cell if its value isn't stored: %s",
    async (cell, isRefused) => {
      const content = await minimalWorkbook([text("n") + text("twice"), number("7") + cell]);
      const fields = { type: "excel", table_name: tableName() };
      const { status, body } = await world.send({ content, file: "a.xlsx", fields });
      const what =
        "Cell B2 has a formula without a stored value. Open the workbook in Excel or LibreOffice, save it, and upload it again.";
      expect([status, body.message]).toEqual(isRefused ? [422, `Parsing error: ${what}`] : [201, "OK"]);
      const read = { type: "excel", rows_to_read: "5" };
      const preview = await world.send({ content, file: "a.xlsx", fields: read, path: "upload_metadata/" });
      expect(preview.body.result.items[0].column_notes).toEqual([null, isRefused ? what : null]);
      const others = await world.send({
        content,
        file: "a.xlsx",
        fields: { ...fields, columns_read: "n", already_exists: "replace" },
      });
      expect(others.status).toBe(201);
    },
  );

  test("keep the leading zeros and separators that a code's format shows", async () => {
    const content = await minimalWorkbook(
      [
        ["zip", "ssn", "plus", "price"].map(text).join(""),
        number("1234", 1) + number("12345678", 2) + number("12345678", 3) + number("5.5", 1),
        number("12345", 1) + number("123456789", 2) + number("123456789", 3) + number("7", 4),
      ],
      { styles: ["General", "00000", "000\\-00\\-0000", "00000&quot;-&quot;0000", "0.00"] },
    );
    expect((await uploaded(content, { type: "excel" })).rows).toEqual([
      ["01234", "012-34-5678", "01234-5678", 5.5],
      ["12345", "123-45-6789", "12345-6789", 7],
    ]);
  });

  test("report a value that doesn't fit by its row", async () => {
    const content = await minimalWorkbook([text("n"), number("1"), text("x")]);
    const answer = await world.send({
      content,
      file: "a.xlsx",
      fields: { type: "excel", table_name: tableName(), column_data_types: '{"n":"int"}' },
    });
    expect(answer.body.message).toBe(`Parsing error: Column "n", row 3: "x" doesn't fit the type int.`);
  });
});

async function parquetOf(sql: string): Promise<Uint8Array> {
  const { home } = world.server.app.config;
  const path = join(home, `${randomUUID()}.parquet`);
  await engineOf(world.server.app).load({
    file: join(home, "make.duckdb"),
    statements: [`COPY (${sql}) TO '${path}'`],
  });
  return readFileSync(path);
}

test("reads nested Parquet values as JSON, and numbers exactly", async () => {
  const content =
    await parquetOf(`SELECT {'a': 1, 'b': 'x'} AS s, [1, 2] AS l, 18446744073709551615::UBIGINT AS u, 0.1::FLOAT AS f,
    '2024-05-01 10:00:00.123456789'::TIMESTAMP_NS AS n, 1.10::DECIMAL(5,2) AS d`);
  const { rows } = await uploaded(content, { type: "columnar" });
  expect(rows).toEqual([
    ['{"a":1,"b":"x"}', "[1,2]", "18446744073709551615", 0.1, "2024-05-01 10:00:00.123456789", 1.1],
  ]);
});

test.each(["duckdb", "postgresql"].filter(isEngineThere))("reads lists of any type into %s", async (engine) => {
  const content = await parquetOf(`SELECT [12345678901234567890.12::DECIMAL(22,2), 1.10] AS d,
    ['2024-05-01 10:00:00'::TIMESTAMP] AS t, ['2024-05-01 10:00:00+00'::TIMESTAMPTZ] AS z, [[1.5::DECIMAL(3,1)]] AS n`);
  const { rows, columns } = await uploaded(content, { type: "columnar" }, engine);
  expect(columns.map(({ type }) => type)).toEqual(["text", "text", "text", "text"]);
  expect(rows).toEqual([
    ["[12345678901234567890.12,1.10]", '["2024-05-01 10:00:00"]', '["2024-05-01 10:00:00+00"]', "[[1.5]]"],
  ]);
});
