import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadSampleData, readCars, readFlights, type SampleData } from "../../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../../testing/server.ts";

let server: TestServer;
let admin: TestClient;
let data: SampleData;
const cars = readCars();
const flights = readFlights();

beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
});
afterAll(() => server.stop());

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

const context = (query: object, rest: object = {}) => ({
  datasource: { id: data.carsId, type: "table" },
  queries: [query],
  ...rest,
});
const ask = async (query: object, rest: object = {}): Promise<Json> => {
  const answer = await admin.post<Json>("/api/v1/chart/data", context(query, rest));
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.result[0];
};
const failure = (query: object, rest: object = {}) => admin.post<Json>("/api/v1/chart/data", context(query, rest));

const byOrigin = (rows = cars) => {
  const counts = new Map<string, number>();
  for (const car of rows) counts.set(car.Origin, (counts.get(car.Origin) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([Origin, count]) => ({ Origin, count }));
};

describe("a pivot with missing keys", () => {
  const kind = { label: "kind", expressionType: "SQL", sqlExpression: "NULLIF(Origin, 'USA')" };
  const query = {
    columns: [kind],
    metrics: ["count"],
    post_processing: [
      { operation: "pivot", options: { index: ["kind"], aggregates: { count: { operator: "mean" } } } },
      { operation: "flatten" },
    ],
  };

  test.each([
    ["omits it", {}, ["Europe", "Japan"]],
    ["keeps it on request", { keep_missing_index: true }, ["Europe", "Japan", null]],
  ])("%s", async (_, more, kinds) => {
    const { data: rows } = await ask({ ...query, ...more });
    expect(rows.map((row: Json) => row.kind)).toEqual(kinds);
    expect(rows[2]?.count).toBe(kinds[2] === null ? cars.filter((car) => car.Origin === "USA").length : undefined);
  });
});

describe("labels built from values", () => {
  const place = { label: "place", expressionType: "SQL", sqlExpression: "Origin || ', Earth'" };
  const pivoted = (columns: unknown[], names: string[], more: object[] = []) => ({
    columns,
    metrics: ["count"],
    filters: [{ col: "Origin", op: "IN", val: ["Europe", "Japan"] }],
    post_processing: [
      {
        operation: "pivot",
        options: { index: ["Cylinders"], columns: names, aggregates: { count: { operator: "sum" } } },
      },
      ...more,
      { operation: "flatten" },
    ],
  });

  test("keep their commas, and stay distinct in the label map", async () => {
    const query = pivoted(["Cylinders", place], ["place"]);
    const labels = ["count, Europe, Earth", "count, Japan, Earth"];
    const { colnames, data: rows, label_map } = await ask(query);
    expect(colnames).toEqual(["Cylinders", ...labels]);
    expect(Object.keys(rows[0])).toEqual(colnames);
    expect(label_map).toMatchObject({ "count, Europe, Earth": ["count", "Europe, Earth"] });
    const file = await admin.post<string>("/api/v1/chart/data", context(query, { result_format: "csv" }));
    expect(file.body).toContain(`Cylinders,${labels.map((label) => `"${label}"`).join(",")}\n`);
    const alone = [{ operation: "rename", options: { columns: { count: null }, level: 0 } }];
    const { label_map: ofAlone } = await ask(pivoted(["Cylinders", place], ["place"], alone));
    expect(ofAlone).toMatchObject({ "Europe, Earth": ["Europe, Earth"] });
  });

  test("escape commas if two labels would be equal otherwise", async () => {
    const one = { ...place, label: "one", sqlExpression: "CASE Origin WHEN 'Japan' THEN 'a, b' ELSE 'a' END" };
    const other = { ...place, label: "other", sqlExpression: "CASE Origin WHEN 'Japan' THEN 'c' ELSE 'b, c' END" };
    const { colnames } = await ask(pivoted(["Cylinders", one, other], ["one", "other"]));
    expect(colnames).toEqual(["Cylinders", "count, a, b\\, c", "count, a\\, b, c"]);
  });
});

describe("the response", () => {
  test("has every key of the API, in order", async () => {
    const result = await ask({ columns: ["Origin"], metrics: ["count"], orderby: [["count", false]] });
    expect(Object.keys(result)).toEqual([
      "cache_key",
      "cached_dttm",
      "queried_dttm",
      "cache_timeout",
      "is_cached",
      "query",
      "status",
      "error",
      "stacktrace",
      "rowcount",
      "sql_rowcount",
      "data",
      "colnames",
      "indexnames",
      "coltypes",
      "applied_filters",
      "rejected_filters",
      "applied_template_filters",
      "annotation_data",
      "from_dttm",
      "to_dttm",
      "label_map",
      "result_format",
      "detected_currency",
    ]);
    expect(result.data).toEqual(byOrigin());
    expect(result).toMatchObject({
      colnames: ["Origin", "count"],
      coltypes: [1, 0],
      indexnames: [0, 1, 2],
      rowcount: 3,
      sql_rowcount: 3,
      status: "success",
      cache_timeout: 86_400,
      label_map: { Origin: ["Origin"], count: ["count"] },
    });
    expect(result.query).toContain('GROUP BY "Origin"');
    expect(result.query.endsWith(";\n\n")).toBe(true);
  });

  test("is marked as cached, and queries the database again with force", async () => {
    const query = { columns: ["Cylinders"], metrics: ["count"] };
    const fresh = await ask(query);
    expect([fresh.is_cached, fresh.cached_dttm]).toEqual([null, null]);
    await expect.poll(async () => (await ask(query)).is_cached).toBe(true);
    const hit = await ask(query);
    expect(`${hit.cached_dttm}+00:00`).toBe(hit.queried_dttm);
    expect(hit.data).toEqual(fresh.data);
    expect(hit.cache_key).toBe(fresh.cache_key);
    expect((await ask(query, { force: true })).is_cached).toBeNull();
    const other = await ask({ ...query, row_limit: 2 });
    expect(other.cache_key).not.toBe(fresh.cache_key);
    expect((await ask(query, { custom_cache_timeout: -1, form_data: { a: 1 } })).data).toEqual(fresh.data);
  });

  test("is sent compressed from the cache to clients that accept gzip", async () => {
    const query = context({ columns: ["Year"], metrics: ["count"] });
    const send = (encoding: string) =>
      admin.fetch("/api/v1/chart/data", {
        method: "POST",
        body: JSON.stringify(query),
        headers: { "content-type": "application/json", "accept-encoding": encoding },
      });
    await expect.poll(async () => (await send("gzip")).headers.get("content-encoding")).toBe("gzip");
    const plain = await send("identity");
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(((await plain.json()) as Json).result[0].is_cached).toBe(true);
  });

  test("to several queries keeps their order, and is cached as a whole", async () => {
    const body = {
      datasource: { id: data.carsId, type: "table" },
      queries: [
        { columns: ["Origin"], metrics: ["count"], row_limit: 1, orderby: [["count", false]] },
        { metrics: ["count"] },
      ],
    };
    const first = await admin.post<Json>("/api/v1/chart/data", body);
    expect(first.body.result.map((r: Json) => r.data)).toEqual([byOrigin().slice(0, 1), [{ count: cars.length }]]);
    await expect
      .poll(async () => (await admin.post<Json>("/api/v1/chart/data", body)).body.result.map((r: Json) => r.is_cached))
      .toEqual([true, true]);
    const again = await admin.post<Json>("/api/v1/chart/data", body);
    expect(again.body.result.map((r: Json) => r.data)).toEqual(first.body.result.map((r: Json) => r.data));
  });

  test("is stale after the dataset is saved", async () => {
    const query = { columns: ["Origin"], metrics: ["count"], row_limit: 7 };
    await ask(query);
    await expect.poll(async () => (await ask(query)).is_cached).toBe(true);
    await server.app.db
      .updateTable("datasets")
      .set({ changed_on: server.app.clock.timestamp() })
      .where("id", "=", data.carsId)
      .execute();
    server.app.events.changed("dataset", data.carsId);
    expect((await ask(query)).is_cached).toBeNull();
  });
});

describe("no rows", () => {
  test("are a valid response, whatever the post-processing", async () => {
    const result = await ask({
      columns: ["Origin"],
      metrics: ["count"],
      filters: [{ col: "Origin", op: "IN", val: ["Atlantis"] }],
      post_processing: [
        { operation: "pivot", options: { index: [], columns: ["Origin"], aggregates: { count: { operator: "sum" } } } },
        { operation: "rename", options: { columns: { count: "cars" } } },
      ],
    });
    expect(result).toMatchObject({ data: [], rowcount: 0, colnames: ["Origin", "count"] });
  });
});

describe("result types", () => {
  const query = { columns: ["Origin"], metrics: ["count"], orderby: [["count", false]] };

  test("results returns only the rows", async () => {
    const result = await ask(query, { result_type: "results" });
    expect(Object.keys(result)).toEqual([
      "data",
      "colnames",
      "coltypes",
      "rowcount",
      "sql_rowcount",
      "detected_currency",
    ]);
    expect(result.data).toEqual(byOrigin());
  });

  test("query returns the SQL without running it", async () => {
    const result = await ask({ ...query, extras: { where: "no_such_column = 1" } }, { result_type: "query" });
    expect(Object.keys(result)).toEqual(["query", "language"]);
    expect(result.query).toContain("no_such_column = 1");
  });

  test("columns and timegrains return descriptions", async () => {
    const columns = await ask(query, { result_type: "columns" });
    expect(columns.data.find((c: Json) => c.column_name === "Year")).toEqual({
      column_name: "Year",
      verbose_name: null,
      dtype: 2,
    });
    const grains = await ask(query, { result_type: "timegrains" });
    expect(grains.data.find((g: Json) => g.duration === "P3M")).toEqual({
      name: "Quarter",
      function: "DATE_TRUNC('quarter', {col})",
      duration: "P3M",
    });
  });

  test("samples and drill_detail return raw rows that match the filters, sorted only for drill_detail", async () => {
    const filters = [{ col: "Origin", op: "==", val: "Japan" }];
    const count = cars.filter((car) => car.Origin === "Japan").length;
    const samples = await ask({ ...query, filters, row_limit: 1000 }, { result_type: "samples" });
    expect(samples.rowcount).toBe(count);
    expect(samples.colnames).toContain("Horsepower");
    const detail = await ask({ ...query, filters }, { result_type: "drill_detail" });
    expect(detail.rowcount).toBe(count);
    const names = detail.data.map((row: Json) => row.Name);
    expect(names).toEqual([...names].sort());
  });

  test("a chart's own time column limits its drill details, but not its samples", async () => {
    const timed = { metrics: ["count"], columns: [], granularity: "Year", time_range: "1971 : 1972" };
    const count = async (result_type: string) => (await ask(timed, { result_type })).rowcount;
    const in1971 = cars.filter((car) => String(car.Year).startsWith("1971")).length;
    expect([await count("drill_detail"), await count("samples")]).toEqual([in1971, cars.length]);
  });

  test("pages of drill details contain every row once, even with equal values in the first column", async () => {
    const sorted = { filters: [], metrics: [], columns: [] };
    const pages = await Promise.all(
      [0, 1, 2, 3, 4].map((page) =>
        ask({ ...sorted, row_limit: 90, row_offset: page * 90 }, { result_type: "drill_detail" }),
      ),
    );
    const texts = pages.flatMap((page) => page.data.map((row: Json) => JSON.stringify(row)));
    expect(texts).toHaveLength(cars.length);
    const all = await ask({ ...sorted, row_limit: 1000 }, { result_type: "drill_detail" });
    expect(texts).toEqual(all.data.map((row: Json) => JSON.stringify(row)));
    const weights = all.data.filter((row: Json) => row.Name === "ford pinto").map((row: Json) => row.Miles_per_Gallon);
    expect(weights.length).toBeGreaterThan(3);
    expect(weights).toEqual([...weights].sort((a, b) => (a ?? 1e9) - (b ?? 1e9)));
  });

  test("dates are not shifted", async () => {
    const result = await ask({ columns: ["Year"], metrics: ["count"], orderby: [["Year", true]], row_limit: 1 });
    expect(result.data[0].Year).toBe(Date.UTC(1970, 0, 1));
    expect(result.coltypes[0]).toBe(2);
  });
});

describe("time", () => {
  test("comparisons join by period", async () => {
    const result = await ask(
      {
        columns: [
          { label: "date", sqlExpression: "date", expressionType: "SQL", columnType: "BASE_AXIS", timeGrain: "P1D" },
        ],
        metrics: ["count"],
        filters: [{ col: "date", op: "TEMPORAL_RANGE", val: "2001-01-08 : 2001-01-11" }],
        time_offsets: ["1 week ago"],
        orderby: [["date", true]],
      },
      { datasource: { id: data.flightsId, type: "table" } },
    );
    const onDay = (day: string) => flights.filter((flight) => flight.date.startsWith(day)).length;
    expect(result.data).toEqual(
      ["08", "09", "10"].map((day, i) => ({
        date: Date.UTC(2001, 0, Number(day)),
        count: onDay(`2001/01/${day}`),
        "count__1 week ago": onDay(`2001/01/0${i + 1}`),
      })),
    );
    expect(result.query.match(/SELECT/g)).toHaveLength(2);
    expect([result.from_dttm, result.to_dttm]).toEqual([Date.UTC(2001, 0, 8), Date.UTC(2001, 0, 11)]);
  });

  test("comparisons need both ends of the range", async () => {
    const answer = await failure({ columns: ["Year"], metrics: ["count"], time_offsets: ["1 year ago"] });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe(
      "Error: An enclosed time range (both start and end) must be specified when using a Time Comparison.",
    );
  });

  test("contribution uses the totals of the totals query", async () => {
    const answer = await admin.post<Json>("/api/v1/chart/data", {
      datasource: { id: data.carsId, type: "table" },
      queries: [
        {
          columns: ["Origin"],
          metrics: ["count"],
          row_limit: 1,
          orderby: [["count", false]],
          post_processing: [{ operation: "contribution", options: { columns: ["count"], rename_columns: ["share"] } }],
        },
        { metrics: ["count"] },
      ],
    });
    expect(answer.body.result[0].data[0].share).toBeCloseTo((byOrigin()[0]?.count ?? 0) / cars.length, 10);
  });
});

describe("failures", () => {
  test("of the database return 400 with the message, type and position in the SQL", async () => {
    const answer = await failure({
      columns: ["Origin"],
      metrics: [{ expressionType: "SQL", sqlExpression: "SUM(missing)", label: "m" }],
    });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toMatch(/^Error: Binder Error: Referenced column "missing" not found/);
    expect(answer.body.errors[0]).toMatchObject({
      error_type: "COLUMN_DOES_NOT_EXIST_ERROR",
      extra: { line: 3, engine_name: "DuckDB" },
    });
  });

  test.each<[string, Json, string]>([
    ["unknown columns", { columns: ["Colour"], metrics: ["count"] }, "Error: Columns missing in dataset: ['Colour']"],
    ["nothing requested", {}, "Error: Empty query?"],
    ["unknown metrics", { metrics: ["total"] }, "Error: Metric 'total' does not exist"],
    [
      "escapes from parentheses",
      { metrics: ["count"], extras: { where: "1 = 1) OR (1 = 1" } },
      "Invalid SQL clause: 1 = 1) OR (1 = 1",
    ],
    [
      "operators",
      { metrics: ["count"], filters: [{ col: "Origin", op: "LIKEISH", val: 1 }] },
      "Error: Invalid filter operation type: LIKEISH",
    ],
    [
      "post-processing",
      { metrics: ["count"], post_processing: [{ operation: "summon" }] },
      "Error: Unsupported post processing operation: summon",
    ],
    ["forecasts", { metrics: ["count"], post_processing: [{ operation: "prophet" }] }, "Error: Time grain missing"],
  ])("of the request: %s", async (_, query, message) => {
    const answer = await failure(query);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe(message);
  });

  test("of the request: subqueries, wherever they are", async () => {
    const refused = [{ error_type: "ADHOC_SUBQUERY_NOT_ALLOWED_ERROR", level: "error" }];
    const message = "Custom SQL fields cannot contain sub-queries.";
    const column = { label: "x", sqlExpression: "(SELECT 1)", expressionType: "SQL" };
    for (const query of [
      { columns: ["Origin"], metrics: ["count"], extras: { where: "1 = (SELECT 1)" } },
      { columns: ["Origin"], metrics: ["count"], extras: { having: "1 = (SELECT 1)" } },
      { columns: [column] },
      { metrics: [column] },
    ]) {
      const answer = await failure(query);
      expect([answer.status, answer.body.errors]).toMatchObject([403, [{ ...refused[0], message }]]);
    }
  });

  test("a context without queries has no results", async () => {
    const none = { datasource: { id: data.carsId, type: "table" }, queries: [] };
    const requested = (more: object) => admin.post<Json>("/api/v1/chart/data", { ...none, ...more });
    expect(await requested({})).toMatchObject({ status: 200, body: { result: [] } });
    expect(await requested({ result_type: "query" })).toMatchObject({ status: 200, body: { result: [] } });
    expect(await requested({ result_format: "csv" })).toMatchObject({
      status: 400,
      body: { message: "Empty query result" },
    });
  });

  test("of the body: wrong shape, invalid JSON, unknown dataset", async () => {
    const wrong = await admin.post<Json>("/api/v1/chart/data", {
      datasource: { id: data.carsId, type: "table" },
      queries: "x",
    });
    expect([wrong.status, typeof wrong.body.message]).toEqual([400, expect.anything()]);
    const noQueries = await admin.post<Json>("/api/v1/chart/data", { datasource: { id: 1, type: "table" } });
    expect(noQueries.body.message).toMatch(/^Request is incorrect: queries/);
    const text = await admin.fetch("/api/v1/chart/data", {
      method: "POST",
      body: "{",
      headers: { "content-type": "application/json" },
    });
    expect(text.status).toBe(400);
    const missing = await admin.post("/api/v1/chart/data", {
      datasource: { id: 99_999, type: "table" },
      queries: [{ metrics: ["count"] }],
    });
    expect(missing.status).toBe(404);
  });

  test("of access: 401 without a session, typed 403 without access to the dataset, even if cached", async () => {
    const query = context({ columns: ["Origin"], metrics: ["count"] });
    expect((await server.anonymous.post("/api/v1/chart/data", query)).status).toBe(401);
    const gamma = await server.as("gamma");
    const answer = await gamma.post<Json>("/api/v1/chart/data", query);
    expect(answer.status).toBe(403);
    expect(answer.body.errors[0].error_type).toBe("DATASOURCE_SECURITY_ACCESS_ERROR");
    expect(JSON.stringify(answer.body)).not.toContain("cars");
  });
});

describe("downloads", () => {
  test("are CSV with verbose headers, a byte order mark and no formulas", async () => {
    const response = await admin.fetch("/api/v1/chart/data", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(
        context(
          {
            columns: [{ label: "=x", sqlExpression: "'=1+1' || Origin", expressionType: "SQL" }, "Year"],
            metrics: ["count"],
            orderby: [["count", false]],
            row_limit: 1,
            filters: [{ col: "Origin", op: "==", val: "USA" }],
          },
          { result_format: "csv" },
        ),
      ),
    });
    expect(response.headers.get("content-type")).toContain("text/csv");
    expect(response.headers.get("content-disposition")).toMatch(/filename=\d{8}_\d{6}\.csv/);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [header, line] = bytes.subarray(3).toString().split("\n");
    expect(header).toBe("'=x,Year,Number of rows");
    expect(line).toMatch(/^'=1\+1USA,19\d\d-01-01,\d+$/);
  });

  test("have every row", async () => {
    const form = new URLSearchParams({
      form_data: JSON.stringify({
        datasource: { id: data.flightsId, type: "table" },
        queries: [{ columns: ["origin", "delay"], metrics: null }],
        result_format: "csv",
      }),
    });
    const response = await admin.fetch("/api/v1/chart/data", { method: "POST", body: form });
    const lines = (await response.text()).trimEnd().split("\n");
    expect(lines).toHaveLength(flights.length + 1);
  });

  test("of several queries are a ZIP, and without rows return 400", async () => {
    const queries = [{ columns: ["Origin"], metrics: ["count"] }, { metrics: ["count"] }];
    const zip = await admin.fetch("/api/v1/chart/data", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...context({}), queries, result_format: "csv" }),
    });
    expect(zip.headers.get("content-type")).toBe("application/zip");
    expect(
      Buffer.from(await zip.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe("PK");
    const none = { columns: ["Origin"], metrics: ["count"], filters: [{ col: "Origin", op: "==", val: "Mars" }] };
    expect((await failure(none, { result_format: "csv" })).body.message).toBe("Empty query result");
    expect((await failure(none, { result_format: "xlsx" })).status).toBe(400);
  });
});

