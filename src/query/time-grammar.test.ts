import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { isoWithoutZone } from "./calendar.ts";
import { withHolidays } from "./holidays.ts";
import type { TimeAnchors } from "./time-expression.ts";
import { isFixedTimeRange, maybeTimeShift, parseTimeRange } from "./time-range.ts";

const NOW = Date.UTC(2024, 1, 29, 23, 59, 58);
const anchors: TimeAnchors = { now: NOW, relativeStart: "today", relativeEnd: "today" };
const iso = (ms: number | null) => (ms === null ? "" : isoWithoutZone(ms).replace("T00:00:00", ""));
const resolve = (text: string, options: Partial<TimeAnchors> = {}) => {
  const { since, until } = parseTimeRange(text, { ...anchors, ...options });
  return [iso(since), iso(until)];
};
const failure = (text: string): unknown => {
  try {
    return parseTimeRange(text, anchors);
  } catch (error) {
    return error;
  }
};

beforeAll(() => withHolidays(() => parseTimeRange("HOLIDAY('Christmas') : ", anchors)));

describe("every form of the grammar", () => {
  test.each([
    ["Last day", "2024-02-28", "2024-02-29"],
    ["Last month", "2024-01-29", "2024-02-29"],
    ["Last quarter", "2023-11-29", "2024-02-29"],
    ["Last year", "2023-02-28", "2024-02-29"],
    ["Last 4 years", "2020-02-29", "2024-02-29"],
    ["Last 2 hours", "2024-02-29T21:59:58", "2024-02-29T23:59:58"],
    ["Last 90 seconds", "2024-02-29T23:58:28", "2024-02-29T23:59:58"],
    ["NEXT 2 WEEKS", "2024-02-29", "2024-03-14"],
    ["Next year", "2024-02-29", "2025-02-28"],
    ["previous calendar day", "2024-02-28", "2024-02-29"],
    ["Previous Calendar Week", "2024-02-19", "2024-02-26"],
    ["previous calendar quarter", "2023-10-01", "2024-01-01"],
    ["Current month", "2024-02-01", "2024-03-01"],
    ["current week", "2024-02-26", "2024-03-04"],
    ["first week of this year", "2024-01-01", "2024-01-08"],
    ["1st quarter of prior year", "2023-01-01", "2023-04-01"],
    ["first month of next quarter", "2024-04-01", "2024-05-01"],
    ["first month of the quarter", "2024-01-01", "2024-02-01"],
    [" : ", "", ""],
    ["no filter", "", ""],
    ["last week : ", "2024-02-22", ""],
    ["Last 2 hours :", "2024-02-29T21:59:58", ""],
    ["next month : ", "2024-03-29", ""],
    [" : last week", "", "2024-02-22"],
    ["20240228 : 20240229T10:11", "2024-02-28", "2024-02-29T10:11:00"],
    ["start of this month : ", "2024-02-01", ""],
    ["beginning of last year : end of last year", "2023-01-01", "2023-12-31"],
    ["start of next quarter : ", "2024-04-01", ""],
    ["start of last 2 weeks : end of last week", "2024-02-12", "2024-02-25"],
    ["first day of next month : ", "2024-03-01", ""],
    ["1st of the quarter : ", "2024-01-01", ""],
    ["prior year : this year", "2023-02-28", "2024-02-29"],
    ["last 3 minutes : now", "2024-02-29T23:56:58", "2024-02-29T23:59:58"],
    ["1 year ago : 1 year later", "2023-02-28", "2025-02-28"],
    ["a year ago : in two months", "2023-02-28", "2024-04-29"],
    ["2 days before now : 2 days from now", "2024-02-27T23:59:58", "2024-03-02T23:59:58"],
    ["3 weeks before today : 3 weeks from today", "2024-02-08", "2024-03-21"],
    ["start of last hour : start of next minute", "2024-02-29T22:00:00", "2024-03-01"],
    ["first of this hour : first of the minute", "2024-02-29T23:00:00", "2024-02-29T23:59:00"],
    ["midnight : noon", "2024-02-29", "2024-02-29T12:00:00"],
    ["January : 31 December", "2024-01-01", "2024-12-31"],
    ["2024-02-29 : 2024-02-29", "2024-02-29", "2024-02-29"],
    ["2024/3/1 : 2024-03-01T12", "2024-03-01", "2024-03-01T12:00:00"],
    ["2024-01-01 05:06 : 2024-01-01 05:06:07.5", "2024-01-01T05:06:00", "2024-01-01T05:06:07.500"],
    ["2024-01-01T00:00:00-0530 : ", "2024-01-01T05:30:00", ""],
    ["2024-01-01T00:00:00+02 : 20240101T000000+0200", "2023-12-31T22:00:00", "2023-12-31T22:00:00"],
    ["20240101T101112 : 20240101101113", "2024-01-01T10:11:12", "2024-01-01T10:11:13"],
    ["DATEADD(DATETIME('2024-02-29'), 1, year) : ", "2025-02-28", ""],
    ["DATEADD(DATETRUNC(DATETIME('today'), year), -1, second) : ", "2023-12-31T23:59:59", ""],
    ["DATETRUNC(DATETIME('2024-08-15T10:11:12'), quarter) : ", "2024-07-01", ""],
    ["DATETRUNC(DATETIME('2024-09-01'), week) : ", "2024-08-26", ""],
    ["LASTDAY(DATETIME('2023-02-01'), month) : LASTDAY(DATETIME('2023-02-01'), year)", "2023-02-28", "2023-12-31"],
    ["datetime( 'yesterday' ) : DATETIME(\"now\")", "2024-02-28", "2024-02-29T23:59:58"],
  ])("%s", (text, since, until) => {
    expect(resolve(text)).toEqual([since, until]);
  });

  test("ends today or now, as the query chooses", () => {
    const now = { relativeStart: "now", relativeEnd: "now" } as const;
    expect(resolve("Next week", now)).toEqual(["2024-02-29T23:59:58", "2024-03-07T23:59:58"]);
    expect(resolve("Current day", now)).toEqual(["2024-02-29", "2024-03-01"]);
    expect(resolve("previous calendar year", now)).toEqual(["2023-01-01", "2024-01-01"]);
  });
});

