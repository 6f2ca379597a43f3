import { expect, test } from "vitest";
import { valueText } from "./value-text.ts";

test("writes numbers and times of results as the user's locale does", () => {
  expect(valueText("range", "1461")).toBe("1,461");
  expect(valueText("change", "-12.50000001")).toBe("-12.5%");
  expect(valueText("freshness", "2015-12-31T18:30:00.000Z")).toMatch(/31.*2015.*18:30|2015.*6:30/);
  expect(valueText("sql", null)).toBe("");
});

test("leaves other text as it is", () => {
  expect(valueText("range", "n/a")).toBe("n/a");
  expect(valueText("freshness", "never")).toBe("never");
});
