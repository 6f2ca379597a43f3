import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { TextReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engineOf } from "../../server/engine/app-engine.ts";
import { isSampled } from "../../testing/full-size.ts";
import type { TestClient, TestServer } from "../../testing/server.ts";
import { type SentUpload, sampledEngines, startUploads, type Uploads } from "../../testing/uploads.ts";
import { minimalWorkbook } from "../../testing/workbooks.ts";

let world: Uploads;
let server: TestServer;
let alpha: TestClient;
let ids: Uploads["ids"];

beforeAll(async () => {
  world = await startUploads();
  ({ server, alpha, ids } = world);
});
afterAll(() => world.stop());

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;
type Sent = SentUpload;

const send = (sent: Sent) => world.send(sent);
const rowsOf = (engine: string, table: string, columns = "*") => world.rowsOf(engine, table, columns);
const added = (uri: string, more?: object) => world.added(uri, more);

function readlinkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}

const MIXED = `id,place,amount,flag,day,moment
1,"Ålesund, ""north""",12.5,true,2024-02-29,2024-02-29 23:59:58.500
9007199254740993,,-1,false,1969-07-20,1969-07-20 20:17:40
3,it's %?,NA,,,
`;
const DAY = Date.UTC(2024, 1, 29);

describe.each(sampledEngines(2))("%s", (engine) => {
  test("a CSV file becomes a table with types, and a dataset", async () => {
    const table = `t_${engine}_${randomUUID().slice(0, 6)}`;
    const path = `${ids[engine]}/upload/`;
    const fields = { table_name: table };
    expect(await send({ content: MIXED, fields, path })).toMatchObject({ status: 201, body: { message: "OK" } });
    const rows = await rowsOf(engine, `${table} ORDER BY id`, "id, place, amount, day, moment");
    expect(rows[0]).toEqual([1, 'Ålesund, "north"', 12.5, DAY, DAY + 86_398_500]);
    expect(rows[1]).toEqual([3, "it's %?", null, null, null]);
    expect(rows[2]?.[0]).toBe(9_007_199_254_740_993n);
    const filter = `(filters:!((col:table_name,opr:eq,value:${table})))`;
    const { body } = await alpha.get<Json>(`/api/v1/dataset/?q=${filter}`);
    expect(body.count).toBe(1);
    const { result } = (await alpha.get<Json>(`/api/v1/dataset/${body.result[0].id}`)).body;
    expect(result.columns.map((column: Json) => column.column_name)).toEqual([
      "id",
      "place",
      "amount",
      "flag",
      "day",
      "moment",
    ]);
    expect(result.columns.map((column: Json) => column.is_dttm)).toEqual([false, false, false, false, true, true]);

    const again = await send({ content: MIXED, fields, path });
    expect([again.status, again.body]).toEqual([
      422,
      { message: expect.stringMatching(/^Table already exists/), field: "table_name" },
    ]);
    expect(await send({ content: MIXED, fields: { ...fields, already_exists: "append" }, path })).toMatchObject({
      status: 201,
    });
    expect(await rowsOf(engine, table, "count(*)")).toEqual([[6]]);
    const other = { content: "a,b\n1,x\n", fields: { ...fields, already_exists: "replace" }, path };
    expect(await send(other)).toMatchObject({ status: 201 });
    expect(await rowsOf(engine, table)).toEqual([[1, "x"]]);
    const mismatch = { content: "c\n1\n", fields: { ...fields, already_exists: "append" }, path };
    expect((await send(mismatch)).status).toBe(422);
    expect(await rowsOf(engine, table)).toEqual([[1, "x"]]);
    const refreshed = (await alpha.get<Json>(`/api/v1/dataset/${body.result[0].id}`)).body.result;
    expect(refreshed.columns.map((column: Json) => column.column_name)).toEqual(["a", "b"]);
  });
});

