import { expect, test } from "vitest";
import { z } from "zod";
import { describeFields } from "./field-description.ts";

test.each([
  ["a text of any length", z.string(), "String", undefined],
  ["a text with limits", z.string().min(1).max(250), "String", "<Length(min=1, max=250, equal=None, error=None)>"],
  ["a nullable text", z.string().max(9).nullish(), "String", "<Length(min=None, max=9, equal=None, error=None)>"],
  ["a nullable text of any length", z.string().nullish(), "String", undefined],
  ["a number of any size", z.number(), "Integer", undefined],
  ["an integer of any size", z.number().int(), "Integer", undefined],
  [
    "an integer from one on",
    z.number().int().min(1),
    "Integer",
    "<Range(min=1, max=None, min_inclusive=True, max_inclusive=True, error=None)>",
  ],
  [
    "one of several values",
    z.enum(["PNG", "CSV"]),
    "String",
    "<OneOf(choices=('PNG', 'CSV'), labels=[], error='Must be one of: {choices}.')>",
  ],
  ["a list", z.array(z.string().min(1)), "List", undefined],
])("describes %s with its limits", (_, schema, type, limit) => {
  const [field] = describeFields(z.object({ value: schema }));
  expect(field).toMatchObject({ name: "value", type });
  expect(field?.validate).toEqual(limit === undefined ? undefined : [limit]);
});
