import { expect, test } from "vitest";
import { needsLosslessNumbers } from "../chart-view/use-chart-data.ts";

test("tables and raw rows need all digits, charts don't", () => {
  const datasource = { id: 1, type: "table" } as const;
  for (const viz_type of ["table", "ag-grid-table", "pivot_table_v2", "big_number_total"])
    expect(needsLosslessNumbers({ datasource, queries: [], form_data: { viz_type } })).toBe(true);
  expect(needsLosslessNumbers({ datasource, queries: [], result_type: "samples" })).toBe(true);
  expect(needsLosslessNumbers({ datasource, queries: [], form_data: { viz_type: "pie" } })).toBe(false);
});
