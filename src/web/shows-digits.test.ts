import { expect, test } from "vitest";
import { showsDigits } from "./shows-digits.ts";

test("tables and whole rows show digits, charts measure", () => {
  const datasource = { id: 1, type: "table" } as const;
  expect(showsDigits({ datasource, queries: [], form_data: { viz_type: "table" } })).toBe(true);
  expect(showsDigits({ datasource, queries: [], result_type: "samples" })).toBe(true);
  expect(showsDigits({ datasource, queries: [], form_data: { viz_type: "pie" } })).toBe(false);
});
