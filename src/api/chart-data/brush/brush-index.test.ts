import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { answersOf } from "../../../query/brush/answer.ts";
import { binsOf, type Dimension } from "../../../query/brush/bins.ts";
import type { ReadPart } from "../../../query/brush/parts.ts";
import { allParts } from "../../../testing/brush-cases.ts";
import { loadSampleData, registerTable, type SampleData } from "../../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../../testing/server.ts";
import { connectionOf } from "../../database/index.ts";

let server: TestServer;
let admin: TestClient;
let data: SampleData;
beforeAll(async () => {
  server = await startTestServer();
  data = await loadSampleData(server.app);
  admin = await server.as("admin");
});
afterAll(() => server.stop());
afterEach(() => vi.restoreAllMocks());

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

const POWER: Dimension = { column: "Horsepower", edges: [0, 50, 100, 150, 300] };
const ORIGIN: Dimension = { column: "Origin", values: ["USA", "Europe", "Japan"] };
const BY_CYLINDERS = { columns: ["Cylinders"], metrics: ["count"] };

interface Asked {
  client?: TestClient;
  datasetId?: number;
  dimensions?: readonly Dimension[];
  context?: object;
  headers?: Record<string, string>;
}

async function parts(queries: readonly object[], asked: Asked = {}): Promise<ReadPart[]> {
  const { client = admin, datasetId = data.carsId, dimensions = [POWER], context = {}, headers = {} } = asked;
  const target = { datasource: { id: datasetId, type: "table" }, queries, ...context };
  const response = await client.fetch("/api/v1/chart/brush_index", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ dimensions, targets: [{ key: "chart", context: target }] }),
  });
  expect(response.status).toBe(200);
  return allParts(response.body as ReadableStream<Uint8Array>);
}

async function reasonOf(query: object, asked: Asked = {}): Promise<string> {
  const [read] = await parts([query], asked);
  return read?.part.isCovered === false ? read.part.reason : "covered";
}

async function wholeAnswer(query: object, asked: Asked = {}): Promise<Json[]> {
  const [read] = await parts([query], asked);
  if (!read?.index) throw new Error(JSON.stringify(read?.part));
  const { dimensions = [POWER] } = asked;
  return answersOf(read.index)(dimensions.map((one) => [0, binsOf(one)]))?.data ?? [];
}

