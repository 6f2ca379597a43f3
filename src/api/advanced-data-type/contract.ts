import { z } from "zod";
import { operation } from "../../model/operation.ts";

export const types = operation({
  id: "advancedDataType.types",
  method: "GET",
  path: "/api/v1/advanced_data_type/types",
  summary: "Advanced data types of columns",
  response: z.object({ result: z.array(z.string()) }),
});

/** A range includes both ends. Integers that JSON readers would round are text. */
const Whole = z.union([z.number(), z.string()]);
export const ConvertedValue = z.union([Whole, z.object({ start: Whole, end: Whole })]);
export type ConvertedValue = z.infer<typeof ConvertedValue>;

export const convert = operation({
  id: "advancedDataType.convert",
  method: "GET",
  path: "/api/v1/advanced_data_type/convert",
  summary: "Convert values to the stored form of an advanced data type",
  q: z.looseObject({
    type: z.string(),
    values: z.array(z.union([z.string().max(1000), z.number()])).max(1000),
  }),
  response: z.object({
    result: z.object({
      values: z.array(ConvertedValue),
      error_message: z.string(),
      display_value: z.string(),
      valid_filter_operators: z.array(z.string()),
    }),
  }),
});
