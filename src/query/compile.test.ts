import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Connection } from "../connectors/connector.ts";
import { duckdbConnector, duckdbDialect } from "../connectors/duckdb/duckdb.ts";
import type { QueryObject } from "../model/query-context.ts";
import { createEngine } from "../server/engine/engine.ts";
import { casesOf } from "../testing/full-size.ts";
import { processorMs } from "../testing/processor-time.ts";
import { type Car, readCars, readFlights, SAMPLE_TABLES } from "../testing/sample-data.ts";
import { type CompileInput, compileQuery } from "./compile.ts";
import type { QueryDataset } from "./query-dataset.ts";

const folder = mkdtempSync(join(tmpdir(), "tessera-compile-"));
const file = join(folder, "samples.duckdb");
const engine = createEngine({ memoryLimit: "1GB", threads: 2, temporaryFolder: folder, connectionsPerFile: 3 });
const NOW = Date.UTC(2001, 0, 15, 10);
const cars = readCars();
const flights = readFlights();
const datasets: Record<string, QueryDataset> = {};
let connection: Connection;

beforeAll(async () => {
  await engine.load({ file, statements: [...SAMPLE_TABLES] });
  connection = await duckdbConnector(engine).connect({ uri: `duckdb:///${file}`, timeoutMs: 30_000 });
  for (const [name, time] of [
    ["cars", "Year"],
    ["flights", "date"],
  ] as const) {
    const columns = (await connection.columns(name)).map((column) => ({
      column_name: column.name,
      type: column.type,
      is_dttm: column.name === time,
      filterable: true,
      groupby: true,
    }));
    datasets[name] = {
      table_name: name,
      schema: "main",
      main_dttm_col: time,
      columns: [
        ...columns,
        {
          column_name: "heavy",
          expression: "Weight_in_lbs > 3000 -- lbs",
          type: "BOOLEAN",
          is_dttm: false,
          filterable: true,
          groupby: true,
        },
      ].slice(0, name === "cars" ? undefined : -1),
      metrics: [
        { metric_name: "count", expression: "COUNT(*)" },
        { metric_name: "mean_delay", expression: "AVG(delay)" },
      ],
    };
  }
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

type Rows = Record<string, unknown>[];

function compile(query: QueryObject, options: Partial<CompileInput> & { of?: string } = {}) {
  const { of = "cars", ...rest } = options;
  return compileQuery({ query, dataset: datasets[of] as QueryDataset, dialect: duckdbDialect, now: NOW, ...rest });
}

async function run(query: QueryObject, options: Parameters<typeof compile>[1] = {}): Promise<Rows> {
  const compiled = compile(query, options);
  for (const check of compiled.checks) await connection.sql.checkExpression(check.sql, check.kind);
  const result = await connection.run(compiled.sql);
  return Array.from({ length: result.rows }, (_, row) =>
    Object.fromEntries(result.columns.map((column, i) => [compiled.items[i]?.label ?? "", column.values[row]])),
  );
}

const countWhere = async (filters: QueryObject["filters"], options: Parameters<typeof compile>[1] = {}) => {
  const [row] = await run({ metrics: ["count"], filters }, options);
  return row?.count;
};
const carsWhere = (keep: (car: Car) => boolean) => cars.filter(keep).length;

describe("columns and metrics", () => {
  test("groups by columns and aggregates", async () => {
    const rows = await run({
      columns: ["Origin"],
      metrics: [
        "count",
        { expressionType: "SIMPLE", aggregate: "AVG", column: { column_name: "Horsepower" }, label: "power" },
        { expressionType: "SIMPLE", aggregate: "COUNT_DISTINCT", column: { column_name: "Cylinders" } },
        { expressionType: "SQL", sqlExpression: "SUM(Weight_in_lbs) / 1000.0", label: "k lbs" },
      ],
      orderby: [["Origin", true]],
    });
    for (const row of rows) {
      const own = cars.filter((car) => car.Origin === row.Origin);
      const power = own.flatMap((car) => car.Horsepower ?? []);
      expect(row.count).toBe(own.length);
      expect(row.power).toBeCloseTo(power.reduce((a, b) => a + b, 0) / power.length, 8);
      expect(row["COUNT_DISTINCT(Cylinders)"]).toBe(new Set(own.map((car) => car.Cylinders)).size);
      expect(row["k lbs"]).toBeCloseTo(own.reduce((a, car) => a + car.Weight_in_lbs, 0) / 1000, 8);
    }
    expect(rows.map((row) => row.Origin)).toEqual(["Europe", "Japan", "USA"]);
  });

  test("null metrics give raw rows, [] gives distinct rows", async () => {
    expect(await run({ columns: ["Origin"], metrics: null })).toHaveLength(cars.length);
    expect(await run({ columns: ["Origin"], metrics: [] })).toHaveLength(3);
    expect(await run({ groupby: ["Origin"], metrics: [] })).toHaveLength(3);
  });

  test("calculated columns work in SELECT, filters and grouping, comments included", async () => {
    const heavy = carsWhere((car) => car.Weight_in_lbs > 3000);
    expect(await countWhere([{ col: "heavy", op: "IS TRUE" }])).toBe(heavy);
    const rows = await run({ columns: ["heavy"], metrics: ["count"], orderby: [["heavy", false]] });
    expect(rows).toEqual([
      { heavy: true, count: heavy },
      { heavy: false, count: cars.length - heavy },
    ]);
  });

  test("the time axis is truncated to its grain, also where its label hides the column", async () => {
    const axis = {
      label: "date",
      sqlExpression: "date",
      expressionType: "SQL" as const,
      columnType: "BASE_AXIS" as const,
      timeGrain: "P1D",
    };
    const rows = await run(
      {
        columns: [axis],
        metrics: ["count"],
        filters: [{ col: "date", op: "TEMPORAL_RANGE", val: "2001-01-02T12:00:00 : 2001-01-04" }],
        orderby: [["date", true]],
      },
      { of: "flights" },
    );
    const second = flights.filter((f) => f.date >= "2001/01/02 12:00" && f.date < "2001/01/03").length;
    const third = flights.filter((f) => f.date.startsWith("2001/01/03")).length;
    expect(rows).toEqual([
      { date: Date.UTC(2001, 0, 2), count: second },
      { date: Date.UTC(2001, 0, 3), count: third },
    ]);
  });

  test("a legacy time series has __timestamp first", async () => {
    const query = {
      granularity: "date",
      is_timeseries: true,
      extras: { time_grain_sqla: "P1W" },
      time_range: "2001-01-08 : 2001-01-15",
      columns: [],
      metrics: ["mean_delay"],
    };
    const [row, ...more] = await run(query, { of: "flights" });
    const own = flights.filter((f) => f.date >= "2001/01/08" && f.date < "2001/01/15");
    expect(more).toEqual([]);
    expect(row?.__timestamp).toBe(Date.UTC(2001, 0, 8));
    expect(row?.mean_delay).toBeCloseTo(own.reduce((a, f) => a + f.delay, 0) / own.length, 8);
    expect(() =>
      compile(
        { is_timeseries: true, metrics: ["count"] },
        { dataset: { ...(datasets.cars as QueryDataset), main_dttm_col: null } },
      ),
    ).toThrow("Datetime column not provided");
  });

  test("label maps keep the sources of each label", () => {
    const { items } = compile({
      columns: ["Origin", { label: "decade", sqlExpression: "EXTRACT(decade FROM Year)" }],
      metrics: [{ expressionType: "SIMPLE", aggregate: "MAX", column: { column_name: "Horsepower" }, label: "top" }],
    });
    expect(items.map((item) => [item.label, item.sources])).toEqual([
      ["Origin", ["Origin"]],
      ["decade", ["EXTRACT(decade FROM Year)"]],
      ["top", ["top"]],
    ]);
  });
});

describe("filters", () => {
  const mpg = (test: (value: number) => boolean) => (car: Car) =>
    car.Miles_per_Gallon !== null && test(car.Miles_per_Gallon);

  test.each<[string, NonNullable<QueryObject["filters"]>, (car: Car) => boolean]>([
    ["==", [{ col: "Origin", op: "==", val: "Japan" }], (c) => c.Origin === "Japan"],
    ["!= with a number as text", [{ col: "Cylinders", op: "!=", val: "8" }], (c) => c.Cylinders !== 8],
    [
      "> and <=",
      [
        { col: "Horsepower", op: ">", val: 100 },
        { col: "Horsepower", op: "<=", val: "150" },
      ],
      (c) => (c.Horsepower ?? 0) > 100 && (c.Horsepower ?? 0) <= 150,
    ],
    ["in", [{ col: "Origin", op: "in", val: ["Japan", "Europe"] }], (c) => c.Origin !== "USA"],
    ["NOT IN", [{ col: "Cylinders", op: "NOT IN", val: [4, "8"] }], (c) => c.Cylinders !== 4 && c.Cylinders !== 8],
    [
      "IN with NULL",
      [{ col: "Miles_per_Gallon", op: "IN", val: [null, 18] }],
      (c) => c.Miles_per_Gallon === null || c.Miles_per_Gallon === 18,
    ],
    ["NOT IN with NULL", [{ col: "Miles_per_Gallon", op: "NOT IN", val: ["<NULL>", 18] }], mpg((v) => v !== 18)],
    ["IN with only NULL", [{ col: "Miles_per_Gallon", op: "IN", val: [null] }], (c) => c.Miles_per_Gallon === null],
    ["== without a value", [{ col: "Horsepower", op: "==", val: null }], (c) => c.Horsepower === null],
    ["IS NOT NULL", [{ col: "Horsepower", op: "IS NOT NULL" }], (c) => c.Horsepower !== null],
    ["LIKE", [{ col: "Name", op: "LIKE", val: "ford%" }], (c) => c.Name.startsWith("ford")],
    [
      "LIKE with line breaks around it",
      [{ col: "Name", op: "LIKE", val: "\tford%\n" }],
      (c) => c.Name.startsWith("ford"),
    ],
    ["NOT LIKE an empty text", [{ col: "Name", op: "NOT LIKE", val: "<empty string>" }], () => true],
    ["NOT ILIKE", [{ col: "Name", op: "NOT ILIKE", val: "%FORD%" }], (c) => !c.Name.includes("ford")],
    [
      "LIKE on numbers",
      [{ col: "Weight_in_lbs", op: "LIKE", val: "35%" }],
      (c) => String(c.Weight_in_lbs).startsWith("35"),
    ],
    [
      "== with epoch milliseconds",
      [{ col: "Year", op: "==", val: Date.UTC(1970, 0, 1) }],
      (c) => c.Year === "1970-01-01",
    ],
    ["a grain", [{ col: "Year", op: "==", val: Date.UTC(1970, 0, 1), grain: "P1Y" }], (c) => c.Year.startsWith("1970")],
    [
      "a range",
      [{ col: "Year", op: "TEMPORAL_RANGE", val: "1975-01-01 : 1977-01-01" }],
      (c) => c.Year >= "1975" && c.Year < "1977",
    ],
    [
      "a range within a day",
      [{ col: "Year", op: "TEMPORAL_RANGE", val: "1974-12-31T12:00:00 : 1976-01-01T00:00:01" }],
      (c) => c.Year >= "1975" && c.Year <= "1976-01-01",
    ],
    [
      "ANY OF groups",
      [
        { col: "Horsepower", op: "ANY OF", any: [[{ op: "<", val: 60 }], [{ op: "IS NULL" }]] },
        {
          col: "Year",
          op: "any of",
          any: [
            [{ op: "<", val: "1972-01-01" }],
            [
              { op: ">=", val: "1980-01-01" },
              { op: "!=", val: "1982-01-01" },
            ],
          ],
        },
      ],
      ({ Horsepower, Year }) =>
        (Horsepower === null || Horsepower < 60) && (Year < "1972" || (Year >= "1980" && Year !== "1982-01-01")),
    ],
    [
      "an adhoc column",
      [{ col: { label: "l", sqlExpression: "LENGTH(Name)", expressionType: "SQL" }, op: ">", val: 25 }],
      (c) => c.Name.length > 25,
    ],
  ])("%s", async (_, filters, keep) => {
    expect(await countWhere(filters)).toBe(carsWhere(keep));
  });

  test("on a metric go to HAVING; unknown columns are reported and ignored", async () => {
    const query: QueryObject = {
      columns: ["Origin"],
      metrics: ["count"],
      filters: [
        { col: "count", op: ">", val: 100 },
        { col: "Nope", op: "==", val: 1 },
        { col: "Year", op: "TEMPORAL_RANGE", val: "No filter" },
      ],
    };
    expect(await run(query)).toEqual([{ Origin: "USA", count: carsWhere((car) => car.Origin === "USA") }]);
    const compiled = compile({ ...query, applied_time_extras: { __time_range: "Last week", __time_col: "no" } });
    expect(compiled.appliedFilters).toEqual([{ column: "count" }, { column: "Year" }, { column: "__time_range" }]);
    expect(compiled.rejectedFilters).toEqual([
      { column: "Nope", reason: "not_in_datasource" },
      { column: "__time_col", reason: "not_in_datasource" },
    ]);
  });

  test("custom WHERE and HAVING and row-level predicates stay within their parentheses", async () => {
    const rows = await run(
      {
        columns: ["Cylinders"],
        metrics: ["count"],
        extras: { where: "Origin = 'Japan' OR Origin = 'Europe' -- both", having: "COUNT(*) > 5" },
      },
      { predicates: ["Origin = 'Japan' OR Origin = 'USA'"] },
    );
    const japanese = cars.filter((car) => car.Origin === "Japan");
    expect(rows.every((row) => Number(row.count) > 5)).toBe(true);
    expect(rows.reduce((a, row) => a + Number(row.count), 0)).toBe(
      [3, 4, 5, 6, 8]
        .map((n) => japanese.filter((c) => c.Cylinders === n).length)
        .filter((n) => n > 5)
        .reduce((a, b) => a + b, 0),
    );
  });

  test.each<[NonNullable<QueryObject["filters"]>[number], string]>([
    [{ col: "Origin", op: "IN", val: [] }, "Filter value list cannot be empty"],
    [{ col: "Origin", op: "LIKE", val: "<NULL>" }, "Must specify a value for filters with comparison operators"],
    [{ col: "Origin", op: ">", val: null }, "Must specify a value for filters with comparison operators"],
    [{ col: "Origin", op: "~", val: 1 }, "Invalid filter operation type: ~"],
    [{ col: "Horsepower", op: ">", val: "many" }, "Invalid value for the numeric column Horsepower: many"],
  ])("reject %o with a 400", (filter, message) => {
    expect(() => compile({ metrics: ["count"], filters: [filter] })).toThrow(message);
  });

  test("can't break out of quotes through a value, identifier or label", async () => {
    const nasty = fc.string({
      unit: fc.constantFrom(
        "'",
        '"',
        "\\",
        ";",
        "-",
        "/",
        "*",
        "%",
        "\n",
        ")",
        "(",
        "a",
        "\u0000",
        "é",
        "💥",
        "$",
        "`",
      ),
    });
    await fc.assert(
      fc.asyncProperty(nasty, nasty, async (value, label) => {
        const text = value.replaceAll("\u0000", "").replace(/^[\t\n]+|[\t\n]+$/g, "");
        const [row] = await run({
          metrics: [{ expressionType: "SQL", sqlExpression: "COUNT(*)", label: `m${label}` }],
          filters: [
            { col: "Name", op: "==", val: value },
            { col: "Origin", op: "ILIKE", val: value },
            { col: "Name", op: "NOT IN", val: [value, "x"] },
          ],
        });
        expect(Object.values(row ?? {})).toEqual([0]);
        const dataset = { ...(datasets.cars as QueryDataset), sql: `SELECT ${duckdbDialect.quoteText(value)} AS v` };
        const virtual = {
          ...dataset,
          columns: [{ column_name: "v", type: "VARCHAR", is_dttm: false, filterable: true, groupby: true }],
        };
        const [match] = await run(
          { metrics: ["count"], filters: [{ col: "v", op: "==", val: text }] },
          { dataset: virtual },
        );
        expect(match?.count).toBe(
          ["<NULL>", "<empty string>"].includes(text) || value.replaceAll("\u0000", "") !== text ? match?.count : 1,
        );
      }),
      { numRuns: casesOf(30, 60) },
    );
  });
});

describe("order, limits and series", () => {
  test("orders by labels, columns, saved and adhoc metrics", async () => {
    const top = await run({
      columns: ["Cylinders"],
      metrics: [],
      orderby: [[{ expressionType: "SQL", sqlExpression: "COUNT(*)", label: "n" }, false]],
      row_limit: 1,
    });
    expect(top).toEqual([{ Cylinders: 4 }]);
    const names = await run({
      columns: ["Name"],
      metrics: null,
      orderby: [["Weight_in_lbs", true]],
      row_limit: 1,
      row_offset: 1,
    });
    expect(names[0]?.Name).toBe([...cars].sort((a, b) => a.Weight_in_lbs - b.Weight_in_lbs)[1]?.Name);
    expect(() => compile({ metrics: ["count"], orderby: [["nothing", true]] })).toThrow(
      "Unknown column used in orderby: nothing",
    );
  });

  test("caps the row limit", () => {
    const limitOf = (query: QueryObject, options = {}) =>
      /LIMIT (\d+)/.exec(compile({ columns: ["Name"], ...query }, options).sql)?.[1];
    expect(limitOf({})).toBe("50000");
    expect(limitOf({ row_limit: 0 })).toBe("50000");
    expect(limitOf({ row_limit: 10 })).toBe("10");
    expect(limitOf({ row_limit: 5_000_000 })).toBe("100000");
    expect(limitOf({ row_limit: 5_000_000 }, { formData: { server_pagination: true } })).toBe("500000");
    expect(limitOf({}, { resultType: "samples" })).toBe("1000");
  });

  test("counts all rows of a query", async () => {
    expect(await run({ is_rowcount: true, columns: ["Origin"], metrics: ["count"] })).toEqual([{ rowcount: 3 }]);
    expect(await run({ is_rowcount: true, metrics: null, columns: ["Name"] })).toEqual([{ rowcount: cars.length }]);
  });

  const airports = () => {
    const counts = new Map<string, number>();
    for (const { origin } of flights) counts.set(origin, (counts.get(origin) ?? 0) + 1);
    return [...counts].sort((a, b) => b[1] - a[1]);
  };

  test("keeps only the top series", async () => {
    const rows = await run(
      { columns: ["origin", "destination"], metrics: ["count"], series_columns: ["origin"], series_limit: 2 },
      { of: "flights" },
    );
    expect(new Set(rows.map((row) => row.origin))).toEqual(
      new Set(
        airports()
          .slice(0, 2)
          .map(([name]) => name),
      ),
    );
  });

  test("sums the rest as Others, so that totals stay complete", async () => {
    const rows = await run(
      {
        columns: ["origin"],
        metrics: ["count"],
        series_columns: ["origin"],
        series_limit: 2,
        group_others_when_limit_reached: true,
        orderby: [["origin", true]],
      },
      { of: "flights" },
    );
    const [first, second, ...rest] = airports();
    const others = rest.reduce((a, [, n]) => a + n, 0);
    expect(new Set(rows.map((row) => `${row.origin} ${row.count}`))).toEqual(
      new Set([`${first?.[0]} ${first?.[1]}`, `${second?.[0]} ${second?.[1]}`, `Others ${others}`]),
    );
  });

  test("keeps a series of missing values among the top ones", async () => {
    const sql = "SELECT CASE WHEN Origin <> 'USA' THEN Origin END AS Origin FROM cars";
    const rows = await run(
      { columns: ["Origin"], metrics: ["count"], series_columns: ["Origin"], series_limit: 1 },
      { dataset: { ...(datasets.cars as QueryDataset), sql } },
    );
    expect(rows).toEqual([{ Origin: null, count: carsWhere((car) => car.Origin === "USA") }]);
  });
});

describe("time", () => {
  test("granularity replaces the chart's own axis and drops its filter", () => {
    const compiled = compile(
      {
        columns: [{ label: "Year", sqlExpression: "Year", columnType: "BASE_AXIS", timeGrain: "P1Y" }],
        metrics: ["count"],
        granularity: "heavy",
        filters: [{ col: "Year", op: "TEMPORAL_RANGE", val: "1970 : 1980" }],
        post_processing: [{ operation: "pivot", options: { index: ["Year"], aggregates: {} } }],
      },
      { formData: { x_axis: "Year" } },
    );
    expect(compiled.items.map((item) => item.label)).toEqual(["heavy", "count"]);
    expect(compiled.query.filters).toEqual([]);
    expect(compiled.query.postProcessing[0]?.options?.index).toEqual(["heavy"]);
  });

  test("a query's time range replaces those of its filters", async () => {
    const filters = [{ col: "Year", op: "TEMPORAL_RANGE", val: "1970 : 1971" }];
    const [row] = await run({ metrics: ["count"], filters, time_range: "1975 : 1977" });
    expect(row?.count).toBe(carsWhere((car) => car.Year >= "1975" && car.Year < "1977"));
  });

  test("bounds come from the filter if nothing else sets them", () => {
    const compiled = compile({
      metrics: ["count"],
      filters: [{ col: "Year", op: "TEMPORAL_RANGE", val: "1970 : 1971" }],
    });
    expect(compiled.bounds).toEqual({ since: Date.UTC(1970, 0), until: Date.UTC(1971, 0) });
    expect(compiled.isRelativeToNow).toBe(false);
    expect(compile({ metrics: ["count"], time_range: "Last week" }).isRelativeToNow).toBe(true);
    expect(() => compile({ metrics: ["count"], granularity: "when" })).toThrow(
      'Time column "when" does not exist in dataset',
    );
  });
});

test("duplicate labels, unknown columns and unsupported grains return 400", () => {
  expect(() => compile({ columns: ["Origin", { label: "Origin", sqlExpression: "1" }], metrics: [] })).toThrow(
    'Duplicate column/metric labels: "Origin". Please make sure all columns and metrics have a unique label.',
  );
  expect(() => compile({ columns: ["a", "Origin", "b"] })).toThrow("Columns missing in dataset: ['a', 'b']");
  expect(() =>
    compile({
      columns: [{ label: "y", sqlExpression: "Year", columnType: "BASE_AXIS", timeGrain: "P9D" }],
      metrics: [],
    }),
  ).toThrow("Time grain P9D is not supported");
  expect(() => compile({ columns: ["Origin"], metrics: ["count"], series_columns: ["Name"], series_limit: 3 })).toThrow(
    "series_columns",
  );
});

test.each<[string, QueryObject]>([
  [
    "a chart's query",
    {
      columns: ["Origin", "Cylinders"],
      metrics: ["count"],
      filters: [{ col: "Year", op: "TEMPORAL_RANGE", val: "Last year" }],
      series_columns: ["Origin"],
      series_limit: 5,
    },
  ],
  [
    "a query of a hundred metrics",
    {
      columns: ["Origin"],
      metrics: Array.from({ length: 100 }, (_, i) => ({
        expressionType: "SIMPLE" as const,
        aggregate: "SUM" as const,
        column: { column_name: "Horsepower" },
        label: `sum ${i}`,
      })),
      orderby: [["sum 7", false]],
    },
  ],
])("compiling %s takes less than a millisecond", (_, query) => {
  for (let i = 0; i < 200; i++) compile(query);
  const times = Array.from({ length: 5 }, () => {
    const started = processorMs();
    for (let i = 0; i < 100; i++) compile(query);
    return (processorMs() - started) / 100;
  });
  expect(Math.min(...times)).toBeLessThan(1);
});

describe("query options", () => {
  const labels = (query: QueryObject) => compile(query).items.map((item) => item.label);

  test("column_order sets the order of columns", () => {
    const query = { columns: ["Origin", "Name"], metrics: ["count"], extras: { column_order: ["count", "x", "Name"] } };
    expect(labels(query)).toEqual(["count", "Name", "Origin"]);
  });

  test("a comparison range shifts the bounds", () => {
    const filters = [{ col: "Year", op: "TEMPORAL_RANGE", val: "1975-03-31 : 1975-04-10" }];
    const bounds = (range: string) =>
      compile({ metrics: ["count"], filters, extras: { instant_time_comparison_range: range } }).bounds;
    expect(bounds("m")).toEqual({ since: Date.UTC(1975, 1, 28), until: Date.UTC(1975, 2, 10) });
    expect(bounds("w").since).toBe(Date.UTC(1975, 2, 24));
    expect(bounds("y").since).toBe(Date.UTC(1974, 2, 31));
    expect(bounds("r")).toEqual({ since: Date.UTC(1975, 2, 21), until: Date.UTC(1975, 2, 31) });
    expect(() => bounds("x")).toThrow("Invalid time comparison range: x");
  });

  test("inherit shifts by whole days, or by hours for a range under a day", () => {
    const shifted = (val: string) =>
      compile({ metrics: ["count"], filters: [{ col: "Year", op: "TEMPORAL_RANGE", val }] }, { timeOffset: "inherit" })
        .bounds.since;
    expect(shifted("1975-01-03 : 1975-01-04T12:00:00")).toBe(Date.UTC(1975, 0, 2));
    expect(shifted("1975-01-03 : 1975-01-03T12:00:00")).toBe(Date.UTC(1975, 0, 2, 12));
  });

  test("SQL can replace a column name if only the SQL is requested", () => {
    const query = { columns: ["UPPER(Origin)"], metrics: ["count"] };
    const compiled = compile(query, { resultType: "query" });
    expect(compiled.checks).toContainEqual({ sql: "UPPER(Origin)", kind: "column" });
    expect(compiled.sql).toContain('(UPPER(Origin)) AS "UPPER(Origin)"');
    expect(() => compile(query)).toThrow("Columns missing in dataset: ['UPPER(Origin)']");
  });

  test("series are ranked by the main range, also in a comparison", () => {
    const query = {
      columns: ["Origin"],
      metrics: ["count"],
      filters: [{ col: "Year", op: "TEMPORAL_RANGE", val: "1975-01-01 : 1976-01-01" }],
      series_columns: ["Origin"],
      series_limit: 1,
    };
    const { sql } = compile(query, { timeOffset: "1 year ago" });
    const [ranking, outer] = sql.split("AS series_limit");
    expect([ranking, outer].map((part) => part?.match(/19\d\d-01-01/g))).toEqual([
      ["1975-01-01", "1976-01-01"],
      ["1974-01-01", "1975-01-01"],
    ]);
  });
});
