import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addUnits, isoWithoutZone, lastDayOfUnit, startOfUnit } from "./calendar.ts";
import type { TimeAnchors } from "./time-expression.ts";
import { isFixedTimeRange, maybeTimeShift, parseTimeRange } from "./time-range.ts";

const NOW = Date.UTC(2021, 4, 5, 10, 20, 30);
const anchors: TimeAnchors = { now: NOW, relativeStart: "today", relativeEnd: "today" };

function resolve(text: string, options: Partial<TimeAnchors> = {}, shift?: string): [string, string] {
  const { since, until } = parseTimeRange(text, { ...anchors, ...options }, shift);
  return [since === null ? "" : isoWithoutZone(since), until === null ? "" : isoWithoutZone(until)];
}

describe("shorthands", () => {
  test.each([
    ["No filter", "", ""],
    ["", "", ""],
    ["Last day", "2021-05-04T00:00:00", "2021-05-05T00:00:00"],
    ["Last week", "2021-04-28T00:00:00", "2021-05-05T00:00:00"],
    ["last 7 days", "2021-04-28T00:00:00", "2021-05-05T00:00:00"],
    ["Last quarter", "2021-02-05T00:00:00", "2021-05-05T00:00:00"],
    ["Last 2 years", "2019-05-05T00:00:00", "2021-05-05T00:00:00"],
    ["Last 5 minutes", "2021-05-05T10:15:30", "2021-05-05T10:20:30"],
    ["Next month", "2021-05-05T00:00:00", "2021-06-05T00:00:00"],
    ["previous calendar week", "2021-04-26T00:00:00", "2021-05-03T00:00:00"],
    ["previous calendar month", "2021-04-01T00:00:00", "2021-05-01T00:00:00"],
    ["previous calendar quarter", "2021-01-01T00:00:00", "2021-04-01T00:00:00"],
    ["previous calendar year", "2020-01-01T00:00:00", "2021-01-01T00:00:00"],
    ["Current day", "2021-05-05T00:00:00", "2021-05-06T00:00:00"],
    ["Current week", "2021-05-03T00:00:00", "2021-05-10T00:00:00"],
    ["Current quarter", "2021-04-01T00:00:00", "2021-07-01T00:00:00"],
    ["Current year", "2021-01-01T00:00:00", "2022-01-01T00:00:00"],
    ["first week of last month", "2021-04-01T00:00:00", "2021-04-08T00:00:00"],
    ["1st month of this year", "2021-01-01T00:00:00", "2021-02-01T00:00:00"],
    ["first quarter of next year", "2022-01-01T00:00:00", "2022-04-01T00:00:00"],
  ])("%s", (text, since, until) => {
    expect(resolve(text)).toEqual([since, until]);
  });

  test("can start and end now", () => {
    expect(resolve("Last week", { relativeEnd: "now" })).toEqual(["2021-04-28T00:00:00", "2021-05-05T10:20:30"]);
    expect(resolve("Last week", { relativeStart: "now", relativeEnd: "now" })[0]).toBe("2021-04-28T10:20:30");
  });
});

describe("date pairs", () => {
  test.each([
    ["2020-01-01 : 2020-02-01", "2020-01-01T00:00:00", "2020-02-01T00:00:00"],
    ["2020-01-01T10:30:00 : ", "2020-01-01T10:30:00", ""],
    [" : now", "", "2021-05-05T10:20:30"],
    ["2020 : 2020-03", "2020-01-01T00:00:00", "2020-03-01T00:00:00"],
    ["3 days ago : today", "2021-05-02T00:00:00", "2021-05-05T00:00:00"],
    ["yesterday : tomorrow", "2021-05-04T00:00:00", "2021-05-06T00:00:00"],
    ["2 hours ago : now", "2021-05-05T08:20:30", "2021-05-05T10:20:30"],
    ["1 March 2021 : 7 days later", "2021-03-01T00:00:00", "2021-05-12T00:00:00"],
    ["start of last month : end of this month", "2021-04-01T00:00:00", "2021-05-31T00:00:00"],
    ["beginning of last 2 quarters : first day of this quarter", "2020-10-01T00:00:00", "2021-04-01T00:00:00"],
    ["start of this week : end of this week", "2021-05-03T00:00:00", "2021-05-09T00:00:00"],
    ["last week : next week", "2021-04-28T00:00:00", "2021-05-12T00:00:00"],
    ["1st of the year : today", "2021-01-01T00:00:00", "2021-05-05T00:00:00"],
    ["2020-01-01T00:00:00+02:00 : 2020-01-02T00:00:00Z", "2019-12-31T22:00:00", "2020-01-02T00:00:00"],
    ["0099-01-01 : 0100-01-01", "0099-01-01T00:00:00", "0100-01-01T00:00:00"],
  ])("%s", (text, since, until) => {
    expect(resolve(text)).toEqual([since, until]);
  });
});

