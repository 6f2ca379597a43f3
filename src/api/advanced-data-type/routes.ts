import { badRequest } from "../../model/errors.ts";
import { own } from "../../server/http/list-filters.ts";
import { permission, type Resource, route } from "../../server/http/route.ts";
import * as contract from "./contract.ts";
import { CONVERSIONS } from "./conversions.ts";

const READ = permission("can_read", "AdvancedDataType");
const OPERATORS = ["EQUALS", "GREATER_THAN_OR_EQUAL", "GREATER_THAN", "IN", "LESS_THAN", "LESS_THAN_OR_EQUAL"];

const types = route(contract.types, READ, () => ({ result: Object.keys(CONVERSIONS) }));

const convert = route(contract.convert, READ, (_ctx, { q: { type, values: given } }) => {
  const conversion = own(CONVERSIONS, type);
  if (!conversion) throw badRequest(`Invalid advanced data type: ${type}`);
  const texts = given.map((value) => String(value).trim());
  const wrong = texts.find((text) => conversion(text) === undefined);
  const values = wrong === undefined ? texts.flatMap((text) => conversion(text) ?? []) : [];
  const display = values.map((value) => (typeof value === "object" ? `${value.start} - ${value.end}` : String(value)));
  return {
    result: {
      values,
      error_message: wrong === undefined ? "" : `'${wrong}' is not a valid ${type.replace("_", " ")}`,
      display_value: display.join(", "),
      valid_filter_operators: OPERATORS,
    },
  };
});

export const advancedDataTypes: Resource = { name: "advanced-data-type", routes: [types, convert] };
