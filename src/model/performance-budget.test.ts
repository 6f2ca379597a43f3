import { expect, test } from "vitest";
import { parseDashboardMetadata } from "./dashboard-metadata.ts";
import { excessOver, measureViews, PerformanceBudget } from "./performance-budget.ts";

const view = (ms: number) => ({ ms, rows: 10, bytes: 1000 });

test("budgets compare the 95th percentile of views", () => {
  const views = Array.from({ length: 100 }, (_, i) => view(i + 1));
  const measured = measureViews(views.toReversed());
  expect(measured).toEqual({ views: 100, p95_ms: 95, rows: 10, bytes: 1000 });
  expect(excessOver({ p95_ms: 95, rows: 10, bytes: 1000 }, measured)).toEqual([]);
  expect(excessOver({ p95_ms: 94, bytes: 999 }, measured)).toEqual([
    { key: "p95_ms", value: 95, limit: 94 },
    { key: "bytes", value: 1000, limit: 999 },
  ]);
  expect(excessOver({ rows: null }, measured)).toEqual([]);
  expect(measureViews([view(7)]).p95_ms).toBe(7);
});

test("limits are 1 or more; dashboards ignore budgets that aren't", () => {
  for (const bad of [0, -1, 0.5, "5", 1e13]) expect(PerformanceBudget.safeParse({ p95_ms: bad }).success).toBe(false);
  const read = (budget: unknown) =>
    parseDashboardMetadata(JSON.stringify({ performance_budget: budget })).performance_budget;
  expect(read({ p95_ms: 900, rows: null })).toEqual({ p95_ms: 900, rows: null });
  expect(read({ p95_ms: "fast" })).toBeNull();
});
