import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engineOf } from "../../server/engine/app-engine.ts";
import { isEngineThere, sampledEngines, startUploads, type Uploads } from "../../testing/uploads.ts";
import { PLAIN } from "./number-format.ts";
import { quoted } from "./sql-text.ts";
import { targetReading } from "./target-types.ts";

let world: Uploads;
beforeAll(async () => {
  world = await startUploads();
});
afterAll(() => world.stop());

type Fields = Record<string, string>;

const send = (engine: string, content: string, fields: Fields) =>
  world.send({ content, fields, path: `${world.ids[engine]}/upload/` });

async function table(engine: string, content: string): Promise<string> {
  const name = `a_${randomUUID().replaceAll("-", "").slice(0, 12)}`;
  expect((await send(engine, content, { table_name: name })).body.message).toBe("OK");
  return name;
}

async function append(engine: string, name: string, content: string, fields: Fields = {}): Promise<string> {
  const { body } = await send(engine, content, { table_name: name, already_exists: "append", ...fields });
  return body.message;
}

const ORDER = "The order of day and month isn't clear in this column. Choose the date order.";
const april = Date.UTC(2024, 3, 3);
const march = Date.UTC(2024, 2, 4);

describe.each(sampledEngines(0))("%s", (engine) => {
  test("a column's dates have one order of day and month, which is never guessed", async () => {
    const days = await table(engine, "d\n2024-01-31\n");
    const refused = (line: number, value: string) =>
      expect.stringMatching(
        new RegExp(`^Parsing error: Column "d", line ${line}: "${value}" doesn't fit the column's type .+\\. ${ORDER}`),
      );
    expect(await append(engine, days, "d\n2024-02-01\n03/04/2024\n")).toEqual(refused(3, "03/04/2024"));
    expect(await append(engine, days, "d\n13/02/2024\n02/13/2024\n")).toEqual(refused(2, "13/02/2024"));
    expect(await append(engine, days, "d\n13/02/2024\n02/13/2024\n", { day_first: "true" })).toMatch(
      /line 3: "02\/13\/2024"/,
    );
    expect(await world.rowsOf(engine, days, "count(*)")).toEqual([[1]]);
    expect(await append(engine, days, "d\n03/04/2024\n", { day_first: "true" })).toBe("OK");
    expect(await append(engine, days, "d\n03/04/2024\n", { day_first: "false" })).toBe("OK");
    expect(await append(engine, days, "d\n03/04/2024\n31/12/2024\n")).toBe("OK");
    expect(await world.rowsOf(engine, `${days} WHERE d <> '2024-01-31' ORDER BY d`)).toEqual([
      [march],
      [april],
      [april],
      [Date.UTC(2024, 11, 31)],
    ]);
  });

  test("timestamps too, with all digits of their seconds", async () => {
    const moments = await table(engine, "t\n2024-01-31 10:00:00.5\n");
    expect(await append(engine, moments, "t\n03/04/2024 10:00\n")).toMatch(/line 2: "03\/04\/2024 10:00" .+ order of/);
    expect(await append(engine, moments, "t\n2024-01-02 03:04:05.123456789\n2024-01-02 03:04:05+02:00\n")).toMatch(
      /line 2: "2024-01-02 03:04.+ 1 more value has/,
    );
    expect(await append(engine, moments, "t\n2024-04-03\n04-Apr-2024 09:30\n2024-04-05T10:00:00.250Z\n")).toBe("OK");
    expect((await world.rowsOf(engine, `${moments} ORDER BY t`)).slice(1)).toEqual([
      [april],
      [Date.UTC(2024, 3, 4, 9, 30)],
      [Date.UTC(2024, 3, 5, 10, 0, 0, 250)],
    ]);
  });

  test("numbers and booleans keep their written values", async () => {
    const values = await table(engine, "n,x,b\n7,2.5,true\n8,3,false\n");
    const numbers = ["007", "+7", "-0", "1e3", "1.5"].map((n) => `${n},1,true`);
    expect(await append(engine, values, ["n,x,b", ...numbers].join("\n"))).toMatch(
      /^Parsing error: Column "n", line 2: "007" .+ 4 more values have/,
    );
    expect(await append(engine, values, "n,x,b\n1,9007199254740993,true\n")).toMatch(/Column "x", line 2/);
    const words = ["true", "yes", "t", "on", "y"].map((word) => `1,1,${word}`);
    expect(await append(engine, values, ["n,x,b", ...words].join("\n"))).toMatch(
      /Column "b", line 3: "yes" .+ 3 more values have/,
    );
    expect(await append(engine, values, "n,x,b\n9.0,1.50,TRUE\n10,1e2,false\n")).toBe("OK");
    expect((await world.rowsOf(engine, `${values} ORDER BY n`, "n, x")).slice(2)).toEqual([
      [9, 1.5],
      [10, 100],
    ]);
  });
});