describe("invalid times", () => {
  test.each([
    "constructor('x') : now",
    "toString(now) : ",
    "__proto__(1) : ",
    "valueOf() : now",
    "DATETIME() : ",
    "DATEADD(DATETIME('now'), x, day) : ",
    "DATEADD(DATETIME('now'), 1) : ",
    "LASTDAY(DATETIME('now')) : ",
    "LASTDAY(DATETIME('now'), hour) : ",
    "end of this hour : ",
    "DATETIME(May 1, 2021) : ",
    "DATETRUNC(DATETIME('now'), day, hour) : ",
    "DATEADD(DATETIME('now'), DATEDIFF(DATETIME('today'), DATETIME('now'), hour), hour) : ",
    "DATETRUNC() : ",
    "2024-13-01 : ",
    "2023-02-29 : ",
    "2024-01-01T25:00 : ",
    "last : now",
    "start of last : now",
    "3 fortnights ago : ",
    "2024-01-01:2024-02-01",
    "Last fortnight",
    "now : yesterday",
  ])("%s returns 400 with a message", (text) => {
    expect(failure(text)).toMatchObject({ status: 400, message: expect.stringMatching(/\w/) });
  });

  test("return 400 whatever the call, its arguments and its nesting", () => {
    const word = fc.constantFrom("DATETIME", "DATEADD", "DATETRUNC", "LASTDAY", "DATEDIFF", "HOLIDAY", "constructor");
    const leaf = fc.constantFrom(
      "'now'",
      "today",
      "1",
      "-3",
      "month",
      "week",
      "'",
      "(",
      "",
      "2024-02-30",
      '"2020-01-01"',
    );
    const { call } = fc.letrec<{ call: string; part: string }>((tie) => ({
      part: fc.oneof({ maxDepth: 3 }, leaf, tie("call")),
      call: fc
        .tuple(word, fc.array(tie("part"), { maxLength: 4 }))
        .map(([name, parts]) => `${name}(${parts.join(", ")})`),
    }));
    fc.assert(
      fc.property(call, (text) => {
        const result = failure(`${text} : `);
        if (result instanceof Error) expect(result).toMatchObject({ name: "TesseraError", status: 400 });
        else expect((result as { since: unknown }).since).toBeTypeOf("number");
      }),
      { numRuns: 500 },
    );
  });
});

describe("shifts", () => {
  const days = fc.integer({ min: 0, max: 20_000 }).map((n) => Date.UTC(1990, 0, 1) + n * 86_400_000);

  test("by days and weeks keep a range's length in both directions", () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 500 }), fc.integer({ min: 1, max: 400 }), (since, length, count) => {
        const text = `${iso(since)} : ${iso(since + length * 86_400_000)}`;
        const back = parseTimeRange(text, anchors, `${count} days ago`);
        const later = parseTimeRange(text, anchors, `${count} days later`);
        expect([since - (back.since ?? 0), (later.since ?? 0) - since]).toEqual([
          count * 86_400_000,
          count * 86_400_000,
        ]);
        expect((back.until ?? 0) - (back.since ?? 0)).toBe(length * 86_400_000);
        const inherited = parseTimeRange(text, anchors, "inherit");
        expect(inherited.until).toBe(since);
      }),
    );
  });

  test("of open ranges move the existing end", () => {
    const shifted = parseTimeRange("2024-03-31 : ", anchors, "1 month ago");
    expect([iso(shifted.since), iso(shifted.until)]).toEqual(["2024-02-29", ""]);
    expect(parseTimeRange("No filter", anchors, "1 year ago")).toEqual({ since: null, until: null });
    expect(() => parseTimeRange("Last week", anchors, "whenever")).toThrow("Cannot parse time string [whenever]");
    expect(["1 years ago", "28 DAYS", "-2 weeks", "a year ago", "one day later"].map(maybeTimeShift)).toEqual([
      { count: 1, unit: "year" },
      { count: 28, unit: "day" },
      { count: 2, unit: "week" },
      { count: 1, unit: "year" },
      { count: -1, unit: "day" },
    ]);
  });

  test("are aware of which ranges are fixed", () => {
    expect(["2020 : 2021-01", "2020-01-01 : ", " : 2020-01-01T00:00:00"].map(isFixedTimeRange)).toEqual([
      true,
      true,
      true,
    ]);
    expect(["Last 7 days", "2020-01-01 : today", "DATETIME('2020-01-01') : 2021"].map(isFixedTimeRange)).toEqual([
      false,
      false,
      false,
    ]);
  });
});
