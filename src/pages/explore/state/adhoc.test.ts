import { describe, expect, test } from "vitest";
import {
  comparisonsOf,
  defaultMetric,
  filterOfColumn,
  filterProblem,
  metricOfColumn,
  operatorsOf,
  simpleFilter,
  sqlColumn,
  sqlFilter,
  sqlMetric,
} from "../../../features/adhoc/adhoc.ts";
import { splitPasted, toScalar } from "../../../features/adhoc/paste.ts";
import { columnKind } from "../../../model/column-kind.ts";
import { UNEMPLOYMENT } from "../../../testing/sample-charts.ts";
import { columnTitle, metricTitle } from "../../../web/control-words/dataset-words.ts";
import { filterWords } from "../../../web/control-words/filter-words.ts";

const column = (name: string) => UNEMPLOYMENT.columns.find((one) => one.column_name === name)!;

describe("columns and metrics", () => {
  test("kind comes from the time flag, the generic type, then the type name", () => {
    expect(columnKind(column("date"))).toBe("temporal");
    expect(columnKind(column("rate"))).toBe("numeric");
    expect(columnKind({ ...column("series"), type_generic: null, type: "TIMESTAMP" })).toBe("temporal");
    expect(columnKind({ ...column("series"), type_generic: null, type: "decimal(9,2)" })).toBe("numeric");
    expect(columnKind({ ...column("series"), type_generic: null, type: "BOOLEAN" })).toBe("boolean");
  });

  test("a column becomes a suitable aggregate", () => {
    expect(metricOfColumn(column("rate"))).toMatchObject({ aggregate: "SUM", label: "SUM(rate)" });
    expect(metricOfColumn(column("series"))).toMatchObject({ aggregate: "COUNT_DISTINCT" });
    expect(defaultMetric(UNEMPLOYMENT)).toBe("count");
    expect(defaultMetric({ ...UNEMPLOYMENT, metrics: [] })).toMatchObject({ sqlExpression: "COUNT(*)" });
  });

  test("titles use labels", () => {
    expect(columnTitle(UNEMPLOYMENT, "series")).toBe("Industry");
    expect(columnTitle(UNEMPLOYMENT, sqlColumn("year(date)", "Year"))).toBe("Year");
    expect(columnTitle(UNEMPLOYMENT, { sqlExpression: "series", isColumnReference: true })).toBe("Industry");
    expect(metricTitle(UNEMPLOYMENT, "count")).toBe("Rows");
    expect(metricTitle(UNEMPLOYMENT, sqlMetric("SUM(count)"))).toBe("SUM(count)");
  });
});

describe("filters", () => {
  test("are described in words", () => {
    expect(filterWords(simpleFilter("series", "IN", ["a", "b"]), UNEMPLOYMENT)).toEqual({
      subject: "Industry",
      words: "is one of",
      value: "a, b",
    });
    expect(filterWords(simpleFilter("rate", ">", 3))).toMatchObject({ words: "is greater than", value: "3" });
    expect(filterWords(simpleFilter("rate", "IS NULL", 3))).toMatchObject({ words: "is null", value: "" });
    expect(filterWords(sqlFilter("rate > 3", "WHERE")).value).toBe("rate > 3");
    expect(filterWords(simpleFilter("series", "IN", [null])).value).toBe("<NULL>");
    expect(filterWords(simpleFilter("series", "IN", ["", "a"])).value).toBe("<empty string>, a");
    expect(filterWords(simpleFilter("series", "==", "")).value).toBe("<empty string>");
  });

  test("require a value", () => {
    expect(filterProblem(filterOfColumn(column("series")))).toBe("Choose a value");
    expect(filterProblem(simpleFilter("rate", "==", 0))).toBeUndefined();
    expect(filterProblem(simpleFilter("rate", "IS NOT NULL"))).toBeUndefined();
    expect(filterProblem(sqlFilter("  ", "HAVING"))).toBe("Enter a condition");
    expect(filterProblem(filterOfColumn(column("date")))).toBeUndefined();
  });

  test("offer the latest partition for physical columns if the database supports it", () => {
    const name = column("series").column_name;
    const offered = (database: object | null, part: object = {}, filter: object = {}) => {
      const other = { ...UNEMPLOYMENT, database, ...part } as typeof UNEMPLOYMENT;
      return comparisonsOf(other, { ...simpleFilter(name, "=="), ...filter }).includes("LATEST PARTITION");
    };
    const lake = { id: 1, backend: "trino", tells_partitions: true };
    const calculated = { columns: [{ ...column("series"), expression: "UPPER(series)" }] };
    expect(offered(lake)).toBe(true);
    expect(offered({ id: 1, backend: "duckdb", tells_partitions: false })).toBe(false);
    expect(offered(null)).toBe(false);
    expect(offered(lake, { sql: "SELECT 1" })).toBe(false);
    expect(offered(lake, calculated)).toBe(false);
    expect(offered(lake, {}, { clause: "HAVING" })).toBe(false);
    expect(simpleFilter(name, "LATEST PARTITION")).toMatchObject({ operatorId: "LATEST_PARTITION", comparator: null });
    expect(filterProblem(simpleFilter(name, "LATEST PARTITION"))).toBeUndefined();
  });

  test("offer operators by column kind, and comparisons only for HAVING", () => {
    expect(operatorsOf("temporal")[0]).toBe("TEMPORAL_RANGE");
    expect(operatorsOf("boolean")).toEqual(["IS TRUE", "IS FALSE", "IS NOT NULL", "IS NULL"]);
    expect(operatorsOf("numeric")).not.toContain("LIKE");
    expect(operatorsOf("text", "HAVING")).toEqual(["==", "!=", ">", "<", ">=", "<="]);
  });
});

test("pasted text splits on comma, line breaks, tab and semicolon", () => {
  expect(splitPasted("a,b\r\nc\nd\te; f ,,a")).toEqual(["a", "b", "c", "d", "e", "f"]);
  expect(toScalar("12.5", "numeric")).toBe(12.5);
  expect(toScalar("12.5", "text")).toBe("12.5");
  expect(toScalar("twelve", "numeric")).toBe("twelve");
});
