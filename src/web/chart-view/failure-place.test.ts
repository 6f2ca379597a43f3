import { expect, test } from "vitest";
import { Dataset } from "../../model/dataset.ts";
import { type ErrorType, typedError } from "../../model/errors.ts";
import type { FormData } from "../../model/form-data.ts";
import { errorOfResponse } from "../client/errors.ts";
import { adviceOn } from "./advice.ts";
import { failedPlace } from "./failure-place.ts";

const SALES = Dataset.parse({
  id: 1,
  table_name: "sales",
  columns: [{ column_name: "region" }, { column_name: "tax", expression: "amuont * 0.2" }],
  metrics: [{ metric_name: "revenue", expression: "SUM(amuont)" }],
});

const FORM: FormData = {
  viz_type: "table",
  groupby: ["regoin", { expressionType: "SQL", sqlExpression: "UPPER(shop)", label: "Shop" }],
  metrics: [
    { expressionType: "SQL", sqlExpression: "SUM(amuont) / {{ days }}", label: "Daily" },
    { expressionType: "SIMPLE", aggregate: "SUM", column: { column_name: "qty" }, label: "Quantity" },
  ],
  adhoc_filters: [{ clause: "WHERE", expressionType: "SQL", sqlExpression: "region = 3" }],
} as never;

const failed = (type: ErrorType, extra: Record<string, unknown>, message = "no") =>
  errorOfResponse(400, typedError(type, message, { extra }).body);

test.each([
  [
    "a filter by its position",
    { sql: "SELECT 1\nWHERE ((region = 3))", line: 2, column: 16 },
    "In the filter “region = 3”",
  ],
  ["a dimension", { sql: "SELECT UPPER(shop)", line: 1, column: 14 }, "In the dimension “Shop”"],
  ["a metric of the dataset", { sql: "SELECT\n SUM(amuont)", line: 2, column: 6 }, "In the dataset's metric “revenue”"],
  [
    "a calculated column",
    { sql: "SELECT amuont * 0.2", line: 1, column: 8 },
    "In the dataset's calculated column “tax”",
  ],
  ["a column of a simple metric", { sql: "SELECT 1", invalid: ["s.qty"] }, "In the metric “Quantity”"],
  ["nothing elsewhere", { sql: "SELECT UPPER(shop), 1 / 0", line: 1, column: 21 }, undefined],
  ["nothing without a position", { sql: "SELECT UPPER(shop)" }, undefined],
])("finds %s", (_, extra, place) => {
  expect(failedPlace(failed("GENERIC_DB_ENGINE_ERROR", { engine_name: "PostgreSQL", ...extra }), FORM, SALES)).toBe(
    place,
  );
});

test("finds custom SQL that can't be read, and templates", () => {
  const unreadable = failed("INVALID_SQL_ERROR", { sql: "region = 3", line: 1, column: 1 });
  expect(failedPlace(unreadable, FORM, SALES)).toBe("In the filter “region = 3”");
  const undefinedName = failed("MISSING_TEMPLATE_PARAMS_ERROR", { undefined_parameters: ["days"] });
  expect(failedPlace(undefinedName, FORM, SALES)).toBe("In the metric “Daily”");
  const broken = failed("GENERIC_COMMAND_ERROR", { template: "UPPER(shop)", line: 1 });
  expect(failedPlace(broken, FORM, SALES)).toBe("In the dimension “Shop”");
});

test("finds what the dataset doesn't have, in any language of the message", () => {
  const error = errorOfResponse(400, { message: "Fehler: Spalten fehlen im Datensatz: ['regoin']" });
  expect(failedPlace(error, FORM, SALES)).toBe("In the dimension “regoin”");
  expect(adviceOn(error, { formData: FORM, dataset: SALES })).toMatch(/^The dataset doesn't have it/);
});

test.each([
  ["GENERIC_DB_ENGINE_ERROR", "division by zero", /NULLIF/],
  ["GENERIC_DB_ENGINE_ERROR", "operator does not exist: character varying = integer", /CAST/],
  ["GENERIC_DB_ENGINE_ERROR", "Conversion Error: Could not convert string 'North' to INT32", /CAST/],
  ["GENERIC_DB_ENGINE_ERROR", "function sum(character varying) does not exist", /isn't numeric/],
  ["GENERIC_DB_ENGINE_ERROR", "FUNCTION shop.SUMM does not exist", /function's name/],
  ["GENERIC_DB_ENGINE_ERROR", "Catalog Error: Scalar Function with name summ does not exist!", /function's name/],
  ["GENERIC_DB_ENGINE_ERROR", "no such function: SUMM", /function's name/],
  ["GENERIC_DB_ENGINE_ERROR", "'shop.sales.amount' isn't in GROUP BY", /aggregate/],
  ["GENERIC_DB_ENGINE_ERROR", "Out of Memory Error: failed to allocate data", /memory/],
  ["CONNECTION_PORT_CLOSED_ERROR", "The port is closed.", /administrator/],
  ["CONNECTION_INVALID_PASSWORD_ERROR", "no", /administrator can change it/],
  ["TABLE_DOES_NOT_EXIST_ERROR", "no such table: sales", /dataset's source/],
] as const)("on %s, %s, says what to do", (type, message, advice) => {
  expect(adviceOn(failed(type, { engine_name: "PostgreSQL" }, message))).toMatch(advice);
});

test("says nothing on a statement whose message is hidden, and on unknown failures", () => {
  expect(adviceOn(failed("COLUMN_DOES_NOT_EXIST_ERROR", {}))).toBeUndefined();
  expect(adviceOn(failed("GENERIC_DB_ENGINE_ERROR", { engine_name: "DuckDB" }, "odd"))).toBeUndefined();
});

test.each([
  [429, "Wait a moment, then retry."],
  [502, /tell an administrator/],
  [504, /tell an administrator/],
] as const)("on status %s says what to do", (status, advice) => {
  expect(adviceOn(errorOfResponse(status, "<html>no</html>"))).toMatch(advice);
});

test("says when to try again, if the server does", () => {
  const answer = errorOfResponse(429, { message: "Too many results" }, { retryAfterSeconds: 12 });
  expect(adviceOn(answer)).toBe("Try again in 12 seconds.");
});

test("speaks of the tab instead of a dataset in the editor", () => {
  const error = failed("TABLE_DOES_NOT_EXIST_ERROR", { engine_name: "SQLite" });
  expect(adviceOn(error, { isEditor: true })).toBe("Check the name, and the schema chosen for this tab.");
});
