import { describe, expect, test } from "vitest";
import { parseTimeRange } from "../../web/control-words/time-range.ts";
import { daysOf, hasTimes, lastDayOf, rangeProblem, rollingOf, shownEnds, wholeDays } from "./range-draft.ts";

const WEEK = { text: "", bounds: { since: "2001-01-08T00:00:00", until: "2001-01-15T00:00:00" } };
const UNKNOWN = { text: "" };

describe("days of a range", () => {
  test.each([
    ["No filter", undefined],
    ["Last week", { first: "2001-01-08", last: "2001-01-14" }],
    ["2001-02-01 : 2001-03-01", { first: "2001-02-01", last: "2001-02-28" }],
    ["2001-02-01 : 2001-03-01T08:00", { first: "2001-02-01", last: "2001-03-01" }],
    ["2001-13-45 : 2001-03-01", undefined],
  ])("%s", (text, days) => expect(daysOf(parseTimeRange(text), WEEK)).toEqual(days));

  test("are unbounded where an end is", () => {
    expect(daysOf(parseTimeRange("2001-02-01 : "), UNKNOWN)).toEqual({ first: "2001-02-01", last: "9999-12-31" });
    expect(daysOf(parseTimeRange(" : 2001-02-01"), UNKNOWN)).toEqual({ first: "0001-01-01", last: "2001-01-31" });
  });

  test("are unknown until the server has resolved them", () => {
    expect(daysOf(parseTimeRange("Last week"), UNKNOWN)).toBeUndefined();
  });
});

test("ends of presets and relative ranges are shown as dates", () => {
  const since = { kind: "specific", at: "2001-01-08T00:00:00" };
  expect(shownEnds(parseTimeRange("Last week"), WEEK).since).toEqual(since);
  expect(shownEnds(parseTimeRange("Last 7 days"), WEEK).since).toEqual(since);
  expect(shownEnds(parseTimeRange("2001-01-01 : now"), WEEK).until).toEqual({ kind: "now" });
});

test.each([
  ['DATEADD(DATETIME("today"), -7, day) : today', { amount: 7, unit: "day", until: "today" }],
  ['DATEADD(DATETIME("now"), -3, hour) : now', { amount: 3, unit: "hour", until: "now" }],
  ['DATEADD(DATETIME("now"), -3, hour) : today', undefined],
  ['DATEADD(DATETIME("today"), 3, day) : today', undefined],
  ["2001-01-01 : now", undefined],
])("%s is relative", (text, rolling) => expect(rollingOf(parseTimeRange(text))).toEqual(rolling));

test("a range must end after it starts", () => {
  expect(rangeProblem(parseTimeRange("2001-02-01 : 2001-01-01"))).toBe("The range ends before it starts.");
  expect(rangeProblem(parseTimeRange("2001-01-01 : 2001-01-02"))).toBeUndefined();
  expect(rangeProblem(parseTimeRange("2001-02-01 : now"))).toBeUndefined();
});

test("times of day widen to whole days", () => {
  const ends = shownEnds(parseTimeRange("2001-01-01T08:30 : 2001-01-02T09:00"), UNKNOWN);
  expect(hasTimes(ends)).toBe(true);
  expect(wholeDays(ends)).toEqual({
    since: { kind: "specific", at: "2001-01-01T00:00:00" },
    until: { kind: "specific", at: "2001-01-03T00:00:00" },
  });
  expect(lastDayOf("2001-01-03T00:00:00")).toBe("2001-01-02");
});