test.each<[engine: string, type: string, fits: string[], refused: string[]]>([
  ["duckdb", "BOOLEAN", ["true", "FALSE"], ["1", "0", "yes"]],
  ["mysql", "tinyint(1)", ["true", "1"], ["2", "yes"]],
  ["duckdb", "FLOAT", ["0.1", "16777216"], ["16777217"]],
  ["duckdb", "DOUBLE", ["16777217", "0.30000000000000004", "1e-07"], ["1e999", "0.1000000000000000055", "1,234"]],
  ["mysql", "float(7,2)", ["1.25"], ["1.255"]],
  ["postgresql", "numeric(6,2)", ["1.5", "1.500", "-3"], ["1.555", "12345.00", "01.50", "-0.00"]],
  ["mysql", "datetime", ["2024-01-02 03:04:05.000"], ["2024-01-02 03:04:05.5"]],
  ["postgresql", "timestamp(3) without time zone", ["2024-01-02 03:04:05.123"], ["2024-01-02 03:04:05.1234"]],
  ["postgresql", "timestamp with time zone", ["2024-01-02 03:04:05+02:00"], ["01/02/24 10:00"]],
  ["duckdb", "TIMESTAMP_S", ["2024-01-02 03:04:05"], ["2024-01-02 03:04:05.5"]],
  ["duckdb", "TIMESTAMP", ["2024-01-02T03:04Z"], ["2024", "May 2024", "20240501", "2024-01-02 03:04:05+02:00"]],
  ["duckdb", "DATE", ["2024-01-02", "2 Jan 2024"], ["2024", "2024-01-02 03:00", "01/02/24", "01/02/2024"]],
  ["duckdb", "TIME", ["9:15", "09:15:00.5"], ["soon", "09:15:00.1234567"]],
  ["clickhousedb", "Nullable(Date)", ["2024-01-02"], ["1969-12-31", "2150-01-01"]],
  ["clickhousedb", "DateTime", ["2024-01-02 03:04:05"], ["1969-12-31 10:00:00", "2024-01-02 03:04:05.5"]],
  ["duckdb", "UTINYINT", ["255"], ["256", "-1", "00"]],
])("%s %s", async (engine, type, fits, refused) => {
  const format = { numbers: PLAIN, isDecimalKnown: false, order: undefined };
  const reading = targetReading(engine, type, format);
  const checks = [...fits, ...refused].map((text) => `coalesce(${reading?.fits(quoted(text))}, false)`);
  const file = join(world.server.app.config.home, "up.duckdb");
  const { columns } = await engineOf(world.server.app).query({ file, sql: `SELECT ${checks.join(", ")}` });
  const found = columns.map(({ values }) => Boolean(values[0]));
  expect(found).toEqual([...fits.map(() => true), ...refused.map(() => false)]);
});

test.runIf(isEngineThere("clickhouse"))("ClickHouse: missing values don't become 0", async () => {
  const name = `a_${randomUUID().replaceAll("-", "").slice(0, 12)}`;
  const url = `${process.env.TESSERA_TEST_CLICKHOUSE_URL}`.replace("clickhousedb", "http");
  const body = `CREATE TABLE ${name} (n Int64, d Date) ENGINE = MergeTree ORDER BY tuple()`;
  expect((await fetch(url, { method: "POST", body })).status).toBe(200);
  expect(await append("clickhouse", name, "n,d\n1,2024-01-02\nNA,2024-01-03\n")).not.toBe("OK");
  expect(await world.rowsOf("clickhouse", name, "count(*)")).toEqual([[0]]);
  expect(await append("clickhouse", name, "n,d\n1,2024-01-02\n")).toBe("OK");
});

test("a column with a chosen type has one order of day and month too", async () => {
  const typed = { table_name: "chosen_type", column_data_types: '{"d": "datetime"}' };
  const refused = await send("duckdb", "d\n2024\n03/04/2024\n", typed);
  expect([refused.status, refused.body.message]).toEqual([
    422,
    `Parsing error: Column "d", line 3: "03/04/2024" doesn't fit the type datetime. ${ORDER}`,
  ]);
  const fields = { table_name: "chosen_dates", column_dates: "d" };
  expect((await send("duckdb", "d\n04/03/2024\n", { ...fields, table_name: "month_first" })).status).toBe(201);
  expect(await world.rowsOf("duckdb", "month_first")).toEqual([[april]]);
  expect((await send("duckdb", "d\n13/02/2024\n02/13/2024\n", { ...fields, table_name: "mixed" })).status).toBe(422);
  expect((await send("duckdb", "d\n03/04/2024\n03/04/24\n", { ...fields, day_first: "true" })).status).toBe(201);
  expect(await world.rowsOf("duckdb", "chosen_dates")).toEqual([[april], [april]]);
});
