import type { AddressInfo, LookupFunction } from "node:net";
import { createServer } from "node:net";
import sql from "mssql";
import { describe, expect, test } from "vitest";
import { columnsOf } from "../columns.ts";
import { createConnectors, maybeConnector } from "../index.ts";
import { driverReader } from "./decimals.ts";
import { failureOf, mssqlConnector, mssqlOptionsOf, mssqlShape } from "./mssql.ts";

const uri = "mssql+pymssql://me:p%40ss@host/shop";

test("parses addresses; encryption is on by default", () => {
  expect(maybeConnector(createConnectors({ duckdb: {} as never }), uri)?.engine).toBe(mssqlConnector.engine);
  expect(mssqlOptionsOf({ uri, timeoutMs: 1 })).toMatchObject({
    server: "host",
    port: 1433,
    user: "me",
    password: "p@ss",
    database: "shop",
    options: { encrypt: true, trustServerCertificate: true, readOnlyIntent: true },
  });
  const options = (query: string, more = {}) =>
    mssqlOptionsOf({ uri: `${uri}?${query}`, timeoutMs: 1, ...more }).options;
  expect(options("encrypt=false")).toMatchObject({ encrypt: false });
  expect(options("TrustServerCertificate=no")).toMatchObject({ trustServerCertificate: false });
  expect(options("", { serverCert: "PEM" })).toMatchObject({ cryptoCredentialsDetails: { ca: "PEM" } });
  expect(() => mssqlOptionsOf({ uri: "mssql://host/shop", timeoutMs: 1 })).toThrow("missing: username");
});

test("rejects redirects through a tunnel", async () => {
  const lookup: LookupFunction = (_host, _options, callback) => callback(new Error("not looked up"), "", 4);
  const tunnel = { host: "jump", port: 22, username: "jumper" };
  type Connector = (to?: { host: string; port: number }) => Promise<unknown>;
  const connector = (more: object) =>
    mssqlOptionsOf({ uri, timeoutMs: 1, lookup, ...more }).options?.connector as Connector | undefined;
  const other = { host: "elsewhere", port: 1 };
  await expect(connector({ tunnel })?.(other)).rejects.toThrow("The server redirects to elsewhere:1");
  await expect(connector({ tunnel })?.()).rejects.toThrow("not looked up");
  await expect(connector({})?.(other)).rejects.toThrow("not looked up");
});

test("reads the driver's values", () => {
  const cell = (name: string, type: () => unknown) => mssqlShape({ name, type });
  const shapes = [
    cell("a", sql.BigInt),
    cell("b", sql.Decimal),
    cell("c", sql.Bit),
    cell("d", sql.Date),
    cell("e", sql.DateTime2),
    cell("f", sql.DateTimeOffset),
    cell("g", sql.NVarChar),
    cell("h", sql.VarBinary),
    cell("i", sql.UniqueIdentifier),
    cell("j", sql.Time),
  ];
  const moment = Object.assign(new Date("2024-02-29T23:59:58.123Z"), { nanosecondsDelta: 0.0004567 });
  const row = [
    "9007199254740993",
    1234.5,
    true,
    new Date("1969-07-20"),
    moment,
    moment,
    "",
    Buffer.from("é"),
    "ID",
    moment,
  ];
  const precise = columnsOf({ shapes, rows: [row] }, { microseconds: true }).columns[4]?.values[0];
  expect(Math.round(Number(precise) * 1000)).toBe(moment.getTime() * 1000 + 456);
  const { columns } = columnsOf({ shapes, rows: [row, row.map(() => null)] });
  expect(columns.map(({ kind, values }) => [kind, values[0]])).toEqual([
    ["numeric", 9007199254740993n],
    ["numeric", 1234.5],
    ["boolean", true],
    ["temporal", Date.UTC(1969, 6, 20)],
    ["temporal", moment.getTime()],
    ["temporal", moment.getTime()],
    ["text", ""],
    ["text", "é"],
    ["text", "ID"],
    ["text", "23:59:58.123"],
  ]);
  expect(columns.every(({ values }) => values[1] === null)).toBe(true);
});

