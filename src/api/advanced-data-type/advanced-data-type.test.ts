import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { convert, types } from "./contract.ts";
import { advancedDataTypes } from "./routes.ts";

let server: TestServer;
let gamma: TestClient;
beforeAll(async () => {
  server = await startTestServer({ resources: [advancedDataTypes] });
  gamma = await server.as("gamma");
});
afterAll(() => server.stop());

const converted = async (type: string, values: (string | number)[]) =>
  (await gamma.call(convert, { q: { type, values } })).result;

test("lists the types", async () => {
  expect(await gamma.call(types, {})).toEqual({ result: ["internet_address", "port"] });
});

test.each([
  ["1.1.1.1", 16843009],
  ["0.0.0.0", 0],
  ["255.255.255.255", 4294967295],
  ["10.1.2.3/8", { start: 167772160, end: 184549375 }],
  ["192.168.1.4/30", { start: 3232235780, end: 3232235783 }],
  ["1.1.1.1/32", 16843009],
  ["0.0.0.0/0", { start: 0, end: 4294967295 }],
  ["::1", 1],
  ["2001:db8::1", "42540766411282592856903984951653826561"],
  [
    "2001:db8::/127",
    { start: "42540766411282592856903984951653826560", end: "42540766411282592856903984951653826561" },
  ],
])("converts the address %s to its stored number", async (text, value) => {
  expect(await converted("internet_address", [text])).toMatchObject({ values: [value], error_message: "" });
});

test("accepts port numbers and service names", async () => {
  expect(await converted("port", ["HTTP", 8080, " ftp "])).toEqual({
    values: [80, 8080, 20, 21],
    error_message: "",
    display_value: "80, 8080, 20, 21",
    valid_filter_operators: [
      "EQUALS",
      "GREATER_THAN_OR_EQUAL",
      "GREATER_THAN",
      "IN",
      "LESS_THAN",
      "LESS_THAN_OR_EQUAL",
    ],
  });
});

test.each([
  ["port", ["80", "0"], "0"],
  ["port", ["70000"], "70000"],
  ["port", ["8 0"], "8 0"],
  ["port", ["constructor"], "constructor"],
  ["internet_address", ["10.0.0.256"], "10.0.0.256"],
  ["internet_address", ["10.1"], "10.1"],
  ["internet_address", ["10.0.0.0/33"], "10.0.0.0/33"],
  ["internet_address", ["10.0.0.0/8/8"], "10.0.0.0/8/8"],
  ["internet_address", [""], ""],
])("rejects an invalid %s and converts nothing: %s", async (type, values, wrong) => {
  const result = await converted(type, values);
  expect([result.values, result.display_value]).toEqual([[], ""]);
  expect(result.error_message).toContain(`'${wrong}' is not a valid`);
});

test("rejects other types, invalid requests and users without the permission", async () => {
  const get = (q: string, client = gamma) =>
    client.get(`/api/v1/advanced_data_type/convert?q=${encodeURIComponent(q)}`);
  expect(await get("(type:constructor,values:!(a))")).toMatchObject({
    status: 400,
    body: { message: "Invalid advanced data type: constructor" },
  });
  expect((await get("(type:port)")).status).toBe(400);
  expect((await get("")).status).toBe(400);
  expect((await get("(type:port,values:!('1'))", server.anonymous)).status).toBe(401);
  expect((await get("(type:port,values:!('1'))", await server.as("nobody", ["Public"]))).status).toBe(403);
});
