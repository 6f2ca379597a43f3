import { expect, test } from "vitest";
import { Dataset } from "../../model/dataset.ts";
import { proposedName } from "./assertion-fields.ts";
import { suggestionsFor } from "./suggestions.ts";

type Columns = readonly (string | object)[];

function suggested(table_name: string, columns: Columns, more: object = {}): string[] {
  const all = columns.map((one) => (typeof one === "string" ? { column_name: one } : one));
  return suggestionsFor(Dataset.parse({ id: 1, table_name, columns: all, metrics: [], ...more })).map((one) =>
    proposedName(one),
  );
}

const time = (column_name: string) => ({ column_name, is_dttm: true });

test.each([
  ["orders", ["shop_id", "id"], "id"],
  ["orders", ["shop_id", "ORDER_ID"], "ORDER_ID"],
  ["orders", ["uuid", "name"], "uuid"],
  ["people", ["person_key", "name"], "person_key"],
  ["people", ["personId", "name"], "personId"],
])("the column that names a row of %s with %j is unique and never null", (table, columns, name) => {
  expect(suggested(table, columns)).toEqual([`${name} is unique`, `${name} is never null`]);
});

test.each([
  ["orders", ["name", "shop_id"]],
  ["orders", ["paid", "valid"]],
  ["(select 1)", ["name"]],
  ["", ["s_id_code"]],
])("no column of %s with %j seems to name a row", (table, columns) => {
  expect(suggested(table, columns)).toEqual([]);
});

test("the time column is fresh: the main one, or else the first", () => {
  const columns = ["name", time("created"), time("updated")];
  expect(suggested("orders", columns)).toEqual(["created is less than 24 h old"]);
  expect(suggested("orders", columns, { main_dttm_col: "updated" })).toEqual(["updated is less than 24 h old"]);
  expect(suggested("orders", [{ column_name: "day", type_generic: 2 }])).toEqual(["day is less than 24 h old"]);
});

test("calculated columns call for nothing", () => {
  expect(suggested("orders", [{ column_name: "id", expression: "1" }])).toEqual([]);
});