test.each([
  [207, "Invalid column name 'nope'.", "COLUMN_DOES_NOT_EXIST_ERROR", ["nope"]],
  [208, "Invalid object name 'nowhere'.", "TABLE_DOES_NOT_EXIST_ERROR", ["nowhere"]],
  [102, "Incorrect syntax near 'SELEC'.", "SYNTAX_ERROR", []],
  [229, "The SELECT permission was denied on the object 't'.", "CONNECTION_DATABASE_PERMISSIONS_ERROR", []],
  [8134, "Divide by zero error encountered.", "GENERIC_DB_ENGINE_ERROR", []],
])("maps the error %i", (number, message, type, invalid) => {
  expect(failureOf(Object.assign(new Error(message), { number, code: "EREQUEST" }))).toEqual({
    type,
    message,
    invalid,
  });
});

describe("with the real driver", () => {
  const failure = async (uri: string) => {
    const connection = await mssqlConnector.connect({ uri, timeoutMs: 20_000 });
    const error = await connection.run("SELECT 1 AS one").catch((thrown) => thrown);
    await connection.close();
    return error.body.errors[0];
  };

  test("connection failures are typed errors without the password", async () => {
    expect(await failure("mssql://me:hush@127.0.0.1:1/db")).toMatchObject({
      error_type: "CONNECTION_PORT_CLOSED_ERROR",
    });
    expect(await failure("mssql://me:hush@no-such-host.invalid/db")).toMatchObject({
      error_type: "CONNECTION_INVALID_HOSTNAME_ERROR",
    });
    const server = createServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const error = await failure(`mssql://me:hush@127.0.0.1:${port}/db`);
    server.close();
    expect(error.error_type).toBe("GENERIC_DB_ENGINE_ERROR");
    expect(JSON.stringify(error)).not.toContain("hush");
  });
});

describe("the driver's reader", () => {
  const read = (name: string, bytes: readonly number[], scale = 0) => {
    const { value, offset } = driverReader().readValue(Buffer.from(bytes), 0, { type: { name }, scale }, {});
    return [value, offset];
  };
  const decimal = (text: string, scale: number) => {
    const unscaled = BigInt(text.replace(/[-.]/g, ""));
    const size = Array.from({ length: 16 }, (_, at) => Number((unscaled >> BigInt(8 * at)) & 255n));
    return read("DecimalN", [17, text.startsWith("-") ? 0 : 1, ...size], scale);
  };

  test("keeps all digits of decimals and money, and returns short ones as numbers", () => {
    const longest = "12345678901234567890123456789012345.678";
    expect(decimal(longest, 3)).toEqual([longest, 18]);
    expect(decimal(`-${longest}`, 3)).toEqual([`-${longest}`, 18]);
    expect(decimal("0.12345678901234567890", 20)).toEqual(["0.12345678901234567890", 18]);
    expect(decimal("9007199254740993", 0)).toEqual(["9007199254740993", 18]);
    expect(decimal("1234.50", 2)).toEqual([1234.5, 18]);
    expect(read("NumericN", [0])).toEqual([null, 1]);
    expect(read("MoneyN", [8, ...[0xff, 0xff, 0xff, 0x7f], ...[0xff, 0xff, 0xff, 0xff]])).toEqual([
      "922337203685477.5807",
      9,
    ]);
    expect(read("MoneyN", [8, ...[0, 0, 0, 0x80], ...[0, 0, 0, 0]])).toEqual(["-922337203685477.5808", 9]);
    expect(read("Money", [0, 0, 0, 0, 0x10, 0x27, 0, 0])).toEqual([1, 8]);
  });

  test("keeps all digits in columns too", () => {
    const shapes = [mssqlShape({ name: "a", type: sql.Decimal }), mssqlShape({ name: "b", type: sql.Money })];
    const { columns } = columnsOf({ shapes, rows: [["12345678901234567.89", "922337203685477.5807"]] });
    expect(columns.map(({ values }) => values[0])).toEqual(["12345678901234567.89", "922337203685477.5807"]);
  });
});
