import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { postgresqlDialect } from "../connectors/postgresql/postgresql.ts";
import { sqliteDialect } from "../connectors/sqlite/sqlite.ts";
import type { Comparison } from "../model/adhoc.ts";
import { compileQuery } from "./compile.ts";
import type { Dialect } from "./dialect.ts";
import type { QueryDataset } from "./query-dataset.ts";

const dataset: QueryDataset = {
  table_name: "visits",
  main_dttm_col: "at",
  columns: [{ column_name: "at", type: "TEXT", is_dttm: true, filterable: true, groupby: true }],
  metrics: [],
};
const sqlOf = (filter: Comparison, dialect: Dialect) =>
  compileQuery({
    query: { columns: ["at"], metrics: null, filters: [{ col: "at", ...filter }], orderby: [["at", true]] },
    dataset,
    dialect,
    now: 0,
  }).sql;

const VISITS = ["2024-01-09 23:59:59", "2024-01-10", "2024-01-10 00:00:00", "2024-01-10 12:30:00", "2024-01-11"];
function found(filter: Comparison): unknown[] {
  const database = new DatabaseSync(":memory:");
  database.exec(`CREATE TABLE visits (at TEXT); INSERT INTO visits VALUES ${VISITS.map((at) => `('${at}')`).join()}`);
  return database
    .prepare(sqlOf(filter, sqliteDialect))
    .all()
    .map(({ at }) => at);
}

describe("times stored as text", () => {
  test("are compared as text, including the first day of a range", () => {
    expect(sqlOf({ op: "TEMPORAL_RANGE", val: "2024-01-10 : 2024-01-11T06:00:00" }, postgresqlDialect)).toContain(
      `"at" >= '2024-01-10' AND "at" < '2024-01-11 06:00:00'`,
    );
    expect(found({ op: "TEMPORAL_RANGE", val: "2024-01-10 : 2024-01-11" })).toEqual(VISITS.slice(1, 4));
    expect(found({ op: "TEMPORAL_RANGE", val: "2024-01-10T12:00:00 : " })).toEqual(VISITS.slice(3));
  });

  test("are found by timestamp, with and without a time of day", () => {
    expect(found({ op: "==", val: Date.UTC(2024, 0, 10) })).toEqual(VISITS.slice(1, 3));
    expect(found({ op: "NOT IN", val: [Date.UTC(2024, 0, 10), Date.UTC(2024, 0, 11)] })).toEqual([
      VISITS[0],
      VISITS[3],
    ]);
    expect(found({ op: "IN", val: ["2024-01-10"] })).toEqual(["2024-01-10"]);
  });
});