test("only owners of its dataset and administrators can replace a table or append to it", async () => {
  const other = await server.as("beta", ["Alpha"]);
  const upload = (client: TestClient, already_exists: string, table_name = "owned") =>
    send({ content: "a\n1\n", fields: { table_name, already_exists }, client });
  expect((await upload(alpha, "fail")).status).toBe(201);
  for (const [how, table] of [
    ["replace", "owned"],
    ["append", "owned"],
    ["append", "OWNED"],
  ] as const) {
    expect((await upload(other, how, table)).status).toBe(403);
  }
  expect(await rowsOf("duckdb", "owned")).toEqual([[1]]);
  expect((await upload(alpha, "append")).status).toBe(201);
  expect((await upload(await server.as("admin"), "append")).status).toBe(201);
  expect(await rowsOf("duckdb", "owned")).toEqual([[1], [1], [1]]);
  expect((await upload(other, "replace", "of_other")).status).toBe(201);
});

test.each(["duckdb", "sqlite"])(
  "%s has one table for names that differ in case, and it stays one dataset",
  async (engine) => {
    const path = `${ids[engine]}/upload/`;
    const upload = (table_name: string, already_exists: string) =>
      send({ content: "a\n1\n", fields: { table_name, already_exists }, path });
    expect((await upload("cased", "fail")).status).toBe(201);
    expect(await upload("Cased", "fail")).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining("already exists") },
    });
    expect(await upload("Cased", "append")).toMatchObject({ status: 201, body: { message: "OK" } });
    expect(await rowsOf(engine, "cased")).toEqual([[1], [1]]);
    const { result } = (await alpha.get<Json>("/api/v1/dataset/?q=(filters:!((col:table_name,opr:ct,value:cased)))"))
      .body;
    const own = result.filter((row: Json) => row.database.id === ids[engine]);
    expect(own.map((row: Json) => row.table_name)).toEqual(["cased"]);
  },
);

describe("reading a file", () => {
  const read = async (content: string, fields: Record<string, string>) => {
    const sent = { content, fields: { table_name: "options", already_exists: "replace", ...fields } };
    const answer = await send(sent);
    expect(answer.body).toMatchObject({ message: "OK" });
    return rowsOf("duckdb", "options");
  };

  test("applies delimiters, skipped rows, headers, limits and nulls", async () => {
    expect(
      await read("junk\nmore junk\na;b\n1;x\n2;-\n3;z\n", {
        delimiter: ";",
        skip_rows: "1",
        header_row: "1",
        rows_to_read: "2",
        null_values: "-",
      }),
    ).toEqual([
      [1, "x"],
      [2, null],
    ]);
    expect(await read("a\tb\n\n1\t2\n\n", { delimiter: "\\t" })).toEqual([[1, 2]]);
    expect(await read("a,  b\n1,   x\n", { skip_initial_space: "true" })).toEqual([[1, "x"]]);
    expect(await read("a;b\n1,5;2\n", { delimiter: ";", decimal_character: "," })).toEqual([[1.5, 2]]);
  });

  test("applies columns, types, dates and an index", async () => {
    expect(
      await read("a,b,c\n1,2,3\n", { columns_read: "a,c", column_data_types: '{"a":"str","c":"float64"}' }),
    ).toEqual([["1", 3]]);
    expect(await read("d,n\n03/02/2024,1\n", { column_dates: "d", day_first: "true" })).toEqual([
      [Date.UTC(2024, 1, 3), 1],
    ]);
    expect(await read('d\n"Feb 3, 2024"\n', { column_dates: "d" })).toEqual([[Date.UTC(2024, 1, 3)]]);
    expect(await read("a\nx\ny\n", { dataframe_index: "true", index_label: "n" })).toEqual([
      [0, "x"],
      [1, "y"],
    ]);
    expect(await read("a,k\nx,7\n", { dataframe_index: "true", index_column: "k" })).toEqual([[7, "x"]]);
  });

  test("accepts UTF-16 and UTF-8 with a byte order mark", async () => {
    expect(await read("\ufeffa\né\n", {})).toEqual([["é"]]);
    const content = Buffer.from("\ufeffa\né\n", "utf16le");
    expect(await send({ content, fields: { table_name: "options", already_exists: "replace" } })).toMatchObject({
      status: 201,
    });
    expect(await rowsOf("duckdb", "options")).toEqual([["é"]]);
  });

  test("lists sheets of an Excel file with their columns, then reads one", async () => {
    const file = "book.xlsx";
    const content = await workbook();
    const metadata = await send({ content, file, fields: { type: "excel" }, path: "upload_metadata/" });
    expect(metadata.body.result.items[0].column_names).toEqual(["name", "amount"]);
    const fields = { type: "excel", table_name: "book", sheet_name: metadata.body.result.items[0].sheet_name };
    expect(await send({ content, file, fields })).toMatchObject({ status: 201 });
    expect(await rowsOf("duckdb", "book")).toEqual([
      ["x", 1.5],
      ["a,b", 2],
    ]);
    const sparse = await workbook((rows) => rows.map((row, i) => row.replace("<c", `<c r="B${i + 1}"`)));
    expect(await send({ content: sparse, file, fields: { ...fields, already_exists: "replace" } })).toMatchObject({
      status: 201,
    });
    expect((await rowsOf("duckdb", "book")).map((row) => row.slice(1))).toEqual([
      ["x", 1.5],
      ["a,b", 2],
    ]);
    const unknown = await send({ content, file, fields: { ...fields, sheet_name: "no" } });
    expect([unknown.status, unknown.body.message]).toEqual([422, 'Parsing error: The workbook has no sheet "no".']);
  });

  test("reads one Parquet file or an archive of several", async () => {
    const parquet = await parquetBytes("SELECT 1 AS a, [1,2] AS l, DATE '2024-02-29' AS d, 1.25::DECIMAL(5,2) AS n");
    const fields = { type: "columnar", table_name: "columnar" };
    expect(await send({ content: parquet, file: "a.parquet", fields })).toMatchObject({ status: 201 });
    expect(await rowsOf("duckdb", "columnar")).toEqual([[1, "[1,2]", DAY, 1.25]]);
    const zip = new ZipWriter(new Uint8ArrayWriter());
    for (const entry of ["a.parquet", "b/b.parquet"]) await zip.add(entry, new Blob([parquet as BlobPart]).stream());
    const content = await zip.close();
    expect(await send({ content, file: "all.zip", fields: { ...fields, already_exists: "append" } })).toMatchObject({
      status: 201,
    });
    expect(await rowsOf("duckdb", "columnar", "count(*)")).toEqual([[3]]);
    const metadata = await send({ content: parquet, file: "a.parquet", fields, path: "upload_metadata/" });
    expect(metadata.body.result).toEqual({ items: [{ sheet_name: null, column_names: ["a", "l", "d", "n"] }] });
  });
});

