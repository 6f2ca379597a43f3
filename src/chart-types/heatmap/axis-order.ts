import { compareValues } from "../../chart-kit/table/rows.ts";
import type { DataValue } from "../../model/query-context.ts";
import type { AxisSort } from "./schema.ts";

const CALENDAR = [
  ["mon", "tue", "wed", "thu", "fri", "sat", "sun"],
  ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"],
  ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"],
  "january february march april may june july august september october november december".split(" "),
];

const isBlank = (value: DataValue) => value === null || value === "";

function calendarOf(values: readonly DataValue[]): readonly string[] | undefined {
  const names = values.filter((value) => !isBlank(value)).map((value) => String(value).toLowerCase());
  return names.length > 0 ? CALENDAR.find((calendar) => names.every((name) => calendar.includes(name))) : undefined;
}

/**
 * The author's order; by default calendar order for days and months, else ascending. Null comes last, after empty text.
 */
export function orderedValues(
  values: readonly DataValue[],
  sort: AxisSort | null | undefined,
  weightOf: (value: DataValue) => number,
): DataValue[] {
  const distinct = [...new Set(values)];
  if (sort?.startsWith("value")) {
    const sign = sort === "value_asc" ? 1 : -1;
    return distinct.sort((a, b) => sign * (weightOf(a) - weightOf(b)));
  }
  const calendar = calendarOf(distinct);
  const rank = (value: DataValue) => (value === "" ? 12 : (calendar?.indexOf(String(value).toLowerCase()) ?? 0));
  const sign = sort === "alpha_desc" ? -1 : 1;
  return distinct.sort((a, b) => {
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
    return sign * (calendar ? rank(a) - rank(b) : compareValues(a, b));
  });
}
