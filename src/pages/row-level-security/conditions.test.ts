import { expect, test } from "vitest";
import type { Dataset } from "../../model/dataset.ts";
import { clauseOf, commonColumns, conditionsIn } from "./conditions.ts";

const column = (column_name: string, type: string, more: object = {}) => ({
  column_name,
  type,
  is_dttm: false,
  ...more,
});
const datasetOf = (columns: object[], backend = "postgresql") =>
  ({ columns, metrics: [], database: { backend } }) as unknown as Dataset;
const SALES = datasetOf([
  column("region", "VARCHAR"),
  column("Unit Price", "DOUBLE"),
  column("open", "BOOLEAN"),
  column("sold_on", "DATE", { is_dttm: true }),
  column("double", "DOUBLE", { expression: "2 * x" }),
]);

test.each([
  ["region = 'North'", [["region", "==", "North"]]],
  ["region IN ('North', 'O''Neill')", [["region", "IN", ["North", "O'Neill"]]]],
  [
    "region NOT IN ('a') AND \"Unit Price\" >= -1.5",
    [
      ["region", "NOT IN", ["a"]],
      ["Unit Price", ">=", -1.5],
    ],
  ],
  ["LOWER(region) LIKE LOWER('%x%')", [["region", "ILIKE", "%x%"]]],
  [
    'region IS NOT NULL AND "open" IS TRUE',
    [
      ["region", "IS NOT NULL", null],
      ["open", "IS TRUE", null],
    ],
  ],
])("shows %s as conditions and writes it back", (clause, shown) => {
  const conditions = conditionsIn(clause, SALES);
  expect(conditions?.map(({ subject, operator, comparator }) => [subject, operator, comparator])).toEqual(shown);
  expect(clauseOf(conditions ?? [], SALES)).toBe(clause);
});

test.each([
  "region = 'a' OR region = 'b'",
  "upper(region) = 'A'",
  "region = {{ x }}",
  "region = 'a\\'",
  "region IN ('a' 'b')",
  "region NOT LIKE 'a'",
  "region = other",
  "region = 'a' AND",
  "sold_on = '2026-01-01'",
  "double = 2",
  "region = 'a",
  "(region = 'a')",
])("leaves %s as SQL", (clause) => expect(conditionsIn(clause, SALES)).toBeUndefined());

test("leaves out incomplete conditions, and puts alternatives in parentheses", () => {
  const [known] = conditionsIn("region = 'a'", SALES) ?? [];
  const open = { ...known!, comparator: null };
  expect(clauseOf([known!, open], SALES)).toBe("region = 'a'");
  const many = { ...known!, operator: "IN", comparator: ["b", null] };
  expect(clauseOf([known!, many], SALES)).toBe("region = 'a' AND (region IN ('b') OR region IS NULL)");
});

test("offers columns that all datasets have, without times and calculated ones", () => {
  const other = datasetOf([column("region", "TEXT"), column("open", "BOOLEAN")]);
  expect(commonColumns([SALES]).map(({ column_name }) => column_name)).toEqual(["region", "Unit Price", "open"]);
  expect(commonColumns([SALES, other]).map(({ column_name }) => column_name)).toEqual(["region", "open"]);
});
