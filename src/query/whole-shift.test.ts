import { expect, test } from "vitest";
import { wholeShift } from "./whole-shift.ts";

const bounds = { since: Date.UTC(2026, 2, 2), until: Date.UTC(2026, 2, 30) };

test.each([
  ["1 year ago", "P1W", "31449600 seconds ago"],
  ["1 year later", "1969-12-28T00:00:00Z/P1W", "31449600 seconds later"],
  ["2 years ago", "P1W/1970-01-03T00:00:00Z", "62899200 seconds ago"],
  ["1 month ago", "P1W", "2419200 seconds ago"],
  ["1 quarter ago", "P1W", "7862400 seconds ago"],
  ["3 weeks ago", "P1W", "3 weeks ago"],
  ["10 days ago", "P1W", "604800 seconds ago"],
  ["1 day ago", "P1W", "604800 seconds ago"],
  ["inherit", "P1W", "inherit"],
  ["1 year ago", "P1M", "1 year ago"],
  ["28 days ago", "P1M", "1 months ago"],
  ["1 week ago", "P1M", "1 months ago"],
  ["1 month ago", "P3M", "3 months ago"],
  ["1 month ago", "P0.25Y", "3 months ago"],
  ["6 weeks later", "P1Y", "12 months later"],
  ["inherit", "P1M", "1 months ago"],
  ["1 year ago", "P1D", "1 year ago"],
  ["1 month ago", "PT1H", "1 month ago"],
  ["6 hours ago", "P1D", "86400 seconds ago"],
  ["90 seconds ago", "PT1M", "120 seconds ago"],
  ["2025-03-02", "P1W", "2025-03-02"],
  ["0 days ago", "P1W", "0 days ago"],
  ["1 year ago", null, "1 year ago"],
  ["1 year ago", "fiscal week", "1 year ago"],
])("%s by %s is %s", (offset, grain, shift) => {
  expect(wholeShift(offset, grain, bounds)).toBe(shift);
});

test("the previous range has the same length, in whole periods", () => {
  const quarter = { since: Date.UTC(2026, 6, 1), until: Date.UTC(2026, 9, 1) };
  expect(wholeShift("inherit", "P1M", quarter)).toBe("3 months ago");
  const days = { since: Date.UTC(2026, 6, 1), until: Date.UTC(2026, 6, 11) };
  expect(wholeShift("inherit", "P1W", days)).toBe("1209600 seconds ago");
});
