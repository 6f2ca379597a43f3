import { expect, test } from "vitest";
import { parseTimeRange } from "../../query/time-range.ts";
import { shiftProblem } from "./time-shift.ts";

const ANCHORS = { now: Date.UTC(2024, 4, 5), relativeStart: "today", relativeEnd: "today" } as const;
const isRead = (shift: string) => {
  try {
    parseTimeRange("2001-01-01 : 2001-02-01", ANCHORS, shift);
    return true;
  } catch {
    return false;
  }
};

const SHIFTS = [
  "1 day ago",
  "52 weeks ago",
  "1 year later",
  "28 days",
  "inherit",
  "2001-01-31",
  "2000-01-01 : 2000-02-01",
];
const OTHERS = ["some day", "2001-02-31", "31.1.2001", "1 fortnight ago", "ago"];

test.each([...SHIFTS, ...OTHERS])("%s is a time shift exactly where the server reads it", (shift) => {
  expect(shiftProblem(shift) === undefined).toBe(isRead(shift));
  expect(isRead(shift)).toBe(SHIFTS.includes(shift));
});

test("names the invalid one of several; an empty list is valid", () => {
  expect(shiftProblem(["1 day ago", "some day"])).toBe(
    "“some day” isn't a valid time shift. Try “3 weeks ago” or 2001-01-31.",
  );
  expect([shiftProblem(null), shiftProblem([]), shiftProblem("custom")]).toEqual([undefined, undefined, undefined]);
});
