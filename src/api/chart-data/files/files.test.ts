import { request as httpRequest, type IncomingMessage } from "node:http";
import { tableFromIPC } from "@uwdata/flechette";
import { TextWriter, Uint8ArrayReader, ZipReader } from "@zip.js/zip.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSampleData, readCars, registerTable, type SampleData } from "../../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../../testing/server.ts";

let server: TestServer;
let admin: TestClient;
let data: SampleData;
let exactId: number;
const cars = readCars();

const EXACT = `SELECT * FROM (VALUES
  (1, 9223372036854775807::BIGINT, 12345678901234567.89::DECIMAL(38,2), 0.1::DOUBLE, TIMESTAMP '2024-02-29 23:59:59.123456', DATE '2024-02-29', 'a', true),
  (2, -9007199254740993::BIGINT, -0.50::DECIMAL(38,2), 'NaN'::DOUBLE, TIMESTAMP '1969-12-31 23:59:59', DATE '1899-12-31', '', false),
  (3, NULL, NULL, NULL, NULL, NULL, NULL, NULL)) AS t(id, big, dec, dbl, ts, day, txt, flag)`;

beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
  exactId = await registerTable(server.app, data.databaseId, { name: "exact", time: null, sql: EXACT });
});
afterAll(() => server.stop());

