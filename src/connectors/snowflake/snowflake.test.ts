import { expect, test } from "vitest";
import { parseServerAddress } from "../address/address.ts";
import { columnsOf } from "../columns.ts";
import { createConnectors, maybeConnector } from "../index.ts";
import {
  failureOf,
  shownName,
  snowflakeConnector,
  snowflakeDialect,
  snowflakeOptionsOf,
  snowflakeShape,
} from "./snowflake.ts";

const uri = "snowflake://me:p%40ss@xy12345.eu-central-1/shop/public?warehouse=small&role=reader";
const address = parseServerAddress({ uri, timeoutMs: 1 }, 443);

test("parses addresses, and converts names to Snowflake's case", () => {
  expect(maybeConnector(createConnectors({ duckdb: {} as never }), uri)).toBe(snowflakeConnector);
  expect(snowflakeOptionsOf(address)).toEqual({
    account: "xy12345.eu-central-1",
    application: "tessera",
    username: "me",
    password: "p@ss",
    database: "SHOP",
    schema: "PUBLIC",
    warehouse: "small",
    role: "reader",
  });
  const byKey = "snowflake://me@org-account.snowflakecomputing.com/Shop?private_key=PEM";
  expect(snowflakeOptionsOf(parseServerAddress({ uri: byKey, timeoutMs: 1 }, 443))).toMatchObject({
    account: "org-account",
    database: "Shop",
    privateKey: "PEM",
    authenticator: "SNOWFLAKE_JWT",
  });
  for (const way of ["externalbrowser", "WORKLOAD_IDENTITY", "OAUTH_AUTHORIZATION_CODE", "evil.okta.example"]) {
    const address = parseServerAddress({ uri: `snowflake://me@account/Shop?authenticator=${way}`, timeoutMs: 1 }, 443);
    expect(() => snowflakeOptionsOf(address)).toThrow("This authenticator isn't allowed.");
  }
  expect(["ORDERS", "Orders", "MY ORDERS", "order_1"].map(shownName)).toEqual([
    "orders",
    "Orders",
    "MY ORDERS",
    "order_1",
  ]);
  const { quoteIdentifier } = snowflakeDialect;
  expect(["orders", "Orders", 'my "orders"', "order"].map(quoteIdentifier)).toEqual([
    '"ORDERS"',
    '"Orders"',
    '"my ""orders"""',
    '"ORDER"',
  ]);
});

test.each([
  "evil.example#",
  "evil.example\\",
  "127.0.0.1#x",
  "169.254.169.254&",
  "evil.example%23",
  "[::1]",
  ".",
  "a..b",
])("rejects the account %s, which would lead to another host", (host) => {
  const address = parseServerAddress({ uri: `snowflake://u:p@${host}/db`, timeoutMs: 1 }, 443);
  expect(() => snowflakeOptionsOf(address)).toThrow("Invalid Snowflake account name");
});

test("rejects an address without a user before connecting", async () => {
  await expect(snowflakeConnector.connect({ uri: "snowflake://account/db", timeoutMs: 1 })).rejects.toThrow(
    "missing: username",
  );
});

test("reads values in the session's formats", () => {
  const facts = (name: string, type: string, scale = 0, precision = 38) => ({
    getName: () => name,
    getType: () => type,
    getScale: () => scale,
    getPrecision: () => precision,
  });
  const shapes = [
    facts("A", "fixed"),
    facts("B", "fixed", 2, 10),
    facts("C", "real"),
    facts("D", "boolean"),
    facts("E", "date"),
    facts("F", "timestamp_ntz"),
    facts("G", "timestamp_tz"),
    facts("Label", "text"),
    facts("I", "variant"),
  ].map(snowflakeShape);
  const row = [
    "9007199254740993",
    "1234.50",
    "inf",
    "true",
    "1969-07-20",
    "2024-02-29 23:59:58.123456789",
    "2024-02-29 12:00:00.000000000+02:00",
    "",
    "[1,2]",
  ];
  const { columns } = columnsOf({ shapes, rows: [row, row.map(() => null)] });
  expect(columns.map(({ name, type, values }) => [name, type, values[0]])).toEqual([
    ["a", "NUMBER(38,0)", 9007199254740993n],
    ["b", "NUMBER(10,2)", 1234.5],
    ["c", "FLOAT", null],
    ["d", "BOOLEAN", true],
    ["e", "DATE", Date.UTC(1969, 6, 20)],
    ["f", "TIMESTAMP_NTZ", Date.UTC(2024, 1, 29, 23, 59, 58, 123)],
    ["g", "TIMESTAMP_TZ", Date.UTC(2024, 1, 29, 10)],
    ["Label", "TEXT", ""],
    ["i", "VARIANT", "[1,2]"],
  ]);
  expect(columns.every(({ values }) => values[1] === null)).toBe(true);
});

test.each([
  [
    "SQL compilation error: error line 2 at position 2\ninvalid identifier 'NOPE'",
    "000904",
    "COLUMN_DOES_NOT_EXIST_ERROR",
    { line: 2, column: 3 },
    ["NOPE"],
  ],
  [
    "SQL compilation error:\nObject 'NOWHERE' does not exist or not authorized.",
    "002003",
    "TABLE_DOES_NOT_EXIST_ERROR",
    undefined,
    ["NOWHERE"],
  ],
  [
    "SQL compilation error:\nSchema 'SHOP.NONE' does not exist or not authorized.",
    "002003",
    "SCHEMA_DOES_NOT_EXIST_ERROR",
    undefined,
    ["SHOP.NONE"],
  ],
  [
    "SQL compilation error:\nsyntax error line 1 at position 0 unexpected 'SELEC'.",
    "001003",
    "SYNTAX_ERROR",
    { line: 1, column: 1 },
    [],
  ],
  ["Incorrect username or password was specified.", "390100", "CONNECTION_ACCESS_DENIED_ERROR", undefined, []],
  ["Statement reached its statement or warehouse timeout", "000630", "BACKEND_TIMEOUT_ERROR", undefined, []],
  ["Division by zero", "100051", "GENERIC_DB_ENGINE_ERROR", undefined, []],
])("maps the error: %s", (message, code, type, position, invalid) => {
  expect(failureOf(Object.assign(new Error(message), { code }))).toEqual({ type, message, position, invalid });
});