async function workbook(change: (rows: string[]) => string[] = (rows) => rows): Promise<Uint8Array> {
  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  return minimalWorkbook(
    change([text("name") + text("amount"), `${text("x")}<c><v>1.5</v></c>`, `${text("a,b")}<c><v>2</v></c>`]),
  );
}

async function parquetBytes(sql: string): Promise<Uint8Array> {
  const { readFileSync } = await import("node:fs");
  const { home } = server.app.config;
  const path = join(home, `${randomUUID()}.parquet`);
  await engineOf(server.app).load({ file: join(home, "make.duckdb"), statements: [`COPY (${sql}) TO '${path}'`] });
  return readFileSync(path);
}

describe("hostile files", () => {
  const refused = async (sent: Sent, text: RegExp, status = 422) => {
    const answer = await send({ ...sent, fields: { table_name: "hostile", ...sent.fields } });
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([status, expect.stringMatching(text)]);
    expect(JSON.stringify(answer.body)).not.toContain(server.app.config.home);
  };

  const hostile: [string, Sent, RegExp, number?][] = [
    ["an empty file", { content: "" }, /The file is empty/],
    ["blank lines only", { content: "\n\n" }, /The file is empty/],
    ["an unknown extension", { content: "a\n1\n", file: "rows.exe" }, /File extension is not allowed/, 400],
    ["invalid UTF-8", { content: Buffer.from([0x89, 0x50, 0, 0, 0x41, 0x0a, 0xe9]) }, /isn't a text file/],
    ["rows with too many fields", { content: `a,b\n1,2\n${"3,4\n".repeat(50)}1,2,3,4\n` }, /Parsing error/],
    [
      "10,000 columns",
      { content: `${Array.from({ length: 10_000 }, (_, i) => `c${i}`).join(",")}\n` },
      /more than 1,000 columns/,
    ],
    ["an unclosed quote", { content: 'a,b\n1,"x\n2,y\n' }, /Parsing error/],
    ["text named as a workbook", { content: "a", file: "a.xlsx", fields: { type: "excel" } }, /not an Excel workbook/],
    [
      "an archive named as a workbook",
      { content: "PK\u0003\u0004 nothing", file: "a.xlsx", fields: { type: "excel" } },
      /can't be read/,
    ],
    ["an .xls workbook", { content: "a", file: "a.xls", fields: { type: "excel" } }, /\.xlsx/],
    ["text named as Parquet", { content: "a", file: "a.parquet", fields: { type: "columnar" } }, /not a Parquet file/],
    [
      "truncated Parquet",
      { content: "PAR1....PAR1", file: "a.parquet", fields: { type: "columnar" } },
      /Parsing error/,
    ],
    [
      "an unknown type",
      { content: "a\n1\n", fields: { column_data_types: '{"a":"x); --"}' } },
      /isn't a supported column type/,
    ],
    ["types that aren't JSON", { content: "a\n1\n", fields: { column_data_types: "{" } }, /JSON object/, 400],
    ["a value of another type", { content: "a\nx\n", fields: { column_data_types: '{"a":"int64"}' } }, /Parsing error/],
    [
      "invalid dates",
      { content: "d\nnever\n", fields: { column_dates: "d" } },
      /line 2: .*never.* couldn't be read as a date/,
    ],
    ["a line of many megabytes", { content: `a\n${"x".repeat(9_000_000)}\n` }, /^.{20,700}$/s],
    ["a name with a NUL", { content: "a\n1\n", fields: { table_name: "a\0b" } }, /table_name/, 400],
    ["a schema with a NUL", { content: "a\n1\n", fields: { schema: "ma\0in" } }, /schema/, 400],
    ["missing columns", { content: "a\n1\n", fields: { columns_read: "b" } }, /no column \\"b\\"/],
  ];
  const tried = hostile.filter((_, at) => isSampled(at, 3));
  test.each(tried)("%s", async (_, sent, text, status) => refused(sent, text, status));

  test("are rejected before unpacking if an archive unpacks too large", async () => {
    const zip = new ZipWriter(new Uint8ArrayWriter());
    await zip.add("xl/worksheets/sheet1.xml", new TextReader("0".repeat(50_000_000)));
    const content = await zip.close();
    await refused({ content, file: "bomb.xlsx", fields: { type: "excel" } }, /unpacked file is larger/);
    await refused({ content, file: "bomb.zip", fields: { type: "columnar" } }, /unpacked file is larger/);
  });

  test("are rejected before a huge table is built for a far-out workbook cell", async () => {
    for (const address of ["XFD1048576", "A99999999999", "ZZZZZZZ1"]) {
      const content = await workbook((rows) => [...rows, `<c r="${address}"><v>1</v></c>`]);
      await refused({ content, file: "far.xlsx", fields: { type: "excel" } }, /can't be read/);
    }
    const table = '<c t="s"><v>0</v></c><c r="B3" t="s"><v>__proto__</v></c>';
    const content = await workbook((rows) => [...rows, table]);
    await refused({ content, file: "shared.xlsx", fields: { type: "excel" } }, /can't be read/);
  });

  test("can't make the engine read other files, and leave nothing behind", async () => {
    const { reading } = { reading: "SELECT * FROM read_text('/etc/hostname')" };
    await expect(
      engineOf(server.app).load({
        file: join(server.app.config.home, "locked.duckdb"),
        statements: [`CREATE TABLE t AS ${reading}`],
        readable: [],
      }),
    ).rejects.toThrow(/disabled|not allowed|Permission/i);
    const spill = join(server.app.config.home, "engine-spill");
    expect(readdirSync(spill).filter((entry) => entry.startsWith("upload-"))).toEqual([]);
  });

  test.runIf(existsSync("/proc/self/fd"))("the engine keeps no uploaded file open", async () => {
    expect(await send({ content: "a\n1\n", fields: { table_name: "held" } })).toMatchObject({ status: 201 });
    expect(await send({ content: "a\n1\n", fields: { table_name: "held" } })).toMatchObject({ status: 422 });
    const folder = `/proc/${engineOf(server.app).pid}/fd`;
    const open = readdirSync(folder).map((fd) => readlinkOf(join(folder, fd)));
    expect(open.filter((path) => path.includes("staged"))).toEqual([]);
  });

  test("can't inject SQL through table or column names", async () => {
    const table_name = `x"; DROP TABLE rows; --`;
    expect(await send({ content: `"a""b; DROP",c\n1,2\n`, fields: { table_name } })).toMatchObject({ status: 201 });
    expect(await rowsOf("duckdb", `"x""; DROP TABLE rows; --"`)).toEqual([[1, 2]]);
    const delimiter = "');x";
    expect(
      await send({ content: `a${delimiter}b\n1${delimiter}2\n`, fields: { table_name: "y", delimiter } }),
    ).toMatchObject({ status: 201 });
    expect(await rowsOf("duckdb", "y")).toEqual([[1, 2]]);
  });
});

describe("uploads", () => {
  test("need can_upload and a database that allows uploads", async () => {
    expect((await send({ content: "a\n1\n", client: await server.as("gamma") })).status).toBe(403);
    expect((await send({ content: "a\n1\n", client: server.anonymous })).status).toBe(401);
    expect((await send({ content: "a\n1\n", path: "9999/upload/" })).status).toBe(404);
    const closed = await send({ content: "a\n1\n", path: `${await added("duckdb:///up.duckdb", {})}/upload/` });
    expect([closed.status, closed.body]).toEqual([
      403,
      { message: "Database schema is not allowed for csv uploads.", field: "schema" },
    ]);
    const other = await send({ content: "a\n1\n", path: `${await added("trino://u@127.0.0.1:1/x")}/upload/` });
    expect([other.status, other.body]).toEqual([422, { message: "Database type does not support file uploads." }]);
  });

  test("go only to the listed schemas, if any are listed", async () => {
    const extra = JSON.stringify({ schemas_allowed_for_file_upload: ["other"] });
    const id = await added("duckdb:///up.duckdb", { allow_file_upload: true, extra });
    const to = (schema: string) =>
      send({ content: "a\n1\n", fields: { table_name: "named", schema }, path: `${id}/upload/` });
    expect((await to("main")).status).toBe(403);
    expect((await to("")).status).toBe(403);
    expect((await to("other")).status).toBe(201);
    const { body } = await alpha.get<Json>(`/api/v1/database/${id}/schemas_access_for_file_upload/`);
    expect(body).toEqual({ schemas: ["other"] });
    const { body: allowed } = await alpha.get<Json>(`/api/v1/database/${id}/schemas/?q=(upload_allowed:!t)`);
    expect(allowed.result).toEqual(["other"]);
    expect(
      await send({
        content: "a\n1\n",
        fields: { table_name: "named", schema: "other" },
        path: `${id}/upload/`,
        client: await server.as("gamma"),
      }),
    ).toMatchObject({ status: 403 });
  });

  test("to a missing schema are rejected, and create no dataset", async () => {
    const before = (await alpha.get<Json>("/api/v1/dataset/")).body.count;
    for (const id of [ids.duckdb, ids.sqlite]) {
      const fields = { table_name: "nowhere", schema: "nothing" };
      const { status, body } = await send({ content: "a\n1\n", fields, path: `${id}/upload/` });
      expect([status, body.message]).toEqual([422, expect.stringContaining("nothing")]);
    }
    expect((await alpha.get<Json>("/api/v1/dataset/")).body.count).toBe(before);
  });

  test("must be a form, not JSON", async () => {
    const answer = await alpha.post<Json>(`/api/v1/database/${ids.duckdb}/upload/`, { type: "csv" });
    expect([answer.status, answer.body.errors[0].message]).toEqual([
      400,
      "Request MIME type is not 'multipart/form-data'",
    ]);
    const missing = await send({ content: "a\n1\n", fields: { type: "x" } });
    expect([missing.status, missing.body.message.type]).toEqual([400, ["Must be one of: csv, excel, columnar."]]);
  });
});
