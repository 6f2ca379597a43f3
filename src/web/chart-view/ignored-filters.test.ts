import { expect, test } from "vitest";
import type { FormData } from "../../model/form-data.ts";
import type { ChartDataResult } from "../../model/query-context.ts";
import { ignoredFilters } from "./ignored-filters.ts";

const rejecting = (...names: string[]) =>
  [{ rejected_filters: names.map((column) => ({ column, reason: "not_in_datasource" })) }] as ChartDataResult[];
const form = (...subjects: string[]) =>
  ({
    viz_type: "table",
    adhoc_filters: subjects.map((subject) => ({ expressionType: "SIMPLE", subject, operator: "==", comparator: 1 })),
  }) as unknown as FormData;

test("says which of the chart's own filters were left out", () => {
  expect(ignoredFilters(form("regoin", "qty"), rejecting("regoin"))).toBe(
    "The filter on regoin is ignored: the dataset has no such column.",
  );
  expect(ignoredFilters(form("a", "b"), rejecting("a", "b", "a"))).toMatch(/^The filters on a and b are ignored/);
});

test("says nothing of the dashboard's filters, which other charts use", () => {
  expect(ignoredFilters(form("qty"), rejecting("country"))).toBeUndefined();
  expect(ignoredFilters(form("qty"), [{}] as ChartDataResult[])).toBeUndefined();
});