const exact = {
  columns: ["id", "big", "dec", "dbl", "ts", "day", "txt", "flag"],
  metrics: null,
  orderby: [["id", true]],
};
const of = (datasetId: number, query: object, rest: object = {}) => ({
  datasource: { id: datasetId, type: "table" },
  queries: [query],
  ...rest,
});
const ask = (body: object, headers: Record<string, string> = {}, client = admin) =>
  client.fetch("/api/v1/chart/data", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

async function filesOf(archive: Buffer): Promise<Map<string, string>> {
  const entries = await new ZipReader(new Uint8ArrayReader(archive), { checkSignature: true }).getEntries();
  const files = new Map<string, string>();
  for (const entry of entries) if (!entry.directory) files.set(entry.filename, await entry.getData(new TextWriter()));
  return files;
}

const cellsOf = (sheet: string) =>
  [...sheet.matchAll(/<row>(.*?)<\/row>/g)].map(([, row = ""]) =>
    [...row.matchAll(/<c(?: [^>]*)?(?:\/>|>(.*?)<\/c>)/g)].map(([, cell = ""]) => cell.replaceAll(/<[^>]*>/g, "")),
  );

describe("numbers, times and missing values are exact", () => {
  test("in JSON, with all digits", async () => {
    const text = await (await ask(of(exactId, exact))).text();
    expect(text).toContain('"big":9223372036854775807,"dec":12345678901234567.89,"dbl":0.1,"ts":1709251199123,');
    expect(text).toContain('"big":-9007199254740993,"dec":-0.5,"dbl":null,"ts":-1000,"day":-2209075200000,"txt":""');
    expect(text).toContain('{"id":3,"big":null,"dec":null,"dbl":null,"ts":null,"day":null,"txt":null,"flag":null}');
  });

  test("in filters, given as numbers or text, in JSON and form bodies", async () => {
    const ids = (value: string) =>
      `{"columns":["id"],"metrics":null,"filters":[{"col":"big","op":"IN","val":[${value}]}]}`;
    const body = (value: string) => `{"datasource":{"id":${exactId},"type":"table"},"queries":[${ids(value)}]}`;
    const found = async (init: RequestInit) => {
      const answer = await admin.fetch("/api/v1/chart/data", { method: "POST", ...init });
      return ((await answer.json()) as { result: { data: object[] }[] }).result[0]?.data;
    };
    for (const [value, rows] of [
      ["-9007199254740993, 9223372036854775807", [{ id: 1 }, { id: 2 }]],
      ["-9007199254740992, 9223372036854775808", []],
    ] as const) {
      const json = { headers: { "content-type": "application/json" }, body: body(value) };
      expect(await found(json)).toEqual(rows);
      expect(await found({ body: new URLSearchParams({ form_data: body(value) }) })).toEqual(rows);
    }
  });

  test("in CSV", async () => {
    const lines = (await (await ask(of(exactId, exact, { result_format: "csv" }))).text()).split("\n");
    expect(lines).toEqual([
      "id,big,dec,dbl,ts,day,txt,flag",
      "1,9223372036854775807,12345678901234567.89,0.1,2024-02-29 23:59:59.123456,2024-02-29,a,True",
      '2,-9007199254740993,-0.5,,1969-12-31 23:59:59,1899-12-31,"",False',
      "3,,,,,,,",
      "",
    ]);
  });

  test("in workbooks, as text if Excel would round them", async () => {
    const response = await ask(of(exactId, exact, { result_format: "xlsx" }));
    expect(response.headers.get("content-type")).toContain("spreadsheetml.sheet");
    const files = await filesOf(await bytesOf(response));
    const [, first, second, third] = cellsOf(files.get("xl/worksheets/sheet1.xml") ?? "");
    expect(first?.slice(0, 4)).toEqual(["1", "9223372036854775807", "12345678901234567.89", "0.1"]);
    expect(Number(first?.[4])).toBeCloseTo(45351.99999, 4);
    expect(second?.slice(5)).toEqual(["1899-12-31", "", "0"]);
    expect(third).toEqual(["3", "", "", "", "", "", "", ""]);
    expect(files.has("xl/worksheets/sheet2.xml")).toBe(false);
  });

  test("in Arrow", async () => {
    const response = await ask(of(exactId, exact), { accept: "application/vnd.apache.arrow.stream" });
    expect(response.headers.get("content-type")).toBe("application/vnd.apache.arrow.stream");
    const table = tableFromIPC(await bytesOf(response), { useBigInt: true, useDecimalInt: true });
    expect(table.getChild("big").toArray()[0]).toBe(9223372036854775807n);
    expect(Array.from(table.getChild("big"))).toEqual([9223372036854775807n, -9007199254740993n, null]);
    expect(Array.from(table.getChild("dec"))).toEqual([1234567890123456789n, -50n, null]);
    expect(Array.from(table.getChild("dbl"))).toEqual([0.1, null, null]);
    expect(Array.from(table.getChild("ts"), Number)).toEqual([1709251199123, -1000, 0]);
    expect(Array.from(table.getChild("txt"))).toEqual(["a", "", null]);
    expect(Array.from(table.getChild("flag"))).toEqual([true, false, null]);
    const two = await ask(
      { ...of(exactId, exact), queries: [exact, exact] },
      { accept: "application/vnd.apache.arrow.stream" },
    );
    expect(two.status).toBe(400);
  });

  test("whether the server or the engine writes the rows", async () => {
    const direct = await (await ask(of(exactId, exact, { result_format: "csv" }))).text();
    const processed = { ...exact, post_processing: [{ operation: "select", options: { columns: exact.columns } }] };
    const through = await (await ask(of(exactId, processed, { result_format: "csv" }))).text();
    const withoutTimes = (text: string) =>
      text.replaceAll(/\d{4}-\d\d-\d\d( [\d:.]+)?/g, "T").replace("12345678901234567.89", "12345678901234568");
    expect(withoutTimes(through)).toBe(withoutTimes(direct));
  });
});

describe("a file", () => {
  const all = { columns: ["Name", "Origin"], metrics: null, orderby: [["Name", true]] };

  test("has the requested name with the format's extension", async () => {
    const name = async (filename: string, format = "csv") =>
      (
        await ask({
          form_data: JSON.stringify(of(data.carsId, all, { result_format: format })),
          filename,
          expected_rows: 400,
        })
      ).headers.get("content-disposition");
    expect(await name("cars.csv")).toBe("attachment; filename=cars.csv");
    expect(await name("my cars", "xlsx")).toBe('attachment; filename="my cars.xlsx"');
    expect(await name('../"x"\r\nset-cookie: a=b')).toBe('attachment; filename="..__x___set-cookie_ a=b.csv"');
    expect(await name("größe")).toBe(
      "attachment; filename=\"gr__e.csv\"; filename*=UTF-8''gr%C3%B6%C3%9Fe.csv".replaceAll('"', ""),
    );
  });

  test("includes its row count and truncation, in trailers and on a sheet", async () => {
    const trailersOf = async (query: object, format: string) => {
      const body = JSON.stringify(of(data.carsId, query, { result_format: format }));
      const { url } = server;
      const response = await new Promise<IncomingMessage>((resolve) => {
        const headers = { cookie: admin.cookie, "content-type": "application/json" };
        httpRequest(`${url}/api/v1/chart/data`, { method: "POST", headers }, resolve).end(body);
      });
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part as Buffer);
      return { limit: response.headers["x-row-limit"], trailers: response.trailers, body: Buffer.concat(parts) };
    };
    const cut = await trailersOf({ ...all, row_limit: 10 }, "csv");
    expect(cut.limit).toBe("10");
    expect(cut.trailers).toEqual({ "x-row-count": "10", "x-row-limit-reached": "true" });
    const whole = await trailersOf({ ...all, row_limit: 1000 }, "csv");
    expect(whole.trailers).toEqual({ "x-row-count": String(cars.length), "x-row-limit-reached": "false" });
    const workbook = await filesOf((await trailersOf({ ...all, row_limit: 10 }, "xlsx")).body);
    expect(workbook.get("xl/worksheets/sheet2.xml")).toContain(
      "Showing the first 10 rows: the query reached its row limit",
    );
  });

  test("can have more rows than a JSON response", async () => {
    const id = await registerTable(server.app, data.databaseId, {
      name: "many",
      time: null,
      sql: "SELECT range AS n FROM range(250000)",
    });
    const many = { columns: ["n"], metrics: null, row_limit: 1_000_000 };
    const text = await (await ask(of(id, many, { result_format: "csv" }))).text();
    expect(text.trimEnd().split("\n")).toHaveLength(250_001);
    const json = (await (await ask(of(id, many))).json()) as { result: { rowcount: number }[] };
    expect(json.result[0]?.rowcount).toBe(100_000);
  });

  test("of several queries is a ZIP of complete files", async () => {
    const body = { ...of(data.carsId, all), queries: [all, { metrics: ["count"], columns: ["Origin"] }] };
    const csv = await filesOf(await bytesOf(await ask({ ...body, result_format: "csv" })));
    expect([...csv.keys()]).toEqual(["query_1.csv", "query_2.csv"]);
    expect(csv.get("query_1.csv")?.trimEnd().split("\n")).toHaveLength(cars.length + 1);
    const archive = await bytesOf(await ask({ ...body, result_format: "xlsx" }));
    const entries = await new ZipReader(new Uint8ArrayReader(archive)).getEntries();
    expect(entries.map((entry) => entry.filename)).toEqual(["query_1.xlsx", "query_2.xlsx"]);
  });

  test("is truncated if the query fails midway", async () => {
    const sql = "SELECT CASE WHEN range = 900000 THEN error('gone')::BIGINT ELSE range END AS n FROM range(1000000)";
    const id = await registerTable(server.app, data.databaseId, { name: "failing", time: null, sql });
    for (const format of ["csv", "xlsx"]) {
      const response = await ask(
        of(id, { columns: ["n"], metrics: null, row_limit: 2_000_000 }, { result_format: format }),
      );
      expect(response.status).toBe(200);
      const read = response.arrayBuffer().then(
        () => "whole",
        (error: Error) => error.message,
      );
      expect(await read).toBe("terminated");
    }
  });

  test("returns a normal error if the query fails early, and doesn't affect other requests", async () => {
    for (const [at, rows] of [
      [0, 10],
      [1, 10],
      [2047, 3000],
      [2048, 5000],
      [4097, 5000],
    ]) {
      const sql = `SELECT CASE WHEN range = ${at} THEN error('gone')::BIGINT ELSE range END AS n FROM range(${rows})`;
      const id = await registerTable(server.app, data.databaseId, { name: `failing ${at}`, time: null, sql });
      for (const format of ["csv", "xlsx"]) {
        const query = { columns: ["n"], metrics: null, row_limit: 100_000 };
        const response = await ask(of(id, query, { result_format: format })).catch(() => undefined);
        const read = await response?.text().catch(() => "terminated");
        expect([undefined, 400].includes(response?.status) || read === "terminated", `${at} ${format}`).toBe(true);
        if (response?.status === 400) expect(read).toContain("gone");
      }
    }
    expect((await ask(of(data.carsId, all, { result_format: "xlsx" }))).status).toBe(200);
  });

  test("is rejected if empty or without permission", async () => {
    const nothing = { ...all, filters: [{ col: "Origin", op: "==", val: "Mars" }] };
    for (const result_format of ["csv", "xlsx"]) {
      const empty = await ask(of(data.carsId, nothing, { result_format }));
      expect([empty.status, await empty.json()]).toEqual([400, { message: "Empty query result" }]);
    }
    const broken = await ask(of(data.carsId, { ...all, extras: { where: "nope = 1" } }, { result_format: "csv" }));
    expect(broken.status).toBe(400);
    const gamma = await server.as("gamma");
    expect((await ask(of(data.carsId, all, { result_format: "csv" }), {}, gamma)).status).toBe(403);
  });

  test("is JSON for results without rows", async () => {
    const response = await ask(of(data.carsId, all, { result_format: "csv", result_type: "query" }));
    expect(((await response.json()) as { result: { query: string }[] }).result[0]?.query).toContain("SELECT");
  });
});