describe("batches", () => {
  const lines = async (body: object): Promise<Json[]> => {
    const response = await admin.fetch("/api/v1/chart/data/batch", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(response.headers.get("content-type")).toContain("ndjson");
    return (await response.text())
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
  };

  test("answer each request like the single call, failures included", async () => {
    const lineList = await lines({
      requests: [
        { key: "a", context: context({ columns: ["Origin"], metrics: ["count"], orderby: [["count", false]] }) },
        { key: "b", context: context({ columns: ["Nope"], metrics: ["count"] }) },
        { key: "c", context: { queries: [] } },
      ],
    });
    const byKey = Object.fromEntries(lineList.map((line) => [line.key, line]));
    expect(Object.keys(byKey).sort()).toEqual(["a", "b", "c"]);
    expect(byKey.a.status).toBe(200);
    expect(byKey.a.body.result[0].data).toEqual(byOrigin());
    expect([byKey.b.status, byKey.b.body.message]).toEqual([400, "Error: Columns missing in dataset: ['Nope']"]);
    expect(byKey.c.status).toBe(400);
  });

  test("a slow request doesn't block the others", async () => {
    const slow = {
      metrics: [{ expressionType: "SQL", sqlExpression: "SUM(sin(CAST(Weight_in_lbs AS DOUBLE)))", label: "s" }],
    };
    const lineList = await lines({
      requests: [
        { key: "slow", context: { ...context(slow), datasource: { id: await slowDataset(), type: "table" } } },
        { key: "quick", context: context({ metrics: ["count"] }) },
      ],
    });
    expect(lineList.map((line) => line.key)).toEqual(["quick", "slow"]);
    expect(lineList.map((line) => line.status)).toEqual([200, 200]);
  });

  async function slowDataset(): Promise<number> {
    const { registerTable } = await import("../../../testing/sample-data.ts");
    const sql = "SELECT a.Weight_in_lbs FROM cars a, cars b, (SELECT * FROM cars LIMIT 100) c";
    return registerTable(server.app, data.databaseId, { name: "slow", time: null, sql });
  }
});
