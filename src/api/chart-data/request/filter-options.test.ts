import { afterAll, beforeAll, expect, test } from "vitest";
import { optionsOf } from "../../../model/filter-options.ts";
import { NativeFilter } from "../../../model/native-filter.ts";
import { extentQuery, MAX_LABEL, MIN_LABEL, valuesQuery } from "../../../model/native-filter-query.ts";
import type { ChartDataResult, QueryContext } from "../../../model/query-context.ts";
import { loadSampleData, registerTable } from "../../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../../testing/server.ts";

const SQL = "SELECT * FROM (VALUES ('a', 5, 1), ('b', 5, 2), ('b', 7, 3), ('c', 9, 4)) AS t(name, count, min)";

let server: TestServer;
let admin: TestClient;
let id: number;
beforeAll(async () => {
  server = await startTestServer();
  const { databaseId } = await loadSampleData(server.app);
  id = await registerTable(server.app, databaseId, { name: "counted", time: null, sql: SQL });
  admin = await server.as("admin");
});
afterAll(() => server.stop());

const filterOn = (name: string, more: object = {}) =>
  NativeFilter.parse({
    ...{ id: "f", name, filterType: "filter_select", targets: [{ datasetId: id, column: { name } }] },
    ...{ controlValues: { sortAscending: false }, ...more },
  });
async function rows(context: QueryContext | undefined): Promise<ChartDataResult> {
  const { status, body } = await admin.post<{ result: [ChartDataResult] }>("/api/v1/chart/data", context);
  expect(status).toBe(200);
  return body.result[0];
}

test.each([
  ["name", { sortMetric: "count" }, {}, ["b 2", "a 1", "c 1"]],
  ["name", {}, {}, ["c 1", "b 2", "a 1"]],
  ["count", {}, {}, ["9 1", "7 1", "5 2"]],
  ["count", { sortMetric: "count" }, {}, ["9 1", "7 1", "5 2"]],
  ["name", {}, { filters: [{ col: "count", op: "IN", val: [5, 7] }] }, ["b 2", "a 1"]],
])("lists values of %s with %o under %o", async (column, more, inherited, expected) => {
  const result = await rows(
    valuesQuery({ filter: filterOn(column, more), inherited } as Parameters<typeof valuesQuery>[0]),
  );
  expect(optionsOf(result, column).map(({ label, count }) => `${label} ${count}`)).toEqual(expected);
});

test("returns the ends of a range when filtering by a column named like an aggregate", async () => {
  const filter = filterOn("count", { filterType: "filter_range" });
  const inherited = { filters: [{ col: "min", op: ">", val: 1 }] };
  const result = await rows(extentQuery({ filter, inherited }));
  expect(result.data).toEqual([{ [MIN_LABEL]: 5, [MAX_LABEL]: 9 }]);
});