describe("functions", () => {
  test.each([
    ["DATETIME('2020-02-29') : ", "2020-02-29T00:00:00"],
    ["DATETIME(today) : ", "2021-05-05T00:00:00"],
    ['dateadd(datetime("2020-01-31"), 1, month) : ', "2020-02-29T00:00:00"],
    ["DATEADD(DATETIME('2021-01-31'), -3, quarter,) : ", "2020-04-30T00:00:00"],
    ["DATETRUNC(DATETIME('2021-05-05 17:45:12'), HOUR) : ", "2021-05-05T17:00:00"],
    ["DATETRUNC(DATEADD(DATETIME('now'), -1, WEEK), WEEK) : ", "2021-04-26T00:00:00"],
    ["LASTDAY(DATETIME('2020-02-03'), month) : ", "2020-02-29T00:00:00"],
    ["LASTDAY(DATETIME('today'), week) : ", "2021-05-09T00:00:00"],
    ["DATEADD(DATETIME('2020-01-01'), DATEDIFF('2020-01-01', '2020-01-11'), day) : ", "2020-01-11T00:00:00"],
    [
      "DATEADD(DATETIME('2020-01-01'), DATEDIFF(DATETIME('2018-01-01'), '2020-06-01', year), year) : ",
      "2022-01-01T00:00:00",
    ],
  ])("%s", (text, since) => {
    expect(resolve(text)).toEqual([since, ""]);
  });
});

describe("errors", () => {
  test.each([
    ["2021-01-01 : 2020-01-01", "From date cannot be larger than to date"],
    ["7 days : now", "Time string is ambiguous. Please specify [7 days ago] or [7 days later]."],
    ["flurb : now", "Cannot parse time string [flurb]"],
    ["2020-02-30 : ", "Cannot parse time string [2020-02-30]"],
    ["2024-W05 : 2024-W06", "Cannot parse time string [2024-W05]"],
    ["DATEADD(now) : ", "Cannot parse time string [DATEADD(now)]"],
    ["DATETRUNC(DATETIME('now'), fortnight) : ", "Cannot parse time string [DATETRUNC(DATETIME('now'), fortnight)]"],
    ["whenever", "Unexpected time range: whenever"],
  ])("%s", (text, message) => {
    expect(() => resolve(text)).toThrow(message);
  });
});

describe("shifts", () => {
  test.each([
    ["1 year ago", "2020-04-28T00:00:00", "2020-05-05T00:00:00"],
    ["28 days", "2021-03-31T00:00:00", "2021-04-07T00:00:00"],
    ["inherit", "2021-04-21T00:00:00", "2021-04-28T00:00:00"],
    ["2020-01-01", "2020-01-01T00:00:00", "2020-01-08T00:00:00"],
    ["2019-01-01 : 2019-03-01", "2019-01-01T00:00:00", "2019-03-01T00:00:00"],
  ])("last week by %s", (shift, since, until) => {
    expect(resolve("Last week", {}, shift)).toEqual([since, until]);
  });

  test("are parsed as calendar distances", () => {
    expect(maybeTimeShift("2 months ago")).toEqual({ count: 2, unit: "month" });
    expect(maybeTimeShift("1 week later")).toEqual({ count: -1, unit: "week" });
    expect(maybeTimeShift("someday")).toBeUndefined();
  });
});

describe("calendar", () => {
  const instants = fc.integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(2100, 0, 1) });
  const units = fc.constantFrom("year", "quarter", "month", "week", "day", "hour", "minute", "second" as const);

  test("a unit starts at or before an instant, and the next unit after it", () => {
    fc.assert(
      fc.property(instants, units, (ms, unit) => {
        const start = startOfUnit(ms, unit);
        expect(start).toBeLessThanOrEqual(ms);
        expect(addUnits(start, 1, unit)).toBeGreaterThan(ms);
        expect(startOfUnit(start, unit)).toBe(start);
      }),
    );
  });

  test("the last day is in its unit, and the next day isn't", () => {
    fc.assert(
      fc.property(instants, fc.constantFrom("year", "month", "week" as const), (ms, unit) => {
        const last = lastDayOfUnit(ms, unit);
        expect(startOfUnit(last, unit)).toBe(startOfUnit(ms, unit));
        expect(startOfUnit(addUnits(last, 1, "day"), unit)).toBeGreaterThan(startOfUnit(ms, unit));
      }),
    );
  });

  test("any pair of dates resolves to itself, excluding the end, whatever the current time", () => {
    fc.assert(
      fc.property(instants, instants, instants, (a, b, now) => {
        const [since, until] = [Math.min(a, b), Math.max(a, b)];
        const text = `${isoWithoutZone(since)} : ${isoWithoutZone(until)}`;
        expect(parseTimeRange(text, { ...anchors, now })).toEqual({ since, until });
        expect(isFixedTimeRange(text)).toBe(true);
      }),
    );
  });

  test("invalid text never fails with anything but a 400", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        try {
          parseTimeRange(`${a} : ${b}`, anchors);
        } catch (error) {
          expect(error).toMatchObject({ name: "TesseraError", status: 400 });
        }
      }),
    );
  });

  test.each(["Last 99999999999999 days", "9999999999 years ago : now", "now : 9999999999 weeks later"])(
    "times beyond the calendar are a 400: %s",
    (text) => {
      expect(() => parseTimeRange(text, anchors)).toThrow(expect.objectContaining({ status: 400 }));
    },
  );

  test("relative ranges are not fixed", () => {
    expect(["Last week", "2020-01-01 : now", "now : "].map(isFixedTimeRange)).toEqual([false, false, false]);
    expect(isFixedTimeRange("No filter")).toBe(true);
  });
});

test("rejects text over the length limit", () => {
  for (const text of [
    "2020-01-01 : ".repeat(20_000),
    `${"DATEADD(".repeat(2000)} : now`,
    `${"jan ".repeat(200)} : now`,
  ])
    expect(() => parseTimeRange(text, anchors)).toThrow(/up to [\d,]+ characters/);
});
