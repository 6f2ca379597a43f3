import { expect, test } from "vitest";
import { budgetText } from "./budget-text.ts";

test("says what exceeds the budget, in fitting units", () => {
  const excess = [
    { key: "p95_ms" as const, value: 3441, limit: 1500 },
    { key: "rows" as const, value: 12_000, limit: 5000 },
    { key: "bytes" as const, value: 2_345_678, limit: 20_000 },
  ];
  expect(budgetText({ views: 8, excess })).toBe(
    "Load time: 3.44s (budget: 1.5s) · Rows: 12,000 (budget: 5,000) · Data: 2.35MB (budget: 20kB) · 95th percentile of 8 views in 7 days",
  );
});
