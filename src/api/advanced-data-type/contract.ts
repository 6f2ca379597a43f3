import { z } from "zod";
import { operation } from "../../model/operation.ts";

/** Kinds of columns whose values people write otherwise than the column holds them. */

export const types = operation({
  id: "advancedDataType.types",
  method: "GET",
  path: "/api/v1/advanced_data_type/types",
  summary: "Advanced types that columns can have",
  response: z.object({ result: z.array(z.string()) }),
});

/** A number, or a range of numbers with both ends in it. Whole numbers that JSON readers would round are text. */
const Whole = z.union([z.number(), z.string()]);
export const ConvertedValue = z.union([Whole, z.object({ start: Whole, end: Whole })]);
export type ConvertedValue = z.infer<typeof ConvertedValue>;

export const convert = operation({
  id: "advancedDataType.convert",
  method: "GET",
  path: "/api/v1/advanced_data_type/convert",
  summary: "What a column of an advanced type holds for values as people write them",
  q: z.looseObject({
    type: z.string(),
    values: z.array(z.union([z.string().max(1000), z.number()])).max(1000),
  }),
  response: z.object({
    result: z.object({
      values: z.array(ConvertedValue),
      /** Empty unless a value is none of the type; then there are no values. */
      error_message: z.string(),
      display_value: z.string(),
      valid_filter_operators: z.array(z.string()),
    }),
  }),
});