describe("the index of a chart", () => {
  test("answers ranges of bins", async () => {
    const [read] = await parts([BY_CYLINDERS]);
    if (!read?.index) throw new Error(JSON.stringify(read?.part));
    const answer = answersOf(read.index);
    const counts = (from: number, to: number) =>
      Object.fromEntries((answer([[from, to]])?.data ?? []).map(({ Cylinders, count }) => [String(Cylinders), count]));
    expect(counts(3, 4)).toEqual({ 6: 1, 8: 70 });
    expect(counts(2, 2)).toEqual({});
    expect(answer([[1, 2]])).toMatchObject({ colnames: ["Cylinders", "count"], coltypes: [0, 0] });
  });

  test("keeps conditions on groups", async () => {
    const few = { ...BY_CYLINDERS, extras: { having: "COUNT(*) BETWEEN 1 AND 2" } };
    expect(await reasonOf(few)).toBe("having");
    const [read] = await parts([{ ...BY_CYLINDERS, filters: [{ col: "count", op: ">=", val: 70 }] }]);
    const answer = read?.index && answersOf(read.index);
    expect(answer?.([[3, 4]])?.data).toEqual([{ Cylinders: 8, count: 70 }]);
    expect(answer?.([[2, 4]])?.data).toEqual(
      (await wholeAnswer(BY_CYLINDERS, { dimensions: [{ column: "Horsepower", edges: [100, 300] }] })).filter(
        ({ count }: Json) => count >= 70,
      ),
    );
  });

  test("has a part for each query, in any order", async () => {
    const all = await parts([BY_CYLINDERS, { columns: [], metrics: ["count"] }, { columns: ["Name"], metrics: null }]);
    const outcomes = all.map(({ part }) => [part.query, part.isCovered]);
    expect(outcomes.toSorted()).toEqual([
      [0, true],
      [1, true],
      [2, false],
    ]);
  });

  const sql = (sqlExpression: string) => ({ expressionType: "SQL", sqlExpression, label: "m" });
  test.each([
    ["raw rows", { columns: ["Name"], metrics: null }, "rows"],
    ["a row count", { ...BY_CYLINDERS, is_rowcount: true }, "rows"],
    ["a condition on rounded numbers", { ...BY_CYLINDERS, extras: { having: "AVG(Displacement) > 1" } }, "having"],
    ["two conditions in one", { ...BY_CYLINDERS, extras: { having: "COUNT(*) > 1 OR COUNT(*) = 0" } }, "having"],
    ["a condition on a label", { ...BY_CYLINDERS, extras: { having: "count > 1" } }, "having"],
    [
      "rows of groups with a condition",
      { ...BY_CYLINDERS, extras: { having: "COUNT(*) > 1" }, having_columns: ["Origin"] },
      "having",
    ],
    ["the largest series", { ...BY_CYLINDERS, series_columns: ["Cylinders"], series_limit: 2 }, "series"],
    ["a sample", { ...BY_CYLINDERS, extras: { sample_rows: 10 } }, "sample"],
    ["a median", { columns: [], metrics: [sql("MEDIAN(Weight_in_lbs)")] }, "metric"],
    ["a window", { columns: [], metrics: [sql("SUM(COUNT(*)) OVER ()")] }, "metric"],
    ["a rounded sum", { columns: [], metrics: [sql("ROUND(SUM(Displacement))")] }, "metric"],
    ["the first name", { columns: [], metrics: [sql("MIN(Name)")] }, "values"],
    ["groups cut without an order", { columns: ["Name"], metrics: ["count"], row_limit: 5 }, "order"],
    ["groups by a forecast", { ...BY_CYLINDERS, post_processing: [{ operation: "prophet" }] }, "processing"],
    [
      "a comparison with the year before",
      { ...BY_CYLINDERS, time_offsets: ["1 year ago"], granularity: "Year", time_range: "1975 : 1980" },
      "comparison",
    ],
    ["a time shift", { ...BY_CYLINDERS, time_shift: "1 year ago", granularity: "Year" }, "comparison"],
  ])("doesn't cover %s", async (_, query, reason) => expect(await reasonOf(query)).toBe(reason));

  test("doesn't cover a brush on a column that the dataset doesn't have", async () => {
    expect(await reasonOf(BY_CYLINDERS, { dimensions: [{ column: "count", edges: [0, 10] }] })).toBe("dimension");
    expect(await reasonOf(BY_CYLINDERS, { dimensions: [{ column: "nothing", edges: [0, 10] }] })).toBe("dimension");
  });

  test("doesn't cover an engine without exact bins", async () => {
    const { connector } = await connectionOf(server.app, data.databaseId);
    vi.spyOn(connector.dialect, "brush", "get").mockReturnValue(null);
    expect(await reasonOf({ ...BY_CYLINDERS, row_limit: 7 })).toBe("engine");
  });

  test("has at most two million cells", async () => {
    const numbers = await registerTable(server.app, data.databaseId, {
      name: "numbers",
      time: null,
      sql: "SELECT i AS n FROM range(2000001) AS t(i)",
    });
    const many = { columns: ["n"], metrics: ["count"], row_limit: 10, orderby: [["count", false]] };
    const dimensions = [{ column: "n", edges: [0, 1_000_000, 3_000_000] }];
    // A slow machine gives up before.
    expect(["size", "time"]).toContain(await reasonOf(many, { datasetId: numbers, dimensions }));
    expect(await reasonOf({ columns: [], metrics: ["count"] }, { datasetId: numbers, dimensions })).toBe("covered");
  });

  test("doesn't cover statements that repeat long SQL too often", { timeout: 20_000 }, async () => {
    const column = {
      expressionType: "SQL" as const,
      label: "long",
      sqlExpression: `Horsepower ${" ".repeat(60_000)}+ 0`,
    };
    const dimensions: Dimension[] = [{ column, edges: Array.from({ length: 12 }, (_, k) => k * k + 0.5) }];
    const counted = (count: number) => ({
      columns: ["Cylinders"],
      metrics: Array.from({ length: count }, (_, k) => ({
        ...sql(`COUNT(DISTINCT Horsepower + ${k})`),
        label: `m${k}`,
      })),
    });
    expect(await reasonOf(counted(1), { dimensions })).toBe("covered");
    expect(await reasonOf(counted(3), { dimensions })).toBe("size");
  });

  test("doesn't cover contexts of many queries", async () => {
    const all = Array.from({ length: 11 }, (_, k) => ({ ...BY_CYLINDERS, row_limit: 100 + k }));
    expect((await parts(all.slice(1))).filter(({ index }) => index)).toHaveLength(10);
    const [whole] = await parts(all);
    expect(whole?.part).toEqual({ key: "chart", query: null, isCovered: false, reason: "size" });
  });

  test("doesn't cover infinite numbers, which results show as missing", async () => {
    const sql = "SELECT * FROM (VALUES (1, 1.5::DOUBLE), (2, 'inf'::DOUBLE), (3, NULL)) AS t(n, x)";
    const infinite = await registerTable(server.app, data.databaseId, { name: "infinite", time: null, sql });
    const sumOfX = {
      columns: ["n"],
      metrics: [{ expressionType: "SIMPLE", aggregate: "SUM", column: { column_name: "x" } }],
    };
    const asked = (to: number) => ({ datasetId: infinite, dimensions: [{ column: "n", edges: [0, 1, to] }] });
    expect(await reasonOf(sumOfX, asked(9))).toBe("values");
    expect(await reasonOf(sumOfX, asked(2))).toBe("covered");
  });

  describe("of several charts", () => {
    const query = (...metrics: string[]) => ({ ...BY_CYLINDERS, metrics: metrics.map(metric), row_limit: 1000 });
    const metric = (text: string) => ({ ...sql(text), label: text });
    const answersAlone = (all: readonly object[]) => Promise.all(all.map((one) => wholeAnswer(one)));
    const partsOf = async (...asked: Parameters<typeof parts>) =>
      (await parts(...asked)).toSorted((a, b) => (a.part.query ?? 0) - (b.part.query ?? 0));
    const answersIn = (all: readonly ReadPart[]) =>
      all.map(({ index }) => index && answersOf(index)([[0, binsOf(POWER)]])?.data);

    test("with the same groups is read by one statement", async () => {
      const { connection } = await connectionOf(server.app, data.databaseId);
      const queries = [
        query("SUM(Displacement)", "COUNT(*)"),
        query("COUNT(*)", "AVG(Displacement)"),
        query("COUNT(DISTINCT Origin)", "MAX(Year)"),
      ];
      const run = vi.spyOn(connection, "run");
      const together = await partsOf(queries, { context: { force: true } });
      const groupings = run.mock.calls.filter(([text]) => text.includes("GROUP BY") && !text.includes("IS NOT NULL"));
      expect(groupings).toHaveLength(1);
      expect(answersIn(together)).toEqual(await answersAlone(queries));
      expect(answersIn(together)[0]).toHaveLength(5);
    });

    test("without one that fails", async () => {
      const good = query("SUM(Acceleration)");
      const [first, second] = await partsOf([good, query("SUM(CAST(Name AS INTEGER))")]);
      expect(answersIn([first as ReadPart])).toEqual(await answersAlone([good]));
      expect(second?.part).toMatchObject({ isCovered: false, reason: "failed" });
    });
  });

  test("is cached until the dataset changes", async () => {
    const { connection } = await connectionOf(server.app, data.databaseId);
    const run = vi.spyOn(connection, "run");
    const query = { columns: [], metrics: ["count"], filters: [{ col: "Cylinders", op: ">", val: 3 }] };
    const first = await wholeAnswer(query);
    const runs = run.mock.calls.length;
    expect(await wholeAnswer(query)).toEqual(first);
    expect(run.mock.calls).toHaveLength(runs);
    const { body } = await admin.get<Json>(`/api/v1/dataset/${data.carsId}`);
    const metrics = body.result.metrics.map(({ id, metric_name }: Json) => ({
      id,
      metric_name,
      expression: "COUNT(*) * 2",
    }));
    expect((await admin.put(`/api/v1/dataset/${data.carsId}`, { metrics })).status).toBe(200);
    expect(await wholeAnswer(query)).toEqual([{ count: first[0].count * 2 }]);
    const restored = metrics.map((metric: Json) => ({ ...metric, expression: "COUNT(*)" }));
    expect((await admin.put(`/api/v1/dataset/${data.carsId}`, { metrics: restored })).status).toBe(200);
  });

  test("is refused with edges that don't ascend, or too many bins", async () => {
    const statusOf = async (edges: number[]) => {
      const body = { dimensions: [{ column: "Horsepower", edges }], targets: [] };
      return (await admin.post("/api/v1/chart/brush_index", body)).status;
    };
    expect(await statusOf([1, 1])).toBe(400);
    expect(await statusOf([2, 1])).toBe(400);
    expect(await statusOf(Array.from({ length: 1100 }, (_, i) => i))).toBe(400);
  });

  test("is refused with long dimensions or a large body", async () => {
    const statusOf = async (body: object) => (await admin.post("/api/v1/chart/brush_index", body)).status;
    const values = Array.from({ length: 100 }, (_, k) => `${k}${"x".repeat(700)}`);
    expect(await statusOf({ dimensions: [{ column: "Origin", values }], targets: [] })).toBe(400);
    const targets = [{ key: "chart", context: { note: "x".repeat(1_000_000) } }];
    expect(await statusOf({ dimensions: [POWER], targets })).toBe(413);
  });
});

