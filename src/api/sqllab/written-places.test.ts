import { expect, test } from "vitest";
import { type ErrorBody, type TesseraError, typedError } from "../../model/errors.ts";
import { toWrittenPlaces } from "./written-places.ts";

function reported(executed: string, written: string, place: Record<string, unknown>) {
  const error = toWrittenPlaces(
    typedError("COLUMN_DOES_NOT_EXIST_ERROR", "no", { extra: { sql: executed, ...place } }),
    {
      executed,
      written,
    },
  );
  const { errors } = (error as TesseraError).body as Extract<ErrorBody, { errors: unknown }>;
  const { sql, line, column } = errors[0]?.extra ?? {};
  return { sql, line, column };
}

test.each([
  ["a limit appended", "SELECT nme\nFROM cars\nLIMIT 1001", "SELECT nme\nFROM cars", [1, 8], [1, 8]],
  [
    "a limit around the query",
    "SELECT * FROM (\nSELECT nme\nFROM cars LIMIT 5000\n) AS limited\nLIMIT 1001",
    "SELECT nme\nFROM cars LIMIT 5000",
    [2, 8],
    [1, 8],
  ],
  ["qualified names", 'SELECT a FROM "main"."cars" WHERE nme', "SELECT a FROM cars WHERE nme", [1, 35], [1, 26]],
  ["the word twice", 'SELECT a, "t"."nme", nme FROM t', "SELECT a, t.nme, nme FROM t", [1, 22], [1, 18]],
  ["a position past the end", "SELECT 1\nLIMIT 1001", "SELECT 1", [2, 1], [undefined, undefined]],
  ["no position", "SELECT 1\nLIMIT 1001", "SELECT 1", [undefined, undefined], [undefined, undefined]],
])("an error refers to the SQL as written: %s", (_, executed, written, [line, column], [ownLine, ownColumn]) => {
  expect(reported(executed, written, { line, column })).toEqual({ sql: written, line: ownLine, column: ownColumn });
});

test("leaves other errors unchanged", () => {
  const error = new Error("gone");
  expect(toWrittenPlaces(error, { executed: "a", written: "b" })).toBe(error);
  const other = typedError("SYNTAX_ERROR", "no", { extra: { sql: "SELECT 2" } });
  expect(toWrittenPlaces(other, { executed: "SELECT 1\nLIMIT 1001", written: "SELECT 1" })).toMatchObject({
    body: other.body,
  });
});