describe("a post-processed table", () => {
  const query = { columns: ["Origin", "Cylinders"], metrics: ["count"] };
  const pivot = {
    viz_type: "pivot_table_v2",
    groupbyRows: ["Origin"],
    groupbyColumns: ["Cylinders"],
    metrics: ["count"],
    rowTotals: true,
    colTotals: true,
  };
  const count = (of: (car: (typeof cars)[number]) => boolean) => cars.filter(of).length;

  test("is a pivot table, by columns in JSON", async () => {
    const body = of(data.carsId, query, { result_type: "post_processed", form_data: pivot });
    const { result } = (await (await ask(body)).json()) as {
      result: { data: Record<string, Record<string, number>>; colnames: string[]; indexnames: string[] }[];
    };
    const [{ data: cells, colnames, indexnames }] = result as [(typeof result)[0]];
    expect(indexnames).toEqual(["Europe", "Japan", "USA", "Total (Sum)"]);
    expect(colnames).toEqual(["count 3", "count 4", "count 5", "count 6", "count 8", "count Total (Sum)"]);
    expect(cells["count 4"]).toEqual({
      Europe: count((car) => car.Origin === "Europe" && car.Cylinders === 4),
      Japan: count((car) => car.Origin === "Japan" && car.Cylinders === 4),
      USA: count((car) => car.Origin === "USA" && car.Cylinders === 4),
      "Total (Sum)": count((car) => car.Cylinders === 4),
    });
    expect(cells["count 8"]?.Japan).toBeNull();
    expect(cells["count Total (Sum)"]?.["Total (Sum)"]).toBe(cars.length);
  });

  test("depends on the form data, not on another form's cached answer", async () => {
    const view = async (form_data: object) =>
      (
        (await (await ask(of(data.carsId, query, { result_type: "post_processed", form_data }))).json()) as {
          result: { colnames: string[] }[];
        }
      ).result[0]?.colnames;
    expect(await view(pivot)).toContain("count 8");
    expect(await view({ ...pivot, transposePivot: true })).toContain("count USA");
    expect(await view({ ...pivot, metricsLayout: "ROWS", rowTotals: false })).toEqual(["3", "4", "5", "6", "8"]);
  });

  test("has row keys in the first column of a CSV", async () => {
    const text = await (
      await ask(of(data.carsId, query, { result_type: "post_processed", result_format: "csv", form_data: pivot }))
    ).text();
    const [header, first] = text.split("\n");
    expect(header).toBe('"",count 3,count 4,count 5,count 6,count 8,count Total (Sum)');
    expect(first).toMatch(/^Europe,,\d+,\d+,\d+,,\d+$/);
  });

  test("formats numbers by the column settings", async () => {
    const form_data = { viz_type: "table", column_config: { count: { d3NumberFormat: ",.1f" } } };
    const body = of(data.carsId, { ...query, columns: [] }, { result_type: "post_processed", form_data });
    const { result } = (await (await ask(body)).json()) as { result: { data: unknown }[] };
    expect(result[0]?.data).toEqual({ count: { "0": `${cars.length}.0` } });
  });
});