describe("rights", () => {
  test("row-level security applies, and isn't shared through the cache", async () => {
    const reader = await server.as("brush reader", ["Alpha"]);
    const roles = await server.app.db.selectFrom("roles").select("id").where("name", "=", "Alpha").execute();
    const query = { columns: ["Origin"], metrics: ["count"] };
    const asked = { dimensions: [ORIGIN] };
    expect(await wholeAnswer(query, asked)).toHaveLength(3);
    const created = await admin.post<Json>("/api/v1/rowlevelsecurity/", {
      name: "Japan",
      filter_type: "Regular",
      tables: [data.carsId],
      roles: roles.map(({ id }) => id),
      clause: "Origin = 'Japan'",
    });
    expect(await wholeAnswer(query, { ...asked, client: reader })).toEqual([{ Origin: "Japan", count: 79 }]);
    expect(await wholeAnswer(query, asked)).toHaveLength(3);
    await admin.delete(`/api/v1/rowlevelsecurity/${created.body.id}`);
  });

  test("users without access to the dataset get nothing", async () => {
    const stranger = await server.as("stranger", ["Gamma"]);
    expect(await parts([BY_CYLINDERS], { client: stranger })).toEqual([
      { part: { key: "chart", query: null, isCovered: false, reason: "failed" }, index: null },
    ]);
    const { status } = await server.anonymous.post("/api/v1/chart/brush_index", { dimensions: [POWER], targets: [] });
    expect(status).toBe(401);
  });

  test("guests get the charts of their dashboard, by the columns of its charts", async () => {
    const { body: board } = await admin.post<Json>("/api/v1/dashboard/", {
      dashboard_title: "Cars",
      json_metadata: JSON.stringify({ cross_filters_enabled: true }),
    });
    const save = async (form: object) => {
      const { body } = await admin.post<Json>("/api/v1/chart/", {
        slice_name: "Cars",
        datasource_id: data.carsId,
        datasource_type: "table",
        viz_type: "pie",
        dashboards: [board.id],
        params: JSON.stringify(form),
      });
      return body.id;
    };
    const form = { viz_type: "pie", metric: "count", groupby: ["Cylinders"], row_limit: 100 };
    const chartId = await save(form);
    await save({ ...form, groupby: ["Origin"] });
    const embedded = await admin.post<Json>(`/api/v1/dashboard/${board.id}/embedded`, { allowed_domains: [] });
    const resources = [{ type: "dashboard", id: embedded.body.result.uuid }];
    const guest = await admin.post<Json>("/api/v1/security/guest_token/", { user: {}, resources, rls: [] });
    const asked = {
      client: server.anonymous,
      headers: { "x-guesttoken": guest.body.token },
      context: {
        form_data: { ...form, slice_id: chartId, dashboardId: board.id, datasource: `${data.carsId}__table` },
      },
    };
    const saved = { ...BY_CYLINDERS, row_limit: 100, orderby: [["count", false]] };
    expect(await reasonOf(saved, { ...asked, dimensions: [ORIGIN] })).toBe("covered");
    expect(await reasonOf(saved, { ...asked, dimensions: [POWER] })).toBe("failed");
    expect(await reasonOf({ ...saved, columns: ["Name"] }, { ...asked, dimensions: [ORIGIN] })).toBe("failed");
  });

  test("templates that may read the filters aren't covered; others are", async () => {
    const virtual = async (table_name: string, sql: string) => {
      const created = await admin.post<Json>("/api/v1/dataset/", { database: data.databaseId, table_name, sql });
      return created.body.id as number;
    };
    const byFilter = await virtual(
      "by filter",
      "SELECT * FROM cars WHERE Cylinders > {{ filter_values('Origin') | length }}",
    );
    const byUser = await virtual("by user", "SELECT * FROM cars WHERE '{{ current_username() }}' = 'admin'");
    const query = { columns: [], metrics: ["count"] };
    expect(await reasonOf(query, { datasetId: byFilter, dimensions: [ORIGIN] })).toBe("template");
    expect(await wholeAnswer(query, { datasetId: byUser, dimensions: [ORIGIN] })).toEqual([{ count: 406 }]);
  });
});
