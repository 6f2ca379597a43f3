import { describe, expect, test } from "vitest";
import { parseServerAddress, type ServerAddress } from "../address/address.ts";
import { columnsOf } from "../columns.ts";
import { createConnectors, maybeConnector } from "../index.ts";
import { bigqueryConnector, bigqueryCredentialsOf, bigqueryShape, failureOf } from "./bigquery.ts";

const key = { client_email: "me@project.iam.gserviceaccount.com", private_key: "secret" };
const uri = "bigquery://project/dataset";
const address: ServerAddress = parseServerAddress({ uri, timeoutMs: 1 }, 443);

test("is selected by its addresses", () => {
  expect(maybeConnector(createConnectors({ duckdb: {} as never }), uri)).toBe(bigqueryConnector);
  expect(address).toMatchObject({ host: "project", database: "dataset" });
});

test("accepts a service account key in the address or connect arguments, and never shows it", async () => {
  const encoded = encodeURIComponent(Buffer.from(JSON.stringify(key)).toString("base64"));
  expect(bigqueryCredentialsOf({ uri: `${uri}?credentials_base64=${encoded}`, timeoutMs: 1 })).toEqual(key);
  expect(bigqueryCredentialsOf({ uri, timeoutMs: 1, connectArguments: { credentials_info: key } })).toEqual(key);
  const text = { credentials_info: JSON.stringify(key) };
  expect(bigqueryCredentialsOf({ uri, timeoutMs: 1, connectArguments: text })).toEqual(key);
  const leading = {
    ...key,
    universe_domain: "evil.example",
    token_uri: "http://169.254.169.254/",
    credential_source: {},
  };
  expect(bigqueryCredentialsOf({ uri, timeoutMs: 1, connectArguments: { credentials_info: leading } })).toEqual(key);
  for (const connectArguments of [
    {},
    { credentials_info: { ...key, type: "external_account" } },
    { credentials_info: "{secret" },
    { credentials_info: { private_key: "secret" } },
  ]) {
    const config = { uri, timeoutMs: 1, connectArguments: connectArguments };
    await expect(bigqueryConnector.connect(config)).rejects.toThrow(
      /^One or more parameters are missing: credentials_info/,
    );
  }
});

test("reads values as the service sends them", () => {
  const fields = [
    { name: "a", type: "INTEGER" },
    { name: "b", type: "NUMERIC" },
    { name: "c", type: "FLOAT" },
    { name: "d", type: "BOOLEAN" },
    { name: "e", type: "DATE" },
    { name: "f", type: "DATETIME" },
    { name: "g", type: "TIMESTAMP" },
    { name: "h", type: "STRING" },
    { name: "i", type: "INTEGER", mode: "REPEATED" },
    {
      name: "j",
      type: "RECORD",
      fields: [
        { name: "x", type: "INTEGER" },
        { name: "y", type: "STRING", mode: "REPEATED" },
      ],
    },
    { name: "k", type: "BYTES" },
  ];
  const row = [
    "9007199254740993",
    "1234.50",
    "NaN",
    "false",
    "1969-07-20",
    "2024-02-29T23:59:58.123456",
    "-1500",
    "",
    [{ v: "1" }, { v: "9007199254740993" }],
    { f: [{ v: "5" }, { v: [{ v: "z" }] }] },
    "w6k=",
  ];
  const { columns } = columnsOf({ shapes: fields.map(bigqueryShape), rows: [row, row.map(() => null)] });
  expect(columns.map(({ values }) => values[0])).toEqual([
    9007199254740993n,
    1234.5,
    null,
    false,
    Date.UTC(1969, 6, 20),
    Date.UTC(2024, 1, 29, 23, 59, 58, 123),
    -2,
    "",
    '[1,"9007199254740993"]',
    '{"x":5,"y":["z"]}',
    "é",
  ]);
  expect(columns.every(({ values }) => values[1] === null)).toBe(true);
});

describe("errors", () => {
  test.each([
    ["Unrecognized name: nope at [2:3]", "COLUMN_DOES_NOT_EXIST_ERROR", { line: 2, column: 3 }, ["nope"]],
    [
      "Unrecognized name: nope; Did you mean note? at [1:8]",
      "COLUMN_DOES_NOT_EXIST_ERROR",
      { line: 1, column: 8 },
      ["nope"],
    ],
    ["Not found: Table p:d.t was not found in location EU", "TABLE_DOES_NOT_EXIST_ERROR", undefined, ["p:d.t"]],
    ["Not found: Dataset p:d was not found", "SCHEMA_DOES_NOT_EXIST_ERROR", undefined, ["p:d"]],
    ["Syntax error: Unexpected keyword FROM at [1:10]", "SYNTAX_ERROR", { line: 1, column: 10 }, []],
    ["Access Denied: Project p: User does not have permission", "CONNECTION_DATABASE_PERMISSIONS_ERROR", undefined, []],
    ["invalid_grant: Invalid JWT Signature.", "CONNECTION_ACCESS_DENIED_ERROR", undefined, []],
  ])("%s", (message, type, position, invalid) => {
    expect(failureOf(new Error(message))).toEqual({ type, message, position, invalid });
  });

  test("maps network and unknown errors", () => {
    expect(failureOf(Object.assign(new Error("x"), { code: "ENOTFOUND" })).type).toBe(
      "CONNECTION_INVALID_HOSTNAME_ERROR",
    );
    expect(failureOf(new Error("Division by zero"))).toMatchObject({ type: "GENERIC_DB_ENGINE_ERROR" });
  });
});
