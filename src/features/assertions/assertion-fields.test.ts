import { describe, expect, test } from "vitest";
import { ASSERTION_KINDS, AssertionCheck, type AssertionKind } from "../../model/assertion.ts";
import { Dataset } from "../../model/dataset.ts";
import { assertionOf } from "../../testing/assertions.ts";
import {
  type AssertionFields,
  bodyOf,
  fieldsOf,
  KIND_CHOICES,
  KINDS,
  NEW_FIELDS,
  type ParamsDraft,
  paramProblems,
  proposedName,
} from "./assertion-fields.ts";

const DATASET = Dataset.parse({
  id: 2,
  table_name: "orders",
  columns: [
    { column_name: "amount", type_generic: 0 },
    { column_name: "status", type_generic: 1 },
    { column_name: "paid", type_generic: 3 },
  ],
  metrics: [{ metric_name: "count", verbose_name: "Orders", expression: "COUNT(*)" }],
});

const FILLED: Readonly<Record<AssertionKind, ParamsDraft>> = {
  range: { metric: "revenue", min: 10, max: 2000 },
  freshness: { column: "ordered_at", hours: 26 },
  not_null: { column: "status" },
  unique: { columns: ["shop", "number"] },
  accepted_values: { column: "status", values: ["open", "paid"] },
  sum_equals: { metric: "revenue", by: "shop" },
  change: { metric: "revenue", column: "ordered_at", percent: 20, period: "day" },
  equals_dataset: { metric: "revenue", other_dataset_id: 5, other_metric: "billed" },
  sql: { sql: "select * from orders where amount < 0" },
};

const fields = (kind: AssertionKind, params: ParamsDraft = FILLED[kind]): AssertionFields => ({
  ...NEW_FIELDS,
  kind,
  params,
});

describe("an assertion of each kind", () => {
  test.each([
    ["range", "revenue is between 10 and 2,000"],
    ["freshness", "ordered_at is less than 26 h old"],
    ["not_null", "status is never null"],
    ["unique", "shop, number is unique"],
    ["accepted_values", "status has accepted values only"],
    ["sum_equals", "revenue by shop adds up to the total"],
    ["change", "revenue changes by at most 20% per day"],
    ["equals_dataset", "revenue equals billed"],
    ["sql", "Custom SQL returns no rows"],
  ] as const)("%s is named by what it claims", (kind, name) => {
    expect(proposedName(fields(kind))).toBe(name);
  });

  test.each(ASSERTION_KINDS)("%s is complete as the server sees it once nothing is missing", (kind) => {
    expect(paramProblems(fields(kind))).toEqual({});
    const { params } = bodyOf(fields(kind), DATASET);
    expect(AssertionCheck.safeParse({ kind, params }).error).toBeUndefined();
  });

  test.each(ASSERTION_KINDS)("%s says what is missing", (kind) => {
    const missing = Object.keys(paramProblems(fields(kind, {})));
    const { fields: names, optional = [] } = KINDS[kind];
    const required = names.filter((name) => !optional.includes(name));
    expect(missing.toSorted()).toEqual([...required, ...(kind === "range" ? ["min"] : [])].toSorted());
  });

  test("can be chosen", () => {
    expect(KIND_CHOICES.map(({ value }) => value)).toEqual(ASSERTION_KINDS);
  });
});

test("a range is named by the bounds that it has", () => {
  expect(proposedName(fields("range", { metric: "revenue", max: 5 }))).toBe("revenue is at most 5");
  expect(proposedName(fields("range", { metric: "revenue", min: 5 }))).toBe("revenue is at least 5");
});

test("columns and metrics have their labels in names", () => {
  const labelled = Dataset.parse({ ...DATASET, columns: [{ column_name: "status", verbose_name: "State" }] });
  expect(proposedName(fields("not_null"), labelled)).toBe("State is never null");
  expect(proposedName(fields("range", { metric: "count", max: 5 }), labelled)).toBe("Orders is at most 5");
});

test("an ad-hoc metric is named by its label", () => {
  const metric = { expressionType: "SQL" as const, sqlExpression: "SUM(a) / SUM(b)", label: "Share" };
  expect(proposedName(fields("range", { metric, max: 1 }))).toBe("Share is at most 1");
});

test("bounds must not cross", () => {
  const problems = paramProblems(fields("range", { metric: "revenue", min: 6, max: 5 }));
  expect(problems).toEqual({ max: "The maximum must not be below the minimum." });
});

describe("the request", () => {
  test("has only parameters of the kind", () => {
    const body = bodyOf(fields("not_null", { ...FILLED.range, ...FILLED.not_null }), DATASET);
    expect(body.params).toEqual({ column: "status" });
  });

  test.each([
    ["amount", ["1", " 2.5", "many"], [1, 2.5, "many"]],
    ["paid", ["true", "FALSE", "maybe"], [true, false, "maybe"]],
    ["status", ["1", "true", ""], ["1", "true", ""]],
    ["unknown", ["1"], ["1"]],
  ])("accepted values of %s have its type", (column, values, sent) => {
    expect(bodyOf(fields("accepted_values", { column, values }), DATASET).params).toEqual({ column, values: sent });
  });

  test("trims texts, and sends none for empty ones", () => {
    const body = bodyOf({ ...fields("sql"), name: " Positive ", description: " ", where: " amount > 0 " }, DATASET);
    expect(body).toMatchObject({ name: "Positive", description: null, where: "amount > 0", owners: [] });
  });
});

describe("a stored assertion", () => {
  test("becomes the fields that it was saved from", () => {
    const stored = assertionOf(1, {
      ...{ name: "Known states", kind: "accepted_values", params: { column: "amount", values: [1, 2] } },
      ...{ where: "amount > 0", description: "As in the shop" },
    });
    const read = fieldsOf(stored, DATASET);
    expect(read.params).toEqual({ column: "amount", values: ["1", "2"] });
    expect(read.owners).toEqual([{ id: 1, name: "Ada Lovelace" }]);
    const { name, description, kind, params, where } = stored;
    expect(bodyOf(read, DATASET)).toMatchObject({ name, description, kind, params, where, owners: [1] });
  });

  test("with a proposed name gets another when it claims another thing", () => {
    for (const name of ["count is at most 100", "Orders is at most 100"]) {
      const read = fieldsOf(assertionOf(1, { name }), DATASET);
      expect(read.name).toBe("");
      expect(bodyOf({ ...read, params: { ...read.params, max: 200 } }, DATASET).name).toBe("Orders is at most 200");
    }
  });
});
